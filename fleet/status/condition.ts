import type { JsonObject } from '../../documents/json.ts';
import { textAt } from '../object-fields.ts';
import { liveCondition } from './worker-app.ts';

/** What one condition says now. */
export interface Finding {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** Characters of a message: the CRD's limit. */
const LONGEST_MESSAGE = 32_768;

export function finding(status: Finding['status'], reason: string, message = ''): Finding {
  return { status, reason, message };
}

export interface ConditionContext {
  /** The stored status: a condition keeps its moment while its status stays the same. */
  readonly before: JsonObject;
  readonly generation: number;
  /** RFC 3339 in whole seconds. */
  readonly now: string;
}

/** A condition as it is stored. */
export function conditionOf(
  type: string,
  { status, reason, message }: Finding,
  { before, generation, now }: ConditionContext,
): JsonObject {
  const stored = liveCondition(before, type);
  const since = stored?.['status'] === status ? textAt(stored, 'lastTransitionTime') : undefined;
  return {
    type,
    status,
    reason,
    message: message.slice(0, LONGEST_MESSAGE),
    observedGeneration: generation,
    lastTransitionTime: since ?? now,
  };
}
