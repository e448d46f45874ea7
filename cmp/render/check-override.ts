import { isDeepStrictEqual } from 'node:util';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { formatPath } from '../../documents/path.ts';
import { PORTS } from '../../fleet/labels.ts';
import { SYNC_ANNOTATIONS } from './output-object.ts';
import { OVERRIDE_RULES } from './override-rules.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';

/** A field in which an override leaves what every fleet needs. */
export interface OverrideFinding {
  readonly path: string;
  readonly message: string;
}

const ANNOTATIONS_ARE_OPEN = 'metadata.annotations';
/** Phase and wave of every object are stamped on afterwards (DESIGN D3). */
const STAMPED = Object.values(SYNC_ANNOTATIONS);

/** Compares an override's object with what our own template renders from the same view. */
export function checkOverride(
  template: TemplateName,
  ours: JsonObject,
  theirs: JsonObject,
): OverrideFinding[] {
  const rule = OVERRIDE_RULES[template];
  const open = new Set([ANNOTATIONS_ARE_OPEN, ...rule.open]);
  const findings: OverrideFinding[] = [];
  compare({ path: '', ours, theirs, open, findings });
  for (const path of rule.exact) {
    const closed = (object: JsonObject) => withoutOpen(lookUp(object, path), path, open);
    if (!isDeepStrictEqual(closed(ours), closed(theirs))) {
      findings.push({ path, message: 'must be exactly what the built-in template renders' });
    }
  }
  for (const path of rule.absent) {
    if (lookUp(theirs, path) !== undefined) findings.push({ path, message: 'must stay absent' });
  }
  const annotations = lookUp(theirs, ANNOTATIONS_ARE_OPEN);
  for (const key of STAMPED.filter((name) => isJsonObject(annotations) && name in annotations)) {
    findings.push({ path: formatPath(['metadata', 'annotations', key]), message: 'must stay absent' });
  }
  if (rule.routes && mentionsInternalPort(theirs['spec'])) {
    findings.push({ path: 'spec', message: `must not lead to the internal port ${PORTS.internal.port}` });
  }
  return uniqueByPath(findings);
}

interface Comparison {
  readonly path: string;
  readonly ours: JsonValue;
  readonly theirs: JsonValue | undefined;
  readonly open: ReadonlySet<string>;
  readonly findings: OverrideFinding[];
}

/** Everything of ours is there; additions are allowed here, and forbidden by the exact paths. */
function compare(comparison: Comparison): void {
  const { path, ours, theirs, open, findings } = comparison;
  if (open.has(path)) return;
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    for (const [key, value] of Object.entries(ours)) {
      compare({
        ...comparison,
        path: path === '' ? key : `${path}.${key}`,
        ours: value,
        theirs: theirs[key],
      });
    }
  } else if (isNamedList(ours) && isNamedList(theirs)) {
    for (const item of ours) {
      const same = theirs.find((other) => other.name === item.name);
      compare({ ...comparison, path: `${path}[${item.name}]`, ours: item, theirs: same });
    }
  } else if (!isDeepStrictEqual(ours, theirs)) {
    findings.push({ path, message: 'must keep what the built-in template renders' });
  }
}

/** A value without what is open in it; members of a list count by their name. */
function withoutOpen(
  value: JsonValue | undefined,
  path: string,
  open: ReadonlySet<string>,
): JsonValue | undefined {
  if (isNamedList(value))
    return value.map((item) => withoutOpen(item, `${path}[${item.name}]`, open) ?? null);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !open.has(`${path}.${key}`))
    .map(([key, member]) => [key, withoutOpen(member, `${path}.${key}`, open) ?? null] as const);
  return Object.fromEntries(entries);
}

type NamedItem = JsonObject & { readonly name: string };

function isNamedList(value: JsonValue | undefined): value is readonly NamedItem[] {
  return isJsonArray(value) && value.every((item) => isJsonObject(item) && typeof item['name'] === 'string');
}

function lookUp(object: JsonValue | undefined, path: string): JsonValue | undefined {
  let value = object;
  for (const [, key, name] of path.matchAll(/([^.[\]]+)(?:\[([^\]]+)\])?/g)) {
    value = isJsonObject(value) ? value[key ?? ''] : undefined;
    if (name !== undefined) value = isNamedList(value) ? value.find((item) => item.name === name) : undefined;
  }
  return value;
}

function mentionsInternalPort(value: JsonValue | undefined): boolean {
  if (isJsonArray(value)) return value.some(mentionsInternalPort);
  if (isJsonObject(value)) return Object.values(value).some(mentionsInternalPort);
  return (
    value === PORTS.internal.port || value === String(PORTS.internal.port) || value === PORTS.internal.name
  );
}

function uniqueByPath(findings: readonly OverrideFinding[]): OverrideFinding[] {
  return [...new Map(findings.map((finding) => [finding.path, finding])).values()];
}
