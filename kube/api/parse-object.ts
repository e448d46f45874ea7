import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';

/** A body as JSON object; undefined for HTML, plain text, a list or what was cut off. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
