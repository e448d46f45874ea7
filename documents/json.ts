/** Plain JSON data, as read from a file or sent to the API server. */
export type JsonValue = string | number | boolean | null | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for a map: neither a list nor null. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a list; `Array.isArray` alone does not narrow a readonly list. */
export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}
