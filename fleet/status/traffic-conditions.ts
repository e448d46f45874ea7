import type { KubeObject } from '../cluster-api.ts';
import { fieldAt, numberAt, objectAt, objectsAt, textAt } from '../object-fields.ts';
import { objectKey } from '../observe/fleet-objects.ts';
import { type Finding, finding } from './condition.ts';
import type { FleetView, Seen } from './fleet-view.ts';

/** Whether the fleet's host names lead to it; undefined: it has none. facts/operators.md A6. */
export function ingressReady(view: FleetView): Finding | undefined {
  if (view.app?.hasHostnames !== true) return undefined;
  switch (view.ingressMode) {
    case 'httproute':
      return (
        missing(view.httpRoute, 'HTTPRoute', ['GatewayAPIUnavailable', 'RouteError']) ?? routeObserved(view)
      );
    case 'ingress':
      return (
        missing(view.ingress, 'Ingress', ['IngressUnavailable', 'RouteError']) ??
        finding('Unknown', 'IngressReconciled', 'an Ingress does not tell whether it is served')
      );
    case 'virtualservice':
      return (
        missing(view.virtualService, 'VirtualService', ['IstioUnavailable', 'RouteError']) ??
        finding('Unknown', 'VirtualServiceReconciled', 'a VirtualService does not tell whether it is served')
      );
    case 'none':
      return undefined;
  }
}

/** Whether the internal port is closed in the mesh; undefined: there is no mesh. */
export function meshPolicyReady({ isMeshed, authorizationPolicy }: FleetView): Finding | undefined {
  if (!isMeshed) return undefined;
  return (
    missing(authorizationPolicy, 'AuthorizationPolicy', ['IstioUnavailable', 'PolicyError']) ??
    finding('True', 'PolicyReconciled')
  );
}

/** Why an object cannot be judged, with the reasons for a kind that is not served and an object that is not there. */
export function missing(
  seen: Seen,
  kind: string,
  [notServed, absent]: readonly [notServed: string, absent: string],
): Finding | undefined {
  if (seen.kind === 'not-served') return finding('False', notServed, `the cluster does not serve ${kind}`);
  if (seen.kind === 'absent') return finding('False', absent, `the ${kind} is not there`);
  if (seen.kind === 'unknown')
    return finding('Unknown', 'NotRead', `${kind} cannot be listed: ${seen.reason}`);
  return undefined;
}

/** Every parent accepts the route as it is now and finds its Services, and its Gateway is programmed. */
function routeObserved({ httpRoute, gateways }: FleetView): Finding {
  if (httpRoute.kind !== 'there') return finding('Unknown', 'RouteObserved');
  const route = httpRoute.object;
  const parents = objectsAt(route, 'status', 'parents');
  if (parents.length === 0) return finding('Unknown', 'RouteObserved', 'no Gateway has seen the route yet');
  for (const type of ['Accepted', 'ResolvedRefs']) {
    const status = worst(parents.map((parent) => current(parent, type, route)));
    if (status !== 'True') return finding(status, 'RouteObserved', `the route is not ${type} (${status})`);
  }
  if (gateways.kind !== 'listed')
    return finding('Unknown', 'RouteObserved', 'the Gateway of the route cannot be listed');
  const found = new Map(gateways.items.map((gateway) => [objectKey(gateway), gateway] as const));
  const status = worst(parents.map((parent) => programmed(found.get(gatewayKey(parent, route)))));
  return finding(
    status,
    'RouteObserved',
    status === 'True' ? '' : `the Gateway of the route is not Programmed (${status})`,
  );
}

function gatewayKey(parent: KubeObject, route: KubeObject): string {
  const ref = objectAt(parent, 'parentRef');
  const own = textAt(route, 'metadata', 'namespace') ?? '';
  return `${textAt(ref, 'namespace') ?? own}/${textAt(ref, 'name') ?? ''}`;
}

function programmed(gateway: KubeObject | undefined): Finding['status'] {
  return gateway === undefined ? 'Unknown' : current(objectAt(gateway, 'status'), 'Programmed', gateway);
}

/** A condition about an older generation says nothing about this one. */
function current(holder: KubeObject, type: string, object: KubeObject): Finding['status'] {
  const condition = objectsAt(holder, 'conditions').find((candidate) => candidate['type'] === type);
  const seen = numberAt(condition, 'observedGeneration') ?? 0;
  if (condition === undefined || seen < (numberAt(object, 'metadata', 'generation') ?? 0)) return 'Unknown';
  const status = fieldAt(condition, 'status');
  return status === 'True' || status === 'False' ? status : 'Unknown';
}

function worst(statuses: readonly Finding['status'][]): Finding['status'] {
  if (statuses.includes('False')) return 'False';
  return statuses.includes('Unknown') ? 'Unknown' : 'True';
}
