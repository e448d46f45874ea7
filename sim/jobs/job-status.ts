import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { at, mapsAt, numberAt, textAt } from '../json.ts';

export interface JobCondition {
  readonly reason: string;
  readonly message: string;
}

/** A condition of a Job that is True. */
export function jobCondition(job: KubeObject | undefined, type: string): JobCondition | undefined {
  const found = mapsAt(job, 'status', 'conditions').find(
    (condition) => condition['type'] === type && condition['status'] === 'True',
  );
  return found === undefined
    ? undefined
    : { reason: textAt(found, 'reason'), message: textAt(found, 'message') };
}

export function isFinished(job: KubeObject): boolean {
  return jobCondition(job, 'Failed') !== undefined || jobCondition(job, 'Complete') !== undefined;
}

export function exitCodeOf(pod: KubeObject): number {
  return numberAt(mapsAt(pod, 'status', 'containerStatuses')[0], 'state', 'terminated', 'exitCode');
}

/** Why a Job has failed for good, from how its pods have ended; undefined: it may go on. facts/proven.md 2. */
export function failureOf(job: KubeObject, failed: readonly KubeObject[]): JobCondition | undefined {
  for (const pod of failed) {
    const index = failRuleFor(job, exitCodeOf(pod));
    if (index === undefined) continue;
    const name = `${textAt(pod, 'metadata', 'namespace')}/${textAt(pod, 'metadata', 'name')}`;
    const container = textAt(mapsAt(pod, 'spec', 'containers')[0], 'name');
    const message = `Container ${container} for pod ${name} failed with exit code ${exitCodeOf(pod)} matching FailJob rule at index ${index}`;
    return { reason: 'PodFailurePolicy', message };
  }
  if (failed.length <= numberAt(job, 'spec', 'backoffLimit')) return undefined;
  return { reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };
}

function failRuleFor(job: KubeObject, exitCode: number): number | undefined {
  const rules = mapsAt(job, 'spec', 'podFailurePolicy', 'rules');
  const index = rules.findIndex((rule) => matches(rule, exitCode));
  return rules[index]?.['action'] === 'FailJob' ? index : undefined;
}

/** The first rule that matches decides; rules on pod conditions do not match here. */
function matches(rule: JsonObject, exitCode: number): boolean {
  const values = at(rule, 'onExitCodes', 'values');
  if (!Array.isArray(values)) return false;
  return values.includes(exitCode) === (textAt(rule, 'onExitCodes', 'operator') === 'In');
}
