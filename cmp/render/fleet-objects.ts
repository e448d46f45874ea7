import { authorizationPolicyView, networkPolicyView, podDisruptionBudgetView } from '../views/protection.ts';
import { httpRouteView, ingressView, virtualServiceView } from '../views/routes.ts';
import { internalServiceView, publicServiceView } from '../views/services.ts';
import { scaledObjectView } from '../views/scaled-object.ts';
import { serviceAccountView } from '../views/service-account.ts';
import { statefulSetView } from '../views/stateful-set.ts';
import { workerAppView } from '../views/worker-app.ts';
import type { AppContext } from '../views/app-context.ts';
import { WAVE_FOUNDATION, WAVE_LAST, WAVE_WORKLOAD } from '../waves.ts';
import type { FleetObject } from './fleet-object.ts';
import { HOOK_OBJECTS } from './hook-objects.ts';
import type { OptionalApi } from './served-apis.ts';

export const AUTHORIZATION_POLICY_API: OptionalApi = {
  group: 'security.istio.io',
  version: 'v1',
  kind: 'AuthorizationPolicy',
  setting: 'istio',
};

const always = (): boolean => true;
const foundation = (): number => WAVE_FOUNDATION;
const last = (): number => WAVE_LAST;
const routed = (mode: string) => (context: AppContext) =>
  context.platform.ingress.mode === mode && (context.app.spec.hostnames ?? []).length > 0;

/** Every object of a fleet, in the order in which they are explained. Waves: DESIGN D3. */
export const FLEET_OBJECTS: readonly FleetObject[] = [
  {
    template: 'service-account',
    why: 'the identity of the pods; carries the cloud role that may read and write the bucket',
    wave: foundation,
    wanted: always,
    view: serviceAccountView,
  },
  {
    template: 'service-internal',
    why: 'gives every pod a stable name, by which peers find each other and recover each other’s work',
    wave: foundation,
    wanted: always,
    view: internalServiceView,
  },
  {
    template: 'service-public',
    why: 'the one address of the application; only ready pods receive requests',
    // A load balancer can stay pending for minutes, and would hold up the fleet in an earlier wave.
    wave: ({ app }) => (app.spec.service.type === 'ClusterIP' ? WAVE_FOUNDATION : WAVE_LAST),
    wanted: always,
    view: publicServiceView,
  },
  {
    template: 'network-policy',
    why: 'closes the internal port, which has no authentication, to all but peers, the rollout Job and the exporter',
    wave: foundation,
    wanted: always,
    view: networkPolicyView,
  },
  {
    template: 'pod-disruption-budget',
    why: 'lets node drains take one pod at a time',
    wave: foundation,
    wanted: always,
    view: podDisruptionBudgetView,
  },
  {
    template: 'authorization-policy',
    why: 'closes the internal port by identity where a mesh carries the traffic',
    wave: foundation,
    wanted: ({ platform }) => platform.mesh.mode !== 'none',
    api: AUTHORIZATION_POLICY_API,
    view: authorizationPolicyView,
  },
  {
    template: 'stateful-set',
    why: 'the fleet; its partition is closed, so applying it moves no pod, and it has no replicas, so applying it changes no size',
    wave: () => WAVE_WORKLOAD,
    wanted: always,
    view: statefulSetView,
  },
  ...HOOK_OBJECTS,
  {
    template: 'http-route',
    why: 'sends the host names of the file to the public Service through the shared Gateway',
    wave: last,
    wanted: routed('httproute'),
    api: { group: 'gateway.networking.k8s.io', version: 'v1', kind: 'HTTPRoute', setting: 'gateway' },
    view: httpRouteView,
  },
  {
    template: 'ingress',
    why: 'sends the host names of the file to the public Service through the ingress controller',
    wave: last,
    wanted: routed('ingress'),
    view: ingressView,
  },
  {
    template: 'virtual-service',
    why: 'sends the host names of the file to the public Service through the Istio gateways',
    wave: last,
    wanted: routed('virtualservice'),
    api: { group: 'networking.istio.io', version: 'v1', kind: 'VirtualService', setting: 'istio' },
    view: virtualServiceView,
  },
  {
    template: 'scaled-object',
    why: 'lets KEDA choose the size by the load of the cells; the rollout Job pauses it while pods move',
    wave: last,
    wanted: ({ app }) => app.spec.autoscaling.enabled,
    api: { group: 'keda.sh', version: 'v1alpha1', kind: 'ScaledObject', setting: 'keda' },
    view: scaledObjectView,
  },
  {
    template: 'worker-app',
    why: 'carries the hash of the plan, so that every change is seen as drift, and the status that people read',
    wave: last,
    wanted: always,
    view: workerAppView,
  },
];
