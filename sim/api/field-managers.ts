import type { JsonObject } from '../../documents/json.ts';
import { type FieldChanges, type FieldPath, stepsOf } from './field-paths.ts';

/** One entry of `metadata.managedFields`. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  /** Empty for writes of the object itself. */
  readonly subresource: string;
  readonly fields: ReadonlySet<FieldPath>;
}

export type FieldManagers = readonly FieldManager[];

export type ManagerName = Omit<FieldManager, 'fields'>;

function isSame(a: ManagerName, b: ManagerName): boolean {
  return a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;
}

/** After an update: what changed belongs to the updater alone; what is gone belongs to nobody. */
export function managersAfterUpdate(
  managers: FieldManagers,
  by: ManagerName,
  { set, removed }: FieldChanges,
): FieldManagers {
  if (set.size === 0 && removed.size === 0) return managers;
  const others = managers.map((entry) =>
    withFields(entry, without(entry.fields, isSame(entry, by) ? [removed] : [set, removed])),
  );
  return withEntry(others, by, (fields) => new Set([...fields, ...set]));
}

/** After an apply: the applier owns exactly what it said; where it took a value over, the others no longer do. */
export function managersAfterApply(
  managers: FieldManagers,
  by: ManagerName,
  {
    applied,
    taken,
    removed,
  }: {
    readonly applied: ReadonlySet<FieldPath>;
    readonly taken: ReadonlySet<FieldPath>;
    readonly removed: ReadonlySet<FieldPath>;
  },
): FieldManagers {
  const others = managers.map((entry) =>
    isSame(entry, by) ? entry : withFields(entry, without(entry.fields, [taken, removed])),
  );
  return withEntry(others, by, () => applied);
}

function withEntry(
  managers: FieldManagers,
  by: ManagerName,
  fields: (before: ReadonlySet<FieldPath>) => ReadonlySet<FieldPath>,
): FieldManagers {
  const present = managers.find((entry) => isSame(entry, by));
  const entry = { ...by, fields: fields(present?.fields ?? new Set()) };
  const next =
    present === undefined
      ? [...managers, entry]
      : managers.map((other) => (isSame(other, by) ? entry : other));
  return next.filter((other) => other.fields.size > 0);
}

function withFields(entry: FieldManager, fields: ReadonlySet<FieldPath>): FieldManager {
  return fields === entry.fields ? entry : { ...entry, fields };
}

function without(
  fields: ReadonlySet<FieldPath>,
  gone: readonly ReadonlySet<FieldPath>[],
): ReadonlySet<FieldPath> {
  const hit = gone.some((set) => [...set].some((path) => fields.has(path)));
  return hit ? new Set([...fields].filter((path) => !gone.some((set) => set.has(path)))) : fields;
}

/** The managers, other than this one, that own a field. */
export function ownersOf(managers: FieldManagers, path: FieldPath, except?: ManagerName): FieldManagers {
  return managers.filter(
    (entry) => entry.fields.has(path) && (except === undefined || !isSame(entry, except)),
  );
}

export function fieldsOf(managers: FieldManagers, by: ManagerName): ReadonlySet<FieldPath> {
  return managers.find((entry) => isSame(entry, by))?.fields ?? new Set();
}

/** `metadata.managedFields` as a client reads it. */
export function managedFields(managers: FieldManagers, apiVersion: string): readonly JsonObject[] {
  return managers.map(({ manager, operation, subresource, fields }) => ({
    manager,
    operation,
    apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: fieldTree(fields),
    ...(subresource !== '' && { subresource }),
  }));
}

interface Tree {
  [step: string]: Tree;
}

const trees = new WeakMap<ReadonlySet<FieldPath>, JsonObject>();

/** Entries outlive many writes of other managers, and so do their trees. */
function fieldTree(fields: ReadonlySet<FieldPath>): JsonObject {
  const known = trees.get(fields);
  if (known !== undefined) return known;
  const tree: Tree = {};
  for (const path of fields) {
    let node = tree;
    for (const step of stepsOf(path)) node = node[step] ??= {};
  }
  trees.set(fields, tree);
  return tree;
}
