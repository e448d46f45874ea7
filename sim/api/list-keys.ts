import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../documents/json.ts';

/** Lists that merge by key, by the name of their field; all others are replaced whole. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  imagePullSecrets: ['name'],
  conditions: ['type'],
  ownerReferences: ['uid'],
  ports: ['containerPort', 'port', 'protocol'],
};

/** A list whose items are told apart by a key. `Service` and container ports share a field name, not a key. */
export function isKeyedList(field: string, value: JsonValue | undefined): value is readonly JsonObject[] {
  return KEYS[field] !== undefined && isJsonArray(value) && value.every(isJsonObject);
}

/** What tells an item of a keyed list from its neighbours. */
export function itemKey(field: string, item: JsonObject): string {
  const keys = KEYS[field] ?? [];
  return keys
    .filter((key) => item[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(item[key])}`)
    .join(',');
}

/** The list with each item of `changes` put in the place of its namesake, or at the end. */
export function mergeByKey(
  field: string,
  lists: { readonly live: JsonArray; readonly changes: readonly JsonObject[] },
  merge: (live: JsonObject | undefined, change: JsonObject) => JsonObject | undefined,
): readonly JsonObject[] {
  const items = new Map<string, JsonObject>();
  for (const item of lists.live) if (isJsonObject(item)) items.set(itemKey(field, item), item);
  for (const change of lists.changes) {
    const key = itemKey(field, change);
    const next = merge(items.get(key), change);
    if (next === undefined) items.delete(key);
    else items.set(key, next);
  }
  return [...items.values()];
}
