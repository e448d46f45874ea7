import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { equalLeaf, type FieldPath, inDropOrder, leavesOf, stepsOf, withoutLeaf } from './field-paths.ts';
import {
  type FieldManagers,
  fieldsOf,
  type ManagerName,
  managersAfterApply,
  ownersOf,
} from './field-managers.ts';
import { isKeyedList, mergeByKey } from './list-keys.ts';

export interface Applied {
  readonly object: JsonObject;
  readonly managers: FieldManagers;
}

export interface ApplyConflict {
  readonly conflicts: string;
}

/**
 * Server-side apply: the applied leaves win; leaves that this manager applied before, does not apply now and that
 * nobody else owns are removed; a leaf of another value that somebody else owns is a conflict unless forced.
 * facts/argocd.md 5, facts/scaling.md 2.1.
 */
export function applyFields(
  live: Applied,
  body: JsonObject,
  { by, force }: { readonly by: ManagerName; readonly force: boolean },
): Applied | ApplyConflict {
  const applied = leavesOf(body);
  const present = leavesOf(live.object);
  const taken = takenFields(applied, present);
  const contested = [...taken].flatMap((path) =>
    ownersOf(live.managers, path, by).map((owner) => ({ path, owner })),
  );
  if (contested.length > 0 && !force) return { conflicts: conflictText(contested) };
  const dropped = [...fieldsOf(live.managers, by)].filter(
    (path) => !applied.has(path) && ownersOf(live.managers, path, by).length === 0,
  );
  const merged = mergeApplied(live.object, body);
  return {
    object: inDropOrder(dropped).reduce(withoutLeaf, merged),
    managers: managersAfterApply(live.managers, by, {
      applied: new Set(applied.keys()),
      taken,
      removed: new Set(dropped),
    }),
  };
}

function takenFields(
  applied: ReadonlyMap<FieldPath, JsonValue>,
  present: ReadonlyMap<FieldPath, JsonValue>,
): ReadonlySet<FieldPath> {
  const taken = [...applied].filter(([path, value]) => {
    const before = present.get(path);
    return before !== undefined && !equalLeaf(before, value);
  });
  return new Set(taken.map(([path]) => path));
}

function conflictText(
  contested: readonly { readonly path: FieldPath; readonly owner: ManagerName }[],
): string {
  const lines = contested.map(
    ({ path, owner }) =>
      `conflict with "${owner.manager}": .${stepsOf(path)
        .map((step) => step.slice(2))
        .join('.')}`,
  );
  return `Apply failed with ${lines.length} conflict${lines.length === 1 ? '' : 's'}: ${lines.join('; ')}`;
}

function mergeApplied(live: JsonObject, body: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = { ...live };
  for (const [key, value] of Object.entries(body)) {
    const before = live[key];
    if (isJsonObject(value) && isJsonObject(before)) result[key] = mergeApplied(before, value);
    else if (isKeyedList(key, value) && isJsonArray(before)) {
      result[key] = mergeByKey(key, { live: before, changes: value }, (item, change) =>
        item === undefined ? change : mergeApplied(item, change),
      );
    } else result[key] = value;
  }
  return result;
}
