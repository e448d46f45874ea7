import { isJsonArray } from '../../documents/json.ts';
import type { KubeObject, ObjectRef } from '../../fleet/cluster-api.ts';
import { numberAt, textAt } from '../json.ts';
import { timestamp } from '../timestamp.ts';
import type { Caller, WriteContext } from './commit.ts';
import { forbidden } from './errors.ts';
import { metadataOf, objectKey, objectsOf, type StoredObject } from './object-store.ts';

export const FOREGROUND = 'foregroundDeletion';

export interface RemoveOptions {
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** Seconds; 0 removes a pod at once, as the kubelet does when it has stopped. */
  readonly gracePeriodSeconds?: number;
  /**
   * `orphan`: dependents stay and lose their owner (`--cascade=orphan`). `foreground`: the object stays until they are
   * gone. Default: the garbage collector removes them afterwards.
   */
  readonly propagation?: 'background' | 'orphan' | 'foreground';
}

export interface Removal {
  readonly context: WriteContext;
  readonly ref: ObjectRef;
  readonly stored: StoredObject;
  readonly caller: Caller;
}

/**
 * Deletes, or marks as being deleted: a pod that has a node is ended by its kubelet within its grace period, an object
 * with finalizers by whoever removes the last one.
 */
export function remove(removal: Removal, options: RemoveOptions): void {
  const { context, ref, stored, caller } = removal;
  admitRemoval(removal);
  if (options.propagation === 'orphan') orphanDependents(removal);
  const grace = graceOf(stored.object, options);
  const isForeground = options.propagation === 'foreground';
  const waits = grace > 0 || isForeground || hasFinalizers(stored.object);
  if (!waits) {
    objectsOf(context.state, ref.type).delete(objectKey(ref.namespace, ref.name));
    context.state.revision += 1;
    context.onWrite({ ref, caller, subresource: '', before: stored.object, after: undefined });
  } else if (metadataOf(stored.object)['deletionTimestamp'] === undefined)
    markDeleted(removal, { grace, isForeground });
}

function admitRemoval({ context, ref, stored, caller }: Removal): void {
  for (const admission of context.admission) {
    const verdict = admission({ ref, caller, subresource: '', before: stored.object, after: undefined });
    if (typeof verdict === 'string') throw forbidden(ref.type, ref.name, verdict);
  }
}

function graceOf(object: KubeObject, { gracePeriodSeconds }: RemoveOptions): number {
  if (object['kind'] !== 'Pod' || textAt(object, 'spec', 'nodeName') === '') return 0;
  return gracePeriodSeconds ?? numberAt(object, 'spec', 'terminationGracePeriodSeconds');
}

function hasFinalizers(object: KubeObject): boolean {
  const finalizers = metadataOf(object)['finalizers'];
  return isJsonArray(finalizers) && finalizers.length > 0;
}

function markDeleted(
  { context, ref, stored, caller }: Removal,
  { grace, isForeground }: { readonly grace: number; readonly isForeground: boolean },
): void {
  const before = metadataOf(stored.object)['finalizers'];
  const finalizers = [...(isJsonArray(before) ? before : []), ...(isForeground ? [FOREGROUND] : [])];
  context.state.revision += 1;
  const metadata = {
    ...metadataOf(stored.object),
    resourceVersion: String(context.state.revision),
    deletionTimestamp: timestamp(context.now() + grace * 1000),
    deletionGracePeriodSeconds: grace,
    ...(finalizers.length > 0 && { finalizers }),
  };
  const object = { ...stored.object, metadata };
  objectsOf(context.state, ref.type).set(objectKey(ref.namespace, ref.name), { ...stored, object });
  context.onWrite({ ref, caller, subresource: '', before: stored.object, after: object });
}

/** The garbage collector's part of `--cascade=orphan`, done at once. facts/histories.md Y6. */
function orphanDependents({ context, ref, stored, caller }: Removal): void {
  const uid = textAt(stored.object, 'metadata', 'uid');
  for (const objects of context.state.byType.values()) {
    for (const [key, dependent] of objects) {
      const owners = metadataOf(dependent.object)['ownerReferences'];
      if (!isJsonArray(owners) || !owners.some((owner) => textAt(owner, 'uid') === uid)) continue;
      context.state.revision += 1;
      const metadata = {
        ...metadataOf(dependent.object),
        resourceVersion: String(context.state.revision),
        ownerReferences: owners.filter((owner) => textAt(owner, 'uid') !== uid),
      };
      const object = { ...dependent.object, metadata };
      objects.set(key, { ...dependent, object });
      const dependentRef = {
        type: dependent.type,
        namespace: ref.namespace,
        name: textAt(object, 'metadata', 'name'),
      };
      context.onWrite({
        ref: dependentRef,
        caller,
        subresource: '',
        before: dependent.object,
        after: object,
      });
    }
  }
}
