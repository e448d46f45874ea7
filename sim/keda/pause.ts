import type { KubeObject } from '../../fleet/cluster-api.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { mapAt } from '../json.ts';
import { isTrue, type KedaBehaviour } from './versions.ts';

export const PAUSED_REPLICAS = 'autoscaling.keda.sh/paused-replicas';
const HALF_PAUSES = ['autoscaling.keda.sh/paused-scale-in', 'autoscaling.keda.sh/paused-scale-out'] as const;

/** Annotations whose value wakes the operator. facts/scaling.md 1.3. */
export const PAUSE_ANNOTATIONS: readonly string[] = [ANNOTATIONS.paused, PAUSED_REPLICAS, ...HALF_PAUSES];

export function annotation(object: KubeObject | undefined, key: string): string | undefined {
  const value = mapAt(object, 'metadata', 'annotations')[key];
  return typeof value === 'string' ? value : undefined;
}

/** `paused-replicas` pauses by its presence, in every version that is simulated. facts/scaling.md 1.1. */
export function isPaused(scaledObject: KubeObject, { pause: how }: KedaBehaviour): boolean {
  if (annotation(scaledObject, PAUSED_REPLICAS) !== undefined) return true;
  const value = annotation(scaledObject, ANNOTATIONS.paused);
  if (value === undefined || how === 'unknown') return false;
  return how === 'presence' || isTrue(value);
}

/** `in`, `out`: shrinking, or growing, alone is paused; the autoscaler stays. facts/scaling.md 1.1. */
export function halfPauses(scaledObject: KubeObject, behaviour: KedaBehaviour): readonly ('in' | 'out')[] {
  if (!behaviour.knowsHalfPauses) return [];
  const [shrinking, growing] = HALF_PAUSES.map((key) => isTrue(annotation(scaledObject, key) ?? 'false'));
  return [...(shrinking === true ? (['in'] as const) : []), ...(growing === true ? (['out'] as const) : [])];
}
