import { act, type RolloutDecision } from '../decision.ts';
import { isPromoted, mustStop, oldPods, type Turn, wantedSize } from '../turn.ts';
import { recordStart } from './recreate-steps.ts';
import { releaseGate } from './release-gate.ts';

/** A shrink takes one ordinal at a time, through the same gate as a release, before the roll. DESIGN D2, Y14, Y57. */
export function shrinkStep(turn: Turn): RolloutDecision | undefined {
  const { set } = turn;
  if (mustStop(turn) && oldPods(turn).length > 0) return undefined;
  if (set.replicas <= wantedSize(turn)) return undefined;
  const to = set.replicas - 1;
  return (
    releaseGate(turn, to) ??
    act(
      { kind: 'setReplicas', to, resourceVersion: set.resourceVersion },
      `ordinal ${to} is more than the plan wants`,
    )
  );
}

/** Growth comes after promotion: earlier, new ordinals would start on the old template. DESIGN D2, Y37, bug row C5. */
export function growStep(turn: Turn): RolloutDecision | undefined {
  const { set } = turn;
  const to = wantedSize(turn);
  if (set.replicas >= to || !isPromoted(turn) || oldPods(turn).length > 0) return undefined;
  return (
    recordStart(turn, to) ??
    act({ kind: 'setReplicas', to, resourceVersion: set.resourceVersion }, 'the plan wants more pods')
  );
}
