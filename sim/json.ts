import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../documents/json.ts';

const NOTHING: JsonObject = {};

/** The value at a path of map keys; undefined where any step is missing. */
export function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const key of path) found = isJsonObject(found) ? found[key] : undefined;
  return found;
}

/** The map at a path; empty where there is none. */
export function mapAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = at(value, ...path);
  return isJsonObject(found) ? found : NOTHING;
}

/** The string at a path; empty where there is none. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The number at a path; zero where there is none, as Go's zero value is. */
export function numberAt(value: JsonValue | undefined, ...path: readonly string[]): number {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : 0;
}

/** The maps of the list at a path; what is not a map is passed over. */
export function mapsAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonObject[] {
  const found = at(value, ...path);
  return isJsonArray(found) ? found.filter(isJsonObject) : [];
}

/** A copy with one value set; maps on the way are made. */
export function withAt(object: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return object;
  const next = rest.length === 0 ? value : withAt(mapAt(object, key), rest, value);
  return object[key] === next ? object : { ...object, [key]: next };
}

/** A copy without one value; the same object where it is not there. */
export function withoutAt(object: JsonObject, path: readonly string[]): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined || !(key in object)) return object;
  if (rest.length > 0) {
    const child = object[key];
    if (!isJsonObject(child)) return object;
    const next = withoutAt(child, rest);
    return next === child ? object : { ...object, [key]: next };
  }
  const { [key]: removed, ...others } = object;
  return removed === undefined ? object : others;
}

/** Deep equality; key order does not count. Shared parts cost nothing. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => sameJson(a[key], b[key]));
}
