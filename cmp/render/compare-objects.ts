import { isDeepStrictEqual } from 'node:util';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { itemPath, memberPath, type OverrideFinding } from './override-finding.ts';
import type { OverrideRule } from './override-rules.ts';

const MUST_KEEP = 'must keep what the built-in template renders';
const MUST_BE_ABSENT = 'must stay absent: the built-in template does not render it';

interface Comparison {
  readonly open: ReadonlySet<string>;
  readonly extendable: ReadonlySet<string>;
  readonly findings: OverrideFinding[];
}

/** Where an override differs from ours, but for what its rule opens. */
export function compareObjects(rule: OverrideRule, ours: JsonObject, theirs: JsonObject): OverrideFinding[] {
  const comparison = { open: new Set(rule.open), extendable: new Set(rule.extendable), findings: [] };
  compareMaps(comparison, '', { ours, theirs });
  return comparison.findings;
}

interface Pair<T> {
  readonly ours: T;
  readonly theirs: T;
}

function compareValues(
  comparison: Comparison,
  path: string,
  { ours, theirs }: Pair<JsonValue | undefined>,
): void {
  if (comparison.open.has(path)) return;
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    compareMaps(comparison, path, { ours, theirs });
    return;
  }
  const own = namedItems(path, ours);
  const other = namedItems(path, theirs);
  if (own && other) compareLists(comparison, path, { ours: own, theirs: other });
  else if (!isDeepStrictEqual(ours, theirs)) comparison.findings.push({ path, message: MUST_KEEP });
}

function compareMaps(comparison: Comparison, path: string, { ours, theirs }: Pair<JsonObject>): void {
  for (const [key, value] of Object.entries(ours)) {
    const other = Object.hasOwn(theirs, key) ? theirs[key] : undefined;
    compareValues(comparison, memberPath(path, key), { ours: value, theirs: other });
  }
  for (const key of Object.keys(theirs)) {
    if (!Object.hasOwn(ours, key)) checkAddition(comparison, path, memberPath(path, key));
  }
}

function compareLists(comparison: Comparison, path: string, { ours, theirs }: Pair<readonly Named[]>): void {
  const names = theirs.map(({ name }) => name);
  for (const { name, item } of ours) {
    const same = theirs.find((other) => other.name === name);
    compareValues(comparison, itemPath(path, name), { ours: item, theirs: same?.item });
  }
  for (const [index, name] of names.entries()) {
    // Of two members with one name a reader takes the last: only one of them would have been compared.
    if (names.indexOf(name) !== index)
      comparison.findings.push({ path: itemPath(path, name), message: 'must be there once' });
    if (!ours.some((own) => own.name === name)) checkAddition(comparison, path, itemPath(path, name));
  }
  // A variable refers only to those before it, and a port is found by the first container that names it.
  const kept = ours.map(({ name }) => names.indexOf(name)).filter((index) => index !== -1);
  if (kept.some((index, place) => place > 0 && index < (kept[place - 1] ?? 0)))
    comparison.findings.push({ path, message: 'must keep the order of the built-in template' });
}

function checkAddition({ open, extendable, findings }: Comparison, parent: string, path: string): void {
  if (extendable.has(parent) || extendable.has(path) || open.has(path)) return;
  findings.push({ path, message: MUST_BE_ABSENT });
}

interface Named {
  readonly name: string;
  readonly item: JsonObject;
}

/** The members of a list by what the API server tells them apart by, if all have it. */
function namedItems(path: string, value: JsonValue | undefined): readonly Named[] | undefined {
  if (!isJsonArray(value)) return undefined;
  const key = path.endsWith('.volumeMounts') ? 'mountPath' : 'name';
  const items = value.flatMap((item) => {
    const name = isJsonObject(item) ? item[key] : undefined;
    return isJsonObject(item) && typeof name === 'string' ? [{ name, item }] : [];
  });
  return items.length === value.length ? items : undefined;
}
