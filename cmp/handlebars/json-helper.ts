import type { JsonValue } from '../../documents/json.ts';

/** The only way by which a value enters rendered text: as JSON, on one line. */
export function jsonHelper(value: JsonValue | undefined): string {
  if (value === undefined) throw new TypeError('Cannot render a value that the view does not have');
  return JSON.stringify(value);
}
