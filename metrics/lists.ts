import type { ResourceType } from '../fleet/cluster-api.ts';
import { LABELS } from '../fleet/labels.ts';
import { RESOURCES, TRAFFIC_RESOURCES } from '../fleet/resources.ts';

/** One list of a sweep. */
export interface ListRow {
  readonly type: ResourceType;
  /** Only objects with this label; left out: every one. */
  readonly label?: string | undefined;
  readonly why: string;
}

/** The lists that are made once a sweep, besides the pods'; also what the exporter's ClusterRole lets it read. */
export const LISTS = {
  workerApps: { type: RESOURCES.workerApp, why: 'what each fleet should be, and the status that it has' },
  sets: { type: RESOURCES.statefulSet, label: LABELS.workerapp, why: 'size, revisions and partition' },
  leases: { type: RESOURCES.lease, label: LABELS.hookWorkerapp, why: 'whether a rollout Job is at work' },
  scaledObjects: { type: RESOURCES.scaledObject, label: LABELS.workerapp, why: 'whether KEDA is at work' },
  httpRoutes: {
    type: TRAFFIC_RESOURCES.httpRoute,
    label: LABELS.workerapp,
    why: 'whether routes are accepted',
  },
  gateways: { type: TRAFFIC_RESOURCES.gateway, why: 'whether the Gateway of the routes is programmed' },
  ingresses: {
    type: TRAFFIC_RESOURCES.ingress,
    label: LABELS.workerapp,
    why: 'whether the Ingress is there',
  },
  virtualServices: {
    type: TRAFFIC_RESOURCES.virtualService,
    label: LABELS.workerapp,
    why: 'whether the VirtualService is there',
  },
  authorizationPolicies: {
    type: TRAFFIC_RESOURCES.authorizationPolicy,
    label: LABELS.workerapp,
    why: 'whether the internal port is closed in the mesh',
  },
} as const satisfies Readonly<Record<string, ListRow>>;

export type ListName = keyof typeof LISTS;

/** Which part of the cluster is read. From the platform file. */
export interface ListScope {
  /** Empty: all. */
  readonly watchNamespaces: readonly string[];
  readonly ingressMode: 'httproute' | 'virtualservice' | 'ingress' | 'none';
  readonly gatewayNamespace: string;
  readonly meshMode: 'none' | 'ambient' | 'sidecar';
}

/** The lists that the scope has a use for. */
export function wantedLists({ ingressMode, meshMode }: ListScope): readonly ListName[] {
  return [
    'workerApps',
    'sets',
    'leases',
    'scaledObjects',
    ...(ingressMode === 'httproute' ? (['httpRoutes', 'gateways'] as const) : []),
    ...(ingressMode === 'ingress' ? (['ingresses'] as const) : []),
    ...(ingressMode === 'virtualservice' ? (['virtualServices'] as const) : []),
    ...(meshMode === 'none' ? [] : (['authorizationPolicies'] as const)),
  ];
}

/** The namespaces to ask, one call each; one empty name: all of them at once. */
export function namespacesOf(name: ListName | 'pods', scope: ListScope): readonly string[] {
  if (name === 'gateways') return [scope.gatewayNamespace];
  return scope.watchNamespaces.length === 0 ? [''] : scope.watchNamespaces;
}
