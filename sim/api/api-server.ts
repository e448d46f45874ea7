import type { JsonObject } from '../../documents/json.ts';
import type {
  KubeObject,
  ListResult,
  ObjectRef,
  PatchOptions,
  ResourceType,
} from '../../fleet/cluster-api.ts';
import { at, mapAt, numberAt, textAt, withAt, withoutAt } from '../json.ts';
import { badRequest, conflict, notFound, notServed, unsupportedMediaType } from './errors.ts';
import { matchesSelector } from './label-selector.ts';
import { objectKey, objectsOf, type StoredObject, viewOf } from './object-store.ts';
import { mergePatch, strategicMergePatch } from './patches.ts';
import { isBuiltIn } from './resource-types.ts';
import { scaleOf, scaledObject } from './scale.ts';
import { applyFields } from './server-side-apply.ts';
import { type Caller, commit, type Write, type WriteContext } from './commit.ts';
import { remove, type RemoveOptions } from './remove.ts';

type Subresource = '' | 'status' | 'scale';

/**
 * The API server's semantics as far as the Jobs, Argo CD and the controllers rely on them, without time: every call is
 * carried out at once and throws `ApiError`. facts/proven.md 1 to 3, facts/argocd.md 5, facts/scaling.md 2 and 3.
 */
export class ApiServer {
  readonly options: WriteContext;

  constructor(options: WriteContext) {
    this.options = options;
  }

  get(ref: ObjectRef): KubeObject {
    return viewOf(this.stored(ref));
  }

  /** As `get`, but undefined where there is none, and without field owners: for the controllers. */
  find(ref: ObjectRef): KubeObject | undefined {
    return this.lookUp(ref)?.object;
  }

  list(type: ResourceType, namespace: string, labelSelector = ''): ListResult {
    this.checkServed(type);
    const items = [...this.inNamespace(type, namespace)]
      .filter(({ object }) => matchesSelector(mapAt(object, 'metadata', 'labels'), labelSelector))
      .map(viewOf);
    return { items, resourceVersion: String(this.options.state.revision) };
  }

  /** Every object of a type, without field owners: for the controllers. */
  *objects(type: ResourceType, namespace?: string): Generator<KubeObject> {
    for (const { object } of this.inNamespace(type, namespace)) yield object;
  }

  create(type: ResourceType, object: KubeObject, caller: Caller): KubeObject {
    this.checkServed(type);
    const name = this.nameFor(object);
    const namespace = textAt(object, 'metadata', 'namespace');
    const ref = { type, namespace, name };
    const after = withAt(object, ['metadata', 'name'], name);
    return this.commit({ ref, caller, before: undefined, after, operation: 'Update', subresource: '' });
  }

  /** PUT: what is omitted falls back to its default. facts/proven.md 1 (`kubectl replace`). */
  replace(ref: ObjectRef, object: KubeObject, caller: Caller): KubeObject {
    const before = this.stored(ref);
    this.checkPrecondition(ref, before.object, object);
    return this.commit({ ref, caller, before, after: object, operation: 'Update', subresource: '' });
  }

  /** PUT of the status subresource. Without `resourceVersion` it is unconditional. */
  replaceStatus(ref: ObjectRef, status: JsonObject, caller: Caller): KubeObject {
    const before = this.stored(ref);
    const after = { ...before.object, status };
    return this.commit({ ref, caller, before, after, operation: 'Update', subresource: 'status' });
  }

  patch(ref: ObjectRef, body: JsonObject, options: PatchOptions & { readonly user: string }): KubeObject {
    const caller = { user: options.user, manager: options.fieldManager };
    if (options.kind === 'apply') return this.apply(ref, body, { ...options, caller });
    const before = this.stored(ref);
    this.checkPrecondition(ref, before.object, body);
    if (options.kind === 'strategic' && !isBuiltIn(ref.type)) {
      throw unsupportedMediaType('the body of the request was in an unknown format');
    }
    const merge = options.kind === 'merge' ? mergePatch : strategicMergePatch;
    const subresource: Subresource = options.subresource ?? '';
    if (subresource === 'scale') {
      const after = scaledObject(before.object, merge(scaleOf(before.object), body));
      return scaleOf(this.commit({ ref, caller, before, after, operation: 'Update', subresource }));
    }
    const after = merge(before.object, body);
    return this.commit({ ref, caller, before, after, operation: 'Update', subresource });
  }

  delete(ref: ObjectRef, options: RemoveOptions, caller: Caller): void {
    const stored = this.stored(ref);
    const { uid, resourceVersion } = options.preconditions ?? {};
    if (uid !== undefined && uid !== textAt(stored.object, 'metadata', 'uid')) {
      throw conflict(
        ref.type,
        ref.name,
        `the UID in the precondition (${uid}) does not match the UID in record`,
      );
    }
    if (
      resourceVersion !== undefined &&
      resourceVersion !== textAt(stored.object, 'metadata', 'resourceVersion')
    ) {
      throw conflict(ref.type, ref.name);
    }
    remove({ context: this.options, ref, stored, caller }, options);
  }

  private apply(
    ref: ObjectRef,
    body: JsonObject,
    { force = false, caller, ...options }: PatchOptions & { readonly caller: Caller },
  ): KubeObject {
    const subresource: Subresource = options.subresource ?? '';
    this.checkServed(ref.type);
    if (at(body, 'metadata', 'managedFields') !== undefined)
      throw badRequest('metadata.managedFields must be nil');
    const by = { manager: caller.manager, operation: 'Apply', subresource } as const;
    const before = this.lookUp(ref);
    if (before === undefined && subresource !== '') throw notFound(ref.type, ref.name);
    if (before !== undefined) this.checkPrecondition(ref, before.object, body);
    const wanted = subresource === 'status' ? { status: mapAt(body, 'status') } : withoutServerFields(body);
    const live = { object: before?.object ?? nameless(body), managers: before?.managers ?? [] };
    const result = applyFields(live, wanted, { by, force });
    if ('conflicts' in result) throw conflict(ref.type, ref.name, result.conflicts);
    const { object: after, managers } = result;
    return this.commit({ ref, caller, before, after, operation: 'Apply', subresource, managers });
  }

  private commit(write: Write): KubeObject {
    return viewOf(commit(this.options, write));
  }

  private *inNamespace(type: ResourceType, namespace?: string): Generator<StoredObject> {
    const all = objectsOf(this.options.state, type);
    const prefix = namespace === undefined || namespace === '' ? '' : `${namespace}/`;
    for (const [key, stored] of all) if (key.startsWith(prefix)) yield stored;
  }

  private lookUp({ type, namespace, name }: ObjectRef): StoredObject | undefined {
    return objectsOf(this.options.state, type).get(objectKey(namespace, name));
  }

  private stored(ref: ObjectRef): StoredObject {
    const stored = this.lookUp(ref);
    if (stored === undefined) throw notFound(ref.type, ref.name);
    return stored;
  }

  private checkServed({ group }: ResourceType): void {
    if (this.options.absentGroups.has(group)) throw notServed();
  }

  private nameFor(object: KubeObject): string {
    const name = textAt(object, 'metadata', 'name');
    if (name !== '') return name;
    const { state } = this.options;
    state.serial += 1;
    return `${textAt(object, 'metadata', 'generateName')}${state.serial.toString(36).padStart(5, '0')}`;
  }

  private checkPrecondition(ref: ObjectRef, live: KubeObject, body: JsonObject): void {
    const uid = textAt(body, 'metadata', 'uid');
    if (uid !== '' && uid !== textAt(live, 'metadata', 'uid')) throw conflict(ref.type, ref.name);
    const wanted = textAt(body, 'metadata', 'resourceVersion');
    if (wanted !== '' && wanted !== textAt(live, 'metadata', 'resourceVersion'))
      throw conflict(ref.type, ref.name);
  }
}

function withoutServerFields(body: JsonObject): JsonObject {
  const { status, ...rest } = body;
  return withoutAt(status === undefined ? body : rest, ['metadata', 'resourceVersion']);
}

function nameless({ apiVersion = '', kind = '', metadata }: JsonObject): JsonObject {
  return {
    apiVersion,
    kind,
    metadata: { name: textAt(metadata, 'name'), namespace: textAt(metadata, 'namespace') },
  };
}

/** The generation that a controller says it has seen. */
export function observedGeneration(object: KubeObject): number {
  return numberAt(object, 'status', 'observedGeneration');
}
