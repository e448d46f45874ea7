import { fleetNames } from '../../fleet/names.ts';
import type { FleetNames } from '../../fleet/names.ts';
import type { ObjectKey } from './object-key.ts';

type Row = readonly [group: string, kind: string, name: keyof FleetNames];

const RBAC = 'rbac.authorization.k8s.io';

/**
 * Every object that a fleet can have, whatever its settings are now: a name that is free today is taken when a setting
 * changes. The Secret, the Certificate and the HorizontalPodAutoscaler are made by other controllers for us.
 */
const FLEET_OBJECTS: readonly Row[] = [
  ['', 'ServiceAccount', 'serviceAccount'],
  ['', 'ServiceAccount', 'gateJob'],
  ['', 'ServiceAccount', 'rolloutJob'],
  ['', 'Service', 'publicService'],
  ['', 'Service', 'internalService'],
  ['', 'Secret', 'tlsSecret'],
  ['apps', 'StatefulSet', 'statefulSet'],
  ['autoscaling', 'HorizontalPodAutoscaler', 'scaledObject'],
  ['batch', 'Job', 'gateJob'],
  ['batch', 'Job', 'rolloutJob'],
  ['cert-manager.io', 'Certificate', 'tlsSecret'],
  ['coordination.k8s.io', 'Lease', 'lease'],
  ['gateway.networking.k8s.io', 'HTTPRoute', 'route'],
  ['keda.sh', 'ScaledObject', 'scaledObject'],
  ['networking.istio.io', 'VirtualService', 'route'],
  ['networking.k8s.io', 'Ingress', 'route'],
  ['networking.k8s.io', 'NetworkPolicy', 'networkPolicy'],
  ['policy', 'PodDisruptionBudget', 'podDisruptionBudget'],
  [RBAC, 'Role', 'gateJob'],
  [RBAC, 'Role', 'rolloutJob'],
  [RBAC, 'RoleBinding', 'gateJob'],
  [RBAC, 'RoleBinding', 'rolloutJob'],
  ['security.istio.io', 'AuthorizationPolicy', 'authorizationPolicy'],
];

/** Keys of everything that belongs to the fleet of `app`, its WorkerApp aside. */
export function fleetKeys(app: string, namespace: string): readonly ObjectKey[] {
  const names = fleetNames(app);
  return FLEET_OBJECTS.map(([group, kind, name]) => ({
    group,
    kind,
    namespace,
    name: kind === 'HorizontalPodAutoscaler' ? `keda-hpa-${names[name]}` : names[name],
  }));
}
