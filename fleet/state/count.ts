import { isJsonArray, isJsonObject, type JsonValue } from '../../documents/json.ts';

/** A counter: an integer from zero on, small enough to be exact. Anything else, text and -1 included, is undefined. */
export function countOf(value: JsonValue | undefined): number | undefined {
  // -0 is a way to write 0 in JSON.
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined;
}

/**
 * How many there are, told as a number, a list or a map; nothing said counts as none. A map counts its entries,
 * whatever they say: too many is safe, too few is not. facts/celld.md 1.2 (`swapping`).
 */
export function sizeOf(value: JsonValue | undefined): number | undefined {
  if (value === undefined || value === null) return 0;
  if (isJsonArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : countOf(value);
}
