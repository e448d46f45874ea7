import { act, type RolloutDecision, wait } from '../decision.ts';
import { restoreTarget } from '../top-run.ts';
import { isMixed, isPromoted, mustStop, oldPods, partitionOf, type Turn } from '../turn.ts';

/** A released pod that dies must come back released: the partition goes back to where the released ones start. D1. */
export function restoreStep(turn: Turn): RolloutDecision | undefined {
  const target = restoreTarget(turn);
  if (target === undefined || partitionOf(turn) <= target) return undefined;
  return act(
    { kind: 'restorePartition', to: target, resourceVersion: turn.set.resourceVersion },
    `ordinals from ${target} up run the new template and must come back on it`,
  );
}

/** No pod whose container ran is on the current revision: one that dies would bring back what never ran. Y44. */
function isCurrentUnused({ set, pods }: Turn): boolean {
  return !pods.some((pod) => pod.revision === set.currentRevision && pod.container.hasStarted);
}

/** Whether a pod that dies must come back on the plan's template, released or not. DESIGN D1. */
export function isPointOfNoReturn(turn: Turn): boolean {
  if (mustStop(turn) || turn.set.replicas === 0 || oldPods(turn).length === 0) return false;
  return turn.judgement.oneWay || isCurrentUnused(turn);
}

/** Sets the current revision ahead, and again whenever the controller's own status writer has undone it. Y42, Y43. */
export function noReturnStep(turn: Turn): RolloutDecision | undefined {
  if (isPromoted(turn) || !isPointOfNoReturn(turn)) return undefined;
  if (turn.plan.paused && !isMixed(turn) && !isCurrentUnused(turn)) return undefined;
  const { updateRevision, resourceVersion } = turn.set;
  return act(
    { kind: 'patchCurrentRevision', to: updateRevision, resourceVersion },
    'from here on a pod that dies must come back on the new version',
  );
}

/** Turns in a row that must read the current revision as it was set. facts/proven.md 1. */
export const UNCHANGED_TURNS = 2;

/** Nothing is lowered until the current revision has stayed as it was set. */
export function noReturnGate(turn: Turn): RolloutDecision | undefined {
  if (!isPointOfNoReturn(turn) || turn.memory.promotedTurns >= UNCHANGED_TURNS) return undefined;
  return wait('the current revision to stay as it was set');
}
