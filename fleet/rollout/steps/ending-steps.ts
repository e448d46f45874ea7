import { act, EXIT, finish, type RolloutDecision } from '../decision.ts';
import { isClosed, isMixed, oldPods, type Turn } from '../turn.ts';
import { forgetStep } from './recreate-steps.ts';
import { resumeStep } from './scaler-steps.ts';

/**
 * A Job that gives up leaves a mixed fleet as it is, with the scaler paused. Otherwise the size comes back first, then
 * the partition is closed and the scaler resumed. DESIGN 5, Y10, Y52.
 */
export function endingStep(turn: Turn, sentence: string): RolloutDecision {
  const { set } = turn;
  if (set.savedReplicas !== undefined && set.replicas < set.savedReplicas)
    return (
      keepRevision(turn) ??
      act(
        { kind: 'setReplicas', to: set.savedReplicas, resourceVersion: set.resourceVersion },
        'a fleet is never left at zero',
      )
    );
  const forgotten = forgetStep(turn);
  if (forgotten !== undefined) return forgotten;
  if (isMixed(turn) || (!isClosed(turn) && oldPods(turn).length > 0))
    return finish(EXIT.deadline, `${sentence}; the fleet is left mixed, with autoscaling paused`);
  if (!isClosed(turn))
    return act(
      { kind: 'closePartition', resourceVersion: set.resourceVersion },
      'nothing may move after this Job',
    );
  return resumeStep(turn) ?? finish(EXIT.deadline, sentence);
}

/** Pods come back on the current revision: it must be that of the pods that could not be stopped, else the plan's. Y52. */
function keepRevision({ set, pods }: Turn): RolloutDecision | undefined {
  const to = pods[0]?.revision ?? set.updateRevision;
  const isKept = pods.some(({ revision }) => revision === set.currentRevision);
  if (isKept || to === set.currentRevision) return undefined;
  return act(
    { kind: 'patchCurrentRevision', to, resourceVersion: set.resourceVersion },
    'pods come back on the version that still runs',
  );
}
