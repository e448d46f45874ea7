import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonValue } from '../../documents/json.ts';
import type { Path } from '../../documents/path.ts';

/** True for a field that is there: null means absent to the API server. */
export function isWritten(value: JsonValue | undefined): value is Exclude<JsonValue, null> {
  return value !== undefined && value !== null;
}

/** The value at a path, undefined where there is none. */
export function writtenAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  let at = value;
  for (const segment of path) {
    if (typeof segment === 'number') at = isJsonArray(at) ? at[segment] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, segment) ? at[segment] : undefined;
  }
  return at;
}
