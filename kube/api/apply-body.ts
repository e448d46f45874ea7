import type { JsonObject } from '../../documents/json.ts';

// JSON leaves these bare in strings, and YAML, as which the API server reads an apply, does not take them.
const NOT_IN_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** JSON that is also YAML. */
export function applyBody(body: JsonObject): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(body).replace(NOT_IN_YAML, escape);
}
