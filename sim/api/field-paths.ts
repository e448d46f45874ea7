import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { isKeyedList, itemKey } from './list-keys.ts';

/**
 * A leaf of an object as `managedFields` names it: steps joined by a slash-like separator, `f:<key>` for a map key and
 * `k:{<key>}` for an item of a keyed list. Lists without keys are one leaf.
 */
export type FieldPath = string;

const SEPARATOR = '\n';
/** What the API server itself writes, and nobody owns. */
const UNTRACKED: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
]);

export function fieldPath(...keys: readonly string[]): FieldPath {
  return keys.map((key) => `f:${key}`).join(SEPARATOR);
}

export function stepsOf(path: FieldPath): readonly string[] {
  return path.split(SEPARATOR);
}

/** Every leaf of an object with its value. */
export function leavesOf(object: JsonObject): ReadonlyMap<FieldPath, JsonValue> {
  const leaves = new Map<FieldPath, JsonValue>();
  for (const [key, value] of Object.entries(trackedPart(object))) collect(`f:${key}`, key, value, leaves);
  return leaves;
}

function trackedPart(object: JsonObject): JsonObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  if (apiVersion === undefined && kind === undefined) return object;
  if (!isJsonObject(metadata)) return rest;
  const owned = Object.entries(metadata).filter(([key]) => !UNTRACKED.has(key));
  return { metadata: Object.fromEntries(owned), ...rest };
}

type Leaves = Map<FieldPath, JsonValue>;

// eslint-disable-next-line max-params -- the hot path of every tracked write: no object per step
function collect(path: FieldPath, field: string, value: JsonValue, leaves: Leaves): void {
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    for (const [key, child] of Object.entries(value))
      collect(`${path}${SEPARATOR}f:${key}`, key, child, leaves);
  } else if (isKeyedList(field, value) && value.length > 0) {
    for (const item of value) collect(`${path}${SEPARATOR}k:{${itemKey(field, item)}}`, '', item, leaves);
  } else leaves.set(path, value);
}

export interface FieldChanges {
  /** Added, or with another value. */
  readonly set: ReadonlySet<FieldPath>;
  readonly removed: ReadonlySet<FieldPath>;
}

/** The leaves in which two objects differ. Shared parts are passed over. */
export function changedLeaves(before: JsonObject, after: JsonObject): FieldChanges {
  const changes: Changes = { set: new Set(), removed: new Set() };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (key === 'apiVersion' || key === 'kind' || before[key] === after[key]) continue;
    const part = (object: JsonObject) => (key === 'metadata' ? owned(object[key]) : object[key]);
    compare({ path: `f:${key}`, field: key, before: part(before), after: part(after) }, changes);
  }
  return changes;
}

function owned(metadata: JsonValue | undefined): JsonObject {
  if (!isJsonObject(metadata)) return {};
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !UNTRACKED.has(key)));
}

interface Changes {
  readonly set: Set<FieldPath>;
  readonly removed: Set<FieldPath>;
}

interface Pair {
  readonly path: FieldPath;
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

function compare({ path, field, before, after }: Pair, changes: Changes): void {
  if (before === after) return;
  if (isFilled(before) && isFilled(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const pair = { before: before[key], after: after[key] };
      compare({ path: `${path}${SEPARATOR}f:${key}`, field: key, ...pair }, changes);
    }
    return;
  }
  const was = leavesAt(path, field, before);
  const is = leavesAt(path, field, after);
  for (const [leaf, value] of is) {
    const earlier = was.get(leaf);
    if (earlier === undefined || !equalLeaf(earlier, value)) changes.set.add(leaf);
  }
  for (const leaf of was.keys()) if (!is.has(leaf)) changes.removed.add(leaf);
}

function isFilled(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0;
}

function leavesAt(path: FieldPath, field: string, value: JsonValue | undefined): Leaves {
  const leaves: Leaves = new Map();
  if (value !== undefined) collect(path, field, value, leaves);
  return leaves;
}

/** Leaves are scalars, lists without keys, and empty maps. */
export function equalLeaf(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}

/** The object without one leaf; keyed items that become empty go with it. */
export function withoutLeaf(object: JsonObject, path: FieldPath): JsonObject {
  const next = drop(object, '', stepsOf(path));
  return isJsonObject(next) ? next : {};
}

function drop(value: JsonValue | undefined, field: string, steps: readonly string[]): JsonValue | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return undefined;
  if (step.startsWith('k:')) return dropFromList(value, field, steps);
  const key = step.slice(2);
  if (!isJsonObject(value) || !(key in value)) return value;
  const { [key]: child, ...others } = value;
  const next = drop(child, key, rest);
  return next === undefined ? others : { ...others, [key]: next };
}

function dropFromList(
  value: JsonValue | undefined,
  field: string,
  [step = '', ...rest]: readonly string[],
): JsonValue | undefined {
  if (!isJsonArray(value)) return value;
  const isKey = rest.length === 1 && isKeyLeaf([step, ...rest]);
  return value.flatMap((item) => {
    if (!isJsonObject(item) || `k:{${itemKey(field, item)}}` !== step) return [item];
    const next = isKey ? undefined : drop(item, '', rest);
    return next === undefined ? [] : [next];
  });
}

function isKeyLeaf(steps: readonly string[]): boolean {
  const [item = '', leaf = ''] = steps.slice(-2);
  return item.startsWith('k:{') && item.includes(`${JSON.stringify(leaf.slice(2))}:`);
}

/** Leaves in the order in which they can be dropped: what tells an item from its neighbours goes last. */
export function inDropOrder(paths: readonly FieldPath[]): readonly FieldPath[] {
  const keys = paths.filter((path) => isKeyLeaf(stepsOf(path)));
  return [...paths.filter((path) => !keys.includes(path)), ...keys];
}
