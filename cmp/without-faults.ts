import { isJsonArray, isJsonObject, type JsonValue } from '../documents/json.ts';
import { formatPath, type Path } from '../documents/path.ts';
import type { AjvErrorLike } from '../documents/schema-error.ts';

/** A value without the fields that its schema refuses. */
export interface Repaired {
  readonly value: JsonValue;
  /** Where something was taken out. */
  readonly removed: readonly Path[];
}

/**
 * Takes out what the schema refuses, so that the rules can judge the rest: a person then sees every problem at once, and
 * not the next ones after the first are mended. A list loses all of its items with one, so that no index moves.
 */
export function withoutFaults(value: JsonValue, errors: readonly AjvErrorLike[]): Repaired {
  const removed = errors.map(faultPath).map((path) => wholeList(value, path));
  return { value: removed.reduce<JsonValue>(without, value), removed };
}

/** True for a path at, above or below one that was taken out: what a rule says there may come from that alone. */
export function touches(path: string, removed: readonly Path[]): boolean {
  return removed.map(formatPath).some((other) => isWithin(path, other) || isWithin(other, path));
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
}

/** The refused field itself; for a missing field, the map that lacks it. */
function faultPath({ instancePath, params, propertyName }: AjvErrorLike): Path {
  const at = instancePath.split('/').slice(1).map(unescapePointer);
  const extra = params['additionalProperty'] ?? propertyName;
  return typeof extra === 'string' ? [...at, extra] : at;
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function wholeList(value: JsonValue, path: Path): Path {
  let at: JsonValue | undefined = value;
  for (const [index, key] of path.entries()) {
    if (isJsonArray(at)) return path.slice(0, index);
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return path;
}

function without(value: JsonValue, path: Path): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined || !isJsonObject(value) || !Object.hasOwn(value, key)) return value;
  const entries = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    if (name !== key) return [[name, member]];
    return rest.length === 0 ? [] : [[name, without(member, rest)]];
  });
  return Object.fromEntries(entries);
}
