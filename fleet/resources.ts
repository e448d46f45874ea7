import type { ResourceType } from './cluster-api.ts';

/** The kinds that the Jobs read or write. */
export const RESOURCES = {
  statefulSet: { group: 'apps', version: 'v1', plural: 'statefulsets', kind: 'StatefulSet' },
  pod: { group: '', version: 'v1', plural: 'pods', kind: 'Pod' },
  event: { group: '', version: 'v1', plural: 'events', kind: 'Event' },
  volumeClaim: { group: '', version: 'v1', plural: 'persistentvolumeclaims', kind: 'PersistentVolumeClaim' },
  job: { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job' },
  lease: { group: 'coordination.k8s.io', version: 'v1', plural: 'leases', kind: 'Lease' },
  autoscaler: {
    group: 'autoscaling',
    version: 'v2',
    plural: 'horizontalpodautoscalers',
    kind: 'HorizontalPodAutoscaler',
  },
  scaledObject: { group: 'keda.sh', version: 'v1alpha1', plural: 'scaledobjects', kind: 'ScaledObject' },
  workerApp: { group: 'celld-operator.io', version: 'v1alpha1', plural: 'workerapps', kind: 'WorkerApp' },
} as const satisfies Readonly<Record<string, ResourceType>>;

/** The optional kinds that the exporter reads besides, to say how a fleet's traffic is. */
export const TRAFFIC_RESOURCES = {
  httpRoute: { group: 'gateway.networking.k8s.io', version: 'v1', plural: 'httproutes', kind: 'HTTPRoute' },
  gateway: { group: 'gateway.networking.k8s.io', version: 'v1', plural: 'gateways', kind: 'Gateway' },
  ingress: { group: 'networking.k8s.io', version: 'v1', plural: 'ingresses', kind: 'Ingress' },
  virtualService: {
    group: 'networking.istio.io',
    version: 'v1',
    plural: 'virtualservices',
    kind: 'VirtualService',
  },
  authorizationPolicy: {
    group: 'security.istio.io',
    version: 'v1',
    plural: 'authorizationpolicies',
    kind: 'AuthorizationPolicy',
  },
} as const satisfies Readonly<Record<string, ResourceType>>;
