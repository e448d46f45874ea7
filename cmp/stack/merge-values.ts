import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';

/**
 * `change` over `base`, as upstream merges Helm values: maps merge, everything else replaces, lists as a whole; false, 0,
 * an empty text and null replace too; an empty map over a map changes nothing. facts/celld-stack.md 1.3.
 */
export function mergeValues(base: JsonObject, change: JsonObject): JsonObject {
  const merged = new Map<string, JsonValue>(Object.entries(base));
  for (const [key, value] of Object.entries(change)) {
    const present = merged.get(key);
    merged.set(key, isJsonObject(present) && isJsonObject(value) ? mergeValues(present, value) : value);
  }
  return Object.fromEntries(merged);
}
