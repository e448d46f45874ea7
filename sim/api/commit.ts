import { isJsonArray, type JsonObject } from '../../documents/json.ts';
import type { KubeObject, ObjectRef } from '../../fleet/cluster-api.ts';
import { mapAt, numberAt, sameJson, withoutAt } from '../json.ts';
import { timestamp } from '../timestamp.ts';
import { checkWrite } from './check-write.ts';
import { withServerDefaults } from './defaults.ts';
import { alreadyExists, forbidden } from './errors.ts';
import { type FieldManagers, managersAfterUpdate } from './field-managers.ts';
import { changedLeaves } from './field-paths.ts';
import { metadataOf, objectKey, objectsOf, type StoredObject, type StoreState } from './object-store.ts';
import { apiVersionOf, hasGeneration, hasStatus, tracksFields } from './resource-types.ts';

/** Who calls: `user` is the identity, `manager` the name under which fields are owned. */
export interface Caller {
  readonly user: string;
  readonly manager: string;
}

/** One write, as admission and everybody who watches sees it. `after` undefined: the object is gone. */
export interface Committed {
  readonly ref: ObjectRef;
  readonly caller: Caller;
  readonly subresource: string;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

/** A sentence refuses the write (403), as a ValidatingAdmissionPolicy does; an object replaces it, as a webhook does. */
export type Admission = (write: Committed) => string | KubeObject | undefined;

export interface WriteContext {
  readonly state: StoreState;
  readonly now: () => number;
  readonly onWrite: (write: Committed) => void;
  readonly admission: readonly Admission[];
  /** Groups that no CustomResourceDefinition serves: every call of them is 404. */
  readonly absentGroups: ReadonlySet<string>;
}

export interface Write {
  readonly ref: ObjectRef;
  readonly caller: Caller;
  readonly before: StoredObject | undefined;
  readonly after: JsonObject;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
  /** Given by server-side apply; an update works them out. */
  readonly managers?: FieldManagers;
}

/** Stores a write: defaults, admission, validation, generation, owners, `resourceVersion`. */
export function commit(context: WriteContext, write: Write): StoredObject {
  const { ref, before } = write;
  const objects = objectsOf(context.state, ref.type);
  const key = objectKey(ref.namespace, ref.name);
  if (before === undefined && objects.has(key)) throw alreadyExists(ref.type, ref.name);
  const admitted = admit(context, write, shaped(write));
  const error = checkWrite({ type: ref.type, name: ref.name, before: before?.object, after: admitted });
  if (error !== undefined) throw error;
  const managers = ownersAfter(write, admitted);
  // A write that changes nothing is not stored, and no `resourceVersion` is used for it.
  if (before?.managers === managers && sameJson(before.object, admitted)) return before;
  const object = stamped(context, write, admitted);
  const stored = { type: ref.type, object, managers };
  const deleted = isFinalized(object);
  if (deleted) objects.delete(key);
  else objects.set(key, stored);
  const { caller, subresource } = write;
  context.onWrite({ ref, caller, subresource, before: before?.object, after: deleted ? undefined : object });
  return stored;
}

/** What the subresource lets through, with the server's own fields kept and defaults filled in. */
function shaped({ ref: { type, namespace, name }, before, after, subresource }: Write): JsonObject {
  const live = before?.object;
  if (live !== undefined && subresource === 'status') return { ...live, status: mapAt(after, 'status') };
  const metadata = {
    ...withoutAt(metadataOf(after), ['managedFields']),
    name,
    ...(namespace !== '' && { namespace }),
    ...(live !== undefined && serverFields(live)),
  };
  const status = hasStatus(type) ? live?.['status'] : after['status'];
  return withServerDefaults(type, {
    apiVersion: apiVersionOf(type),
    kind: type.kind,
    ...withoutAt(after, ['status']),
    metadata,
    ...(status !== undefined && { status }),
  });
}

const SERVER_FIELDS = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
];

function serverFields(live: JsonObject): JsonObject {
  const metadata = metadataOf(live);
  return Object.fromEntries(
    SERVER_FIELDS.filter((key) => key in metadata).map((key) => [key, metadata[key] ?? null]),
  );
}

function admit(context: WriteContext, write: Write, after: JsonObject): JsonObject {
  const { ref, caller, subresource, before } = write;
  let object = after;
  for (const admission of context.admission) {
    const verdict = admission({ ref, caller, subresource, before: before?.object, after: object });
    if (typeof verdict === 'string') throw forbidden(ref.type, ref.name, verdict);
    object = verdict ?? object;
  }
  return object;
}

function ownersAfter(write: Write, after: JsonObject): FieldManagers {
  if (!tracksFields(write.ref.type)) return [];
  if (write.managers !== undefined) return write.managers;
  const { before, caller, operation, subresource } = write;
  const changes = changedLeaves(before?.object ?? {}, after);
  return managersAfterUpdate(
    before?.managers ?? [],
    { manager: caller.manager, operation, subresource },
    changes,
  );
}

/** uid and creation time once, `resourceVersion` always, `generation` only when something but metadata and status changes. */
function stamped(context: WriteContext, { ref, before }: Write, after: JsonObject): KubeObject {
  const { state } = context;
  state.revision += 1;
  const metadata: JsonObject = { ...metadataOf(after), resourceVersion: String(state.revision) };
  if (before === undefined) {
    state.serial += 1;
    const uid = `00000000-0000-4000-8000-${String(state.serial).padStart(12, '0')}`;
    const created = { ...metadata, uid, creationTimestamp: timestamp(context.now()) };
    return { ...after, metadata: hasGeneration(ref.type) ? { ...created, generation: 1 } : created };
  }
  if (!hasGeneration(ref.type) || sameWanted(before.object, after)) return { ...after, metadata };
  const generation = numberAt(before.object, 'metadata', 'generation') + 1;
  return { ...after, metadata: { ...metadata, generation } };
}

function sameWanted(before: JsonObject, after: JsonObject): boolean {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].every(
    (key) => key === 'metadata' || key === 'status' || sameJson(before[key], after[key]),
  );
}

/** An object that is being deleted goes with its last finalizer. Pods go when the kubelet says so. */
function isFinalized(object: KubeObject): boolean {
  const metadata = metadataOf(object);
  if (metadata['deletionTimestamp'] === undefined || object['kind'] === 'Pod') return false;
  const finalizers = metadata['finalizers'];
  return !isJsonArray(finalizers) || finalizers.length === 0;
}
