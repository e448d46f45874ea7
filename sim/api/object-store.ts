import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject, ResourceType } from '../../fleet/cluster-api.ts';
import { type FieldManagers, managedFields } from './field-managers.ts';
import { apiVersionOf } from './resource-types.ts';

/** An object as it is stored; objects are never changed in place, so copies of a world share them. */
export interface StoredObject {
  readonly type: ResourceType;
  /** Without `metadata.managedFields`: those are written out for readers. */
  readonly object: KubeObject;
  readonly managers: FieldManagers;
}

/** All objects by type and by `namespace/name`; the counters that the API server gives out. */
export interface StoreState {
  readonly byType: Map<string, Map<string, StoredObject>>;
  revision: number;
  serial: number;
}

export function emptyStore(): StoreState {
  return { byType: new Map(), revision: 1000, serial: 0 };
}

/** A copy that further writes to either store do not reach. */
export function copyStore({ byType, revision, serial }: StoreState): StoreState {
  return { byType: new Map([...byType].map(([key, objects]) => [key, new Map(objects)])), revision, serial };
}

export function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

/** The objects of one type, by `namespace/name`. */
export function objectsOf(state: StoreState, type: ResourceType): Map<string, StoredObject> {
  const key = `${type.group}/${type.plural}`;
  let objects = state.byType.get(key);
  if (objects === undefined) {
    objects = new Map();
    state.byType.set(key, objects);
  }
  return objects;
}

const views = new WeakMap<StoredObject, KubeObject>();

/** The object as a reader gets it. Field owners are written out only when somebody looks at them. */
export function viewOf(stored: StoredObject): KubeObject {
  if (stored.managers.length === 0) return stored.object;
  let view = views.get(stored);
  if (view === undefined) {
    const metadata = {
      ...metadataOf(stored.object),
      get managedFields() {
        return managedFields(stored.managers, apiVersionOf(stored.type));
      },
    };
    view = { ...stored.object, metadata };
    views.set(stored, view);
  }
  return view;
}

export function metadataOf(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
    ? (metadata as JsonObject)
    : {};
}
