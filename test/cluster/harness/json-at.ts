import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../documents/json.ts';

/** The value at a path of map keys; undefined where there is none. */
export function valueAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (seen, key) => (isJsonObject(seen) ? seen[key] : undefined),
    value,
  );
}

/** The string at a path; empty where there is none. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The maps of the list at a path; empty where there is none. */
export function objectsAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonObject[] {
  const found = valueAt(value, ...path);
  return isJsonArray(found) ? found.filter(isJsonObject) : [];
}
