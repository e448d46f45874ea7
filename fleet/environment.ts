import { isRefusedEnvironmentName } from './celld-removed-names.ts';
import type { EnvironmentInput } from './environment-input.ts';
import type { EnvironmentRow } from './environment-row.ts';
import { ENVIRONMENT_ROWS } from './environment-rows.ts';
import { escapeExpansion } from './escape-expansion.ts';
import { isReservedVariableName, type KeyReference, type UserVariable } from './user-environment.ts';
import { type CelldVersion, formatVersion, isAtLeast } from './version.ts';

/** One variable of the celld container: a value (already safe from expansion), a pod field, a Secret's or ConfigMap's key. */
export type EnvEntry =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly fieldPath: string }
  | { readonly name: string; readonly secret: string; readonly key: string; readonly optional?: true }
  | { readonly name: string; readonly configMap: string; readonly key: string; readonly optional?: true };

/**
 * The container's environment for one celld version, in the order of `ENVIRONMENT_ROWS`, the user's variables last.
 * Throws where the rules before it have let through a name that is reserved or that this version refuses.
 */
export function celldEnvironment(input: EnvironmentInput): readonly EnvEntry[] {
  const ours = ENVIRONMENT_ROWS.filter((row) => hasRow(row, input.version)).flatMap((row) =>
    entryOf(row, input),
  );
  const theirs = (input.spec.podTemplate?.env ?? []).map(userEntry);
  const entries = [...ours, ...theirs];
  const refused = entries.find(({ name }) => isRefusedEnvironmentName(input.version, name));
  if (refused !== undefined) {
    throw new Error(
      `Cannot set ${refused.name}: celld ${formatVersion(input.version)} does not start with it`,
    );
  }
  return entries;
}

/** True where the row's versions include this one. */
export function hasRow(row: EnvironmentRow, version: CelldVersion): boolean {
  return isAtLeast(version, row.since) && (row.before === undefined || !isAtLeast(version, row.before));
}

function entryOf(row: EnvironmentRow, input: EnvironmentInput): readonly EnvEntry[] {
  const found = row.read(input);
  if (found === undefined) return [];
  return [typeof found === 'string' ? { name: row.name, value: found } : { name: row.name, ...found }];
}

function userEntry(variable: UserVariable): EnvEntry {
  const { name, value = '', valueFrom } = variable;
  if (isReservedVariableName(name)) throw new Error(`Cannot set ${name}: the name is reserved`);
  if (valueFrom?.secretKeyRef !== undefined) {
    return { name, secret: valueFrom.secretKeyRef.name, ...keyOf(valueFrom.secretKeyRef) };
  }
  if (valueFrom?.configMapKeyRef !== undefined) {
    return { name, configMap: valueFrom.configMapKeyRef.name, ...keyOf(valueFrom.configMapKeyRef) };
  }
  return { name, value: escapeExpansion(value) };
}

function keyOf({ key, optional }: KeyReference): { readonly key: string; readonly optional?: true } {
  return { key, ...(optional === true && { optional }) };
}
