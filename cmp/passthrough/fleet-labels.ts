import { isJsonArray } from '../../documents/json.ts';
import type { JsonValue } from '../../documents/json.ts';
import { LABELS } from '../../fleet/labels.ts';
import { keyOwner } from '../reserved-keys.ts';

/** What a selector asks of one label, as a match expression has it; `In` one value is a plain label. */
export interface LabelDemand {
  readonly key: string;
  readonly operator: JsonValue | undefined;
  readonly values: readonly JsonValue[];
}

const INDEX = 'apps.kubernetes.io/pod-index';
const FLEET_POD = /-celld-\d+$/;
const FLEET_REVISION = /-celld-[a-z0-9]+$/;

type CanBe = (value: JsonValue) => boolean;

/** Labels of a fleet's pods that other pods have too, and which values they can have on a fleet's. */
const SHARED: ReadonlyMap<string, CanBe> = new Map<string, CanBe>([
  [LABELS.name, (value) => value === 'celld'],
  [LABELS.instance, () => true],
  [INDEX, () => true],
  ['statefulset.kubernetes.io/pod-name', (value) => typeof value === 'string' && FLEET_POD.test(value)],
  ['controller-revision-hash', (value) => typeof value === 'string' && FLEET_REVISION.test(value)],
]);

/** Keys whose values tell no pod from another. */
const COMMON: readonly string[] = [LABELS.instance, INDEX];

/** True for a key that pods of fleets share with others. */
export function isSharedKey(key: string): boolean {
  return SHARED.has(key);
}

/** True for a label that only pods of fleets have, or a demand for one. */
export function isFleetsAlone({ key, operator, values }: LabelDemand): boolean {
  if (keyOwner(withoutSource(key)) === 'celld') return true;
  const canBe = COMMON.includes(key) ? undefined : SHARED.get(key);
  return operator === 'In' && canBe !== undefined && values.some(canBe);
}

/** True if a pod of a fleet can be what is demanded. A label that fleets do not have is taken to be on no pod of theirs. */
export function fleetCanMeet({ key, operator, values }: LabelDemand): boolean {
  const canBe = SHARED.get(key);
  if (operator === 'NotIn') return key !== LABELS.name || !values.includes('celld');
  if (operator === 'DoesNotExist') return canBe === undefined;
  return canBe !== undefined && (operator !== 'In' || values.some(canBe));
}

/** The demand of a member of matchExpressions. */
export function demandOf(
  key: string,
  operator: JsonValue | undefined,
  values: JsonValue | undefined,
): LabelDemand {
  return { key, operator, values: isJsonArray(values) ? values : [] };
}

/** Cilium writes where a label comes from in front of its key. */
function withoutSource(key: string): string {
  return key.replace(/^(?:k8s|any):/, '');
}
