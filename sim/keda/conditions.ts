import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { TYPES } from '../api/resource-types.ts';
import type { SimContext } from '../context.ts';
import { mapAt, mapsAt, textAt } from '../json.ts';

export const KEDA = { user: 'system:serviceaccount:keda:keda-operator', manager: 'keda' };

/** KEDA's conditions have neither a transition time nor an observed generation. facts/scaling.md 1.2. */
export type Condition = Readonly<Record<'type' | 'status' | 'reason' | 'message', string>>;

export const PAUSED: Condition = {
  type: 'Paused',
  status: 'True',
  reason: 'ScaledObjectPaused',
  message: 'ScaledObject is paused',
};

export const UNPAUSED: Condition = {
  type: 'Paused',
  status: 'False',
  reason: 'ScaledObjectUnpaused',
  message: 'pause annotation removed for ScaledObject',
};

export function neverPaused(status: string): Condition {
  return { type: 'Paused', status, reason: '', message: '' };
}

export const READY: Condition = {
  type: 'Ready',
  status: 'True',
  reason: 'ScaledObjectReady',
  message: 'ScaledObject is defined correctly and is ready for scaling',
};

export function isPausedTrue(scaledObject: KubeObject): boolean {
  return mapsAt(scaledObject, 'status', 'conditions').some(
    (condition) => condition['type'] === 'Paused' && condition['status'] === 'True',
  );
}

/** Writes conditions over those of their type, and `status.hpaName`. */
export function writeConditions(
  { api }: SimContext,
  scaledObject: KubeObject,
  change: { readonly conditions: readonly Condition[]; readonly hpaName?: string },
): void {
  const ref = {
    type: TYPES.scaledObject,
    namespace: textAt(scaledObject, 'metadata', 'namespace'),
    name: textAt(scaledObject, 'metadata', 'name'),
  };
  const live = api.find(ref);
  if (live === undefined) return;
  const kept = mapsAt(live, 'status', 'conditions').filter(
    ({ type }) => !change.conditions.some((condition) => condition.type === type),
  );
  const conditions: readonly JsonObject[] = [...kept, ...change.conditions];
  const { hpaName } = change;
  const status = { ...mapAt(live, 'status'), conditions, ...(hpaName !== undefined && { hpaName }) };
  api.replaceStatus(ref, status, KEDA);
}
