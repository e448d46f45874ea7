import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';

/**
 * Drops nulls, empty maps and empty lists at any depth: the API server drops or defaults them, and Argo CD then shows drift
 * for ever (facts/bug-reports.md A15). For objects that we render; what passes through keeps its empty maps, which can carry meaning.
 */
export function prune(object: JsonObject): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(object)) {
    const pruned = pruneValue(value);
    if (pruned !== undefined) kept[key] = pruned;
    else if (isSelector(key) && value !== null) throw new EmptySelectorError(key);
  }
  return kept;
}

/** A selector that would be dropped as empty. Absent it means something else: in a NetworkPolicy, everything. */
export class EmptySelectorError extends Error {
  constructor(key: string) {
    super(`Cannot drop the empty ${key}: it would select something else`);
  }
}

/** `nodeSelector` is the exception: empty and absent both mean any node. */
function isSelector(key: string): boolean {
  return /^selector$|Selector$/.test(key) && key !== 'nodeSelector';
}

function pruneValue(value: JsonValue): JsonValue | undefined {
  if (value === null) return undefined;
  if (isJsonArray(value)) return nonEmpty(value.map(pruneValue).filter((item) => item !== undefined));
  return isJsonObject(value) ? nonEmpty(prune(value)) : value;
}

function nonEmpty<T extends JsonValue & object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Drops the null members of maps, and nothing else: to the API server they are absent. */
export function dropNullMembers(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(dropNullMembers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, dropNullMembers(member)]),
  );
}
