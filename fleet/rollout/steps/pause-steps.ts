import { EXIT, finish, type RolloutDecision } from '../decision.ts';
import { largestSize } from '../../fleet-size.ts';
import { isClosed, isMixed, oldPods, type Turn } from '../turn.ts';
import { resumeStep } from './scaler-steps.ts';

/** Whether a paused fleet still needs its scaler frozen: it is half moved, or a resume would take pods. */
export function isHeldWhilePaused(turn: Turn): boolean {
  const { set, plan } = turn;
  const isUnlifted = set.savedReplicas !== undefined && set.replicas < set.savedReplicas;
  return (
    isMixed(turn) ||
    !isClosed(turn) ||
    set.replicas === 0 ||
    isUnlifted ||
    set.replicas > largestSize(plan.size)
  );
}

/** `spec.paused`: everything but pods may change; it is no refusal. DESIGN D4, Y53. */
export function pausedEndStep(turn: Turn): RolloutDecision {
  const old = oldPods(turn).length;
  const state = `${old} of ${turn.pods.length} pods run another template than the plan's`;
  if (isHeldWhilePaused(turn))
    return finish(
      EXIT.done,
      `Paused by spec.paused: ${state}, and autoscaling stays paused until the rollout goes on`,
    );
  return resumeStep(turn) ?? finish(EXIT.done, `Paused by spec.paused: ${state}`);
}
