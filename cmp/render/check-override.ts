import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';
import { compareObjects } from './compare-objects.ts';
import { checkAddedPodParts } from './added-pod-parts.ts';
import type { OverrideFinding } from './override-finding.ts';
import { checkKeys } from './override-keys.ts';
import { OVERRIDE_RULES } from './override-rules.ts';
import { internalTarget } from './override-routes.ts';
import { restrictedPodFindings } from './restricted-pod.ts';

const POD_PATH = 'spec.template.spec';

/** Compares an override's object with what our own template renders from the same view; both are pruned. */
export function checkOverride(
  template: TemplateName,
  ours: JsonObject,
  theirs: JsonObject,
): OverrideFinding[] {
  const rule = OVERRIDE_RULES[template];
  const findings = [...compareObjects(rule, ours, theirs), ...checkKeys(ours, theirs)];
  for (const path of rule.absent) {
    if (lookUp(theirs, path) !== undefined) findings.push({ path, message: 'must stay absent' });
  }
  for (const path of rule.routes) {
    const target = internalTarget(lookUp(theirs, path));
    if (target !== undefined) findings.push({ path, message: `must not lead to ${target}` });
  }
  if (template === 'stateful-set') findings.push(...checkPod(ours, theirs));
  return uniqueByPath(findings);
}

function checkPod(ours: JsonObject, theirs: JsonObject): OverrideFinding[] {
  const own = lookUp(ours, POD_PATH);
  const pod = lookUp(theirs, POD_PATH);
  if (!isJsonObject(own) || !isJsonObject(pod)) return [];
  return [...restrictedPodFindings(pod), ...checkAddedPodParts(own, pod)].map(({ path, message }) => ({
    path: `${POD_PATH}.${path}`,
    message,
  }));
}

function lookUp(object: JsonValue | undefined, path: string): JsonValue | undefined {
  let value = object;
  for (const [, key = '', name] of path.matchAll(/([^.[\]]+)(?:\[([^\]]+)\])?/g)) {
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (name !== undefined) value = member(value, name);
  }
  return value;
}

function member(list: JsonValue | undefined, name: string): JsonValue | undefined {
  return Array.isArray(list)
    ? (list as readonly JsonValue[]).find((item) => isJsonObject(item) && item['name'] === name)
    : undefined;
}

function uniqueByPath(findings: readonly OverrideFinding[]): OverrideFinding[] {
  return [...new Map(findings.map((finding) => [finding.path, finding])).values()];
}
