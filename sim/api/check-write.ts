import { isJsonArray, isJsonObject, type JsonObject } from '../../documents/json.ts';
import type { ApiError, ResourceType } from '../../fleet/cluster-api.ts';
import { at, mapAt, sameJson } from '../json.ts';
import { invalid } from './errors.ts';

/** One write of one object as it would be stored. */
export interface Change {
  readonly type: ResourceType;
  readonly name: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
}

/** facts/scaling.md 3.5. */
const MUTABLE_SET_FIELDS: ReadonlySet<string> = new Set([
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
]);

/** What the API server refuses (422) of the fields that the Jobs touch. */
export function checkWrite(change: Change): ApiError | undefined {
  const why = reasonAgainst(change);
  return why === undefined ? undefined : invalid(change.type, change.name, why);
}

function reasonAgainst({ type, before, after }: Change): string | undefined {
  switch (type.plural) {
    case 'statefulsets':
      return reasonAgainstSet(before, after);
    case 'jobs':
      return before !== undefined && !sameJson(at(before, 'spec', 'template'), at(after, 'spec', 'template'))
        ? 'spec.template: Invalid value: field is immutable'
        : reasonAgainstJobStatus(before, after);
    default:
      return undefined;
  }
}

function reasonAgainstSet(before: JsonObject | undefined, after: JsonObject): string | undefined {
  for (const path of [
    ['spec', 'replicas'],
    ['spec', 'updateStrategy', 'rollingUpdate', 'partition'],
  ]) {
    const value = at(after, ...path);
    if (value === undefined) continue;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 0x7fff_ffff) {
      return `${path.join('.')}: Invalid value: must be greater than or equal to 0`;
    }
  }
  if (before === undefined) return selectorMatchesTemplate(after);
  const changed = [
    ...new Set([...Object.keys(mapAt(before, 'spec')), ...Object.keys(mapAt(after, 'spec'))]),
  ].filter(
    (field) =>
      !MUTABLE_SET_FIELDS.has(field) && !sameJson(at(before, 'spec', field), at(after, 'spec', field)),
  );
  return changed.length === 0
    ? undefined
    : `spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden`;
}

function selectorMatchesTemplate(set: JsonObject): string | undefined {
  const labels = mapAt(set, 'spec', 'template', 'metadata', 'labels');
  const wanted = mapAt(set, 'spec', 'selector', 'matchLabels');
  return Object.keys(wanted).every((key) => wanted[key] === labels[key])
    ? undefined
    : 'spec.template.metadata.labels: Invalid value: `selector` does not match template `labels`';
}

/** A condition that ended a Job stays: Kubernetes 1.30 and later validate it. */
function reasonAgainstJobStatus(before: JsonObject | undefined, after: JsonObject): string | undefined {
  const lost = ['Failed', 'Complete', 'FailureTarget'].find(
    (kind) => isTrue(before, kind) && !isTrue(after, kind),
  );
  return lost === undefined
    ? undefined
    : `status.conditions: Invalid value: cannot disable ${lost}=True condition`;
}

function isTrue(job: JsonObject | undefined, type: string): boolean {
  const conditions = at(job, 'status', 'conditions');
  if (!isJsonArray(conditions)) return false;
  return conditions.some(
    (condition) => isJsonObject(condition) && condition['type'] === type && condition['status'] === 'True',
  );
}
