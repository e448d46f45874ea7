import { load } from 'js-yaml';
import type { JsonValue } from '../../documents/json.ts';

/** A second YAML reader, of another family than the one that the program uses. */
export function parse(text: string): JsonValue {
  return load(text) as JsonValue;
}
