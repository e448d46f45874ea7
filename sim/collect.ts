import { isJsonArray, type JsonArray } from '../documents/json.ts';
import { ApiError, type KubeObject, type ObjectRef } from '../fleet/cluster-api.ts';
import type { Committed } from './api/commit.ts';
import { FOREGROUND } from './api/remove.ts';
import type { Handlers, SimContext } from './context.ts';
import { at, mapAt, mapsAt, textAt, withAt } from './json.ts';

const COLLECTOR = { user: 'system:serviceaccount:kube-system:generic-garbage-collector', manager: 'gc' };

/** The garbage collector: what an object owned goes after it, or, in the foreground, before it. */
export const COLLECT_HANDLERS: Handlers<'collect'> = { collect };

/** Wakes the collector when an owner goes, and when the last dependent of one that waits for that has gone. */
export function routeDeletion(context: SimContext, { ref, before, after }: Committed): void {
  const uid = textAt(before, 'metadata', 'uid');
  if (after !== undefined) {
    if (finalizersOf(after).includes(FOREGROUND)) wake(context, ref, uid);
    return;
  }
  if (OWNERS.includes(ref.type.plural)) wake(context, ref, uid);
  for (const owner of mapsAt(before, 'metadata', 'ownerReferences')) {
    const live = objectOf(context, textAt(owner, 'uid'));
    if (live !== undefined && finalizersOf(live.object).includes(FOREGROUND)) {
      wake(context, live.ref, textAt(owner, 'uid'));
    }
  }
}

/** Kinds whose objects own others. */
const OWNERS = ['statefulsets', 'jobs', 'scaledobjects'];

function wake(context: SimContext, { namespace, name }: ObjectRef, uid: string): void {
  context.schedule({ kind: 'collect', namespace, name, uid }, context.duration(context.config.latency.watch));
}

function collect(context: SimContext, { uid }: { readonly uid: string }): void {
  const owner = objectOf(context, uid);
  if (owner !== undefined && !finalizersOf(owner.object).includes(FOREGROUND)) return;
  const dependents = dependentsOf(context, uid);
  for (const { ref, object } of dependents) {
    if (at(object, 'metadata', 'deletionTimestamp') === undefined) deleteQuietly(context, ref);
  }
  if (owner === undefined || dependents.length > 0) return;
  const left = finalizersOf(owner.object).filter((finalizer) => finalizer !== FOREGROUND);
  context.api.replace(owner.ref, withAt(owner.object, ['metadata', 'finalizers'], left), COLLECTOR);
}

function deleteQuietly({ api }: SimContext, ref: ObjectRef): void {
  try {
    api.delete(ref, {}, COLLECTOR);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function finalizersOf(object: KubeObject): JsonArray {
  const finalizers = mapAt(object, 'metadata')['finalizers'];
  return isJsonArray(finalizers) ? finalizers : [];
}

interface Found {
  readonly ref: ObjectRef;
  readonly object: KubeObject;
}

function objectOf(context: SimContext, uid: string): Found | undefined {
  return select(context, (object) => textAt(object, 'metadata', 'uid') === uid)[0];
}

function dependentsOf(context: SimContext, uid: string): readonly Found[] {
  return select(context, (object) =>
    mapsAt(object, 'metadata', 'ownerReferences').some((owner) => owner['uid'] === uid),
  );
}

function select({ state }: SimContext, wanted: (object: KubeObject) => boolean): readonly Found[] {
  return [...state.store.byType.values()].flatMap((objects) =>
    [...objects.values()]
      .filter(({ object }) => wanted(object))
      .map(({ type, object }) => ({
        ref: {
          type,
          namespace: textAt(object, 'metadata', 'namespace'),
          name: textAt(object, 'metadata', 'name'),
        },
        object,
      })),
  );
}
