import type { KubeObject } from '../fleet/cluster-api.ts';
import { ANNOTATIONS, LABELS } from '../fleet/labels.ts';
import { fleetNames } from '../fleet/names.ts';
import { annotationOf, objectsAt, textAt } from '../fleet/object-fields.ts';
import { fleetOf, keyText, objectKey } from '../fleet/observe/fleet-objects.ts';
import type { FleetKey, FleetSnapshot } from '../fleet/observe/fleet-snapshot.ts';
import { type FleetLease, parseLease } from '../fleet/rollout/lease.ts';
import { type FleetSet, parseSet } from '../fleet/rollout/stateful-set.ts';
import { parseTimestamp } from '../fleet/timestamp.ts';
import type { FleetView, Seen } from '../fleet/status/fleet-view.ts';
import type { Listed } from '../fleet/status/listed.ts';
import { parseWorkerApp, type WorkerApp } from '../fleet/status/worker-app.ts';
import type { ListScope } from './lists.ts';
import type { ClusterLook } from './look.ts';

/** Field manager of the rollout Jobs (hooks/options.ts): whoever else writes the size is an autoscaler. */
export const ROLLOUT_MANAGER = 'celld-gitops-rollout';

interface IndexedSet {
  readonly set: FleetSet;
  readonly object: KubeObject;
}

/** A look, by fleet and by name, so that no fleet searches lists. */
export interface IndexedLook {
  readonly keys: ReadonlyMap<string, FleetKey>;
  readonly sets: ReadonlyMap<string, IndexedSet>;
  readonly apps: ReadonlyMap<string, WorkerApp>;
  readonly leases: ReadonlyMap<string, FleetLease>;
  readonly seen: (name: SeenName, key: string) => Seen;
  readonly look: ClusterLook;
}

type SeenName = 'scaledObjects' | 'httpRoutes' | 'ingresses' | 'virtualServices' | 'authorizationPolicies';

/** Fleets are the labelled StatefulSets that have their app's name, and the WorkerApps. Census by owner, list by label. */
export function indexLook(look: ClusterLook): IndexedLook {
  const keys = new Map<string, FleetKey>();
  const sets = new Map<string, IndexedSet>();
  const apps = new Map<string, WorkerApp>();
  const leases = new Map<string, FleetLease>();
  for (const object of itemsOf(look.sets)) {
    const key = fleetOf(object);
    if (key === undefined || textAt(object, 'metadata', 'name') !== fleetNames(key.app).statefulSet) continue;
    keys.set(keyText(key), key);
    sets.set(keyText(key), { object, set: parseSet(object, ROLLOUT_MANAGER) });
  }
  for (const object of itemsOf(look.workerApps)) {
    const key = appKey(object);
    keys.set(keyText(key), key);
    apps.set(keyText(key), parseWorkerApp(object));
  }
  for (const object of itemsOf(look.leases)) {
    const key = fleetOf(object, LABELS.hookWorkerapp);
    if (key !== undefined) leases.set(keyText(key), parseLease(object));
  }
  return { keys, sets, apps, leases, seen: seenIn(look), look };
}

function appKey(object: KubeObject): FleetKey {
  return {
    namespace: textAt(object, 'metadata', 'namespace') ?? '',
    app: textAt(object, 'metadata', 'name') ?? '',
  };
}

function itemsOf<T>(listed: Listed<T>): readonly T[] {
  return listed.kind === 'listed' ? listed.items : [];
}

function seenIn(look: ClusterLook): IndexedLook['seen'] {
  const indexes = new Map<SeenName, ReadonlyMap<string, KubeObject>>();
  return (name, key) => {
    const listed = look[name];
    if (listed.kind !== 'listed') return listed;
    const index =
      indexes.get(name) ?? new Map(listed.items.map((object) => [objectKey(object), object] as const));
    indexes.set(name, index);
    const object = index.get(key);
    return object === undefined ? { kind: 'absent' } : { kind: 'there', object };
  };
}

/** What one fleet's status is made from. */
export function fleetView(
  { seen, look, sets, apps }: IndexedLook,
  snapshot: FleetSnapshot,
  { scope, isJobAtWork }: { readonly scope: ListScope; readonly isJobAtWork: boolean },
): FleetView {
  const { namespace, app } = snapshot;
  const key = keyText(snapshot);
  const names = fleetNames(app);
  const at = (list: SeenName, name: string): Seen => seen(list, `${namespace}/${name}`);
  return {
    snapshot,
    app: apps.get(key),
    isJobAtWork,
    ingressMode: scope.ingressMode,
    isMeshed: scope.meshMode !== 'none',
    templateHash: annotationOf(sets.get(key)?.object, ANNOTATIONS.templateHash),
    lastStep: lastStep(sets.get(key)?.object),
    scaledObject: at('scaledObjects', names.scaledObject),
    httpRoute: at('httpRoutes', names.route),
    gateways: look.gateways,
    ingress: at('ingresses', names.route),
    virtualService: at('virtualServices', names.route),
    authorizationPolicy: at('authorizationPolicies', names.authorizationPolicy),
  };
}

/** Field ownership carries the time: it survives the Job and the exporter. */
function lastStep(set: KubeObject | undefined): number | undefined {
  const times = objectsAt(set, 'metadata', 'managedFields')
    .filter(({ manager }) => manager === ROLLOUT_MANAGER)
    .map((entry) => parseTimestamp(textAt(entry, 'time')))
    .filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}
