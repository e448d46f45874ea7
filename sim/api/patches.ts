import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { isKeyedList, itemKey, mergeByKey } from './list-keys.ts';

/** RFC 7386: null removes, maps merge, everything else replaces. */
export function mergePatch(live: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = { ...live };
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key];
    // Drops the key; an object literal cannot.
    if (value === null) Reflect.deleteProperty(result, key);
    else if (isJsonObject(value)) result[key] = mergePatch(isJsonObject(before) ? before : {}, value);
    else result[key] = value;
  }
  return result;
}

/** Kubernetes' own: as above, but lists with a merge key merge by it, and `$patch: delete` removes an item. */
export function strategicMergePatch(live: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = { ...live };
  for (const [key, value] of Object.entries(patch)) {
    // Directives about order change no meaning here.
    if (key.startsWith('$')) continue;
    const before = result[key];
    if (value === null) Reflect.deleteProperty(result, key);
    else if (isJsonObject(value))
      result[key] = strategicMergePatch(isJsonObject(before) ? before : {}, value);
    else if (isKeyedList(key, value)) {
      const items = isJsonArray(before) ? before : [];
      result[key] = mergeByKey(key, { live: items, changes: value }, (item, change) =>
        change['$patch'] === 'delete' ? undefined : strategicMergePatch(item ?? {}, change),
      );
    } else result[key] = value;
  }
  return result;
}

/**
 * The patch of a client-side apply: what the wanted object says, and null for what the last applied one said and the
 * wanted one does not. facts/argocd.md 5: a field that neither has is left as it is.
 */
export function threeWayPatch(lastApplied: JsonObject, wanted: JsonObject): JsonObject {
  const patch: Record<string, JsonValue> = { ...wanted };
  for (const [key, before] of Object.entries(lastApplied)) {
    const after = wanted[key];
    if (after === undefined) patch[key] = null;
    else if (isJsonObject(before) && isJsonObject(after)) patch[key] = threeWayPatch(before, after);
    else if (isKeyedList(key, before) && isKeyedList(key, after)) {
      patch[key] = threeWayList(key, before, after);
    }
  }
  return patch;
}

function threeWayList(
  field: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): readonly JsonObject[] {
  const kept = mergeByKey(field, { live: before, changes: after }, (was, item) =>
    was === undefined ? item : threeWayPatch(was, item),
  );
  const wanted = new Set(after.map((item) => itemKey(field, item)));
  return kept.map((item) => (wanted.has(itemKey(field, item)) ? item : { ...item, $patch: 'delete' }));
}

/** The same for custom resources, whose lists are replaced whole. */
export function mergeThreeWay(lastApplied: JsonObject, wanted: JsonObject): JsonObject {
  const patch: Record<string, JsonValue> = { ...wanted };
  for (const [key, before] of Object.entries(lastApplied)) {
    const after = wanted[key];
    if (after === undefined) patch[key] = null;
    else if (isJsonObject(before) && isJsonObject(after)) patch[key] = mergeThreeWay(before, after);
  }
  return patch;
}
