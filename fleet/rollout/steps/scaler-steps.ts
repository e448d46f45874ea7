import { QUIET_SECONDS } from '../memory.ts';
import { act, EXIT, finish, type RolloutDecision, wait } from '../decision.ts';
import type { Scaler } from '../scaler.ts';
import type { RolloutSnapshot } from '../snapshot.ts';
import { isClosed, isPromoted, oldPods, type Turn, wantedSize } from '../turn.ts';

/** Seconds in which KEDA must acknowledge a pause. */
export const ACKNOWLEDGE_SECONDS = 300;

/** The fleet's own ScaledObject, if it targets the StatefulSet. */
export function ownScaler({ scaling }: Turn): Scaler | undefined {
  return scaling.scalers.find(({ isOurs, targetsSet }) => isOurs && targetsSet);
}

/** Whether the size, a pod or the partition has to change before the plan is reached. */
export function hasToMove(turn: Turn): boolean {
  const { set } = turn;
  return (
    oldPods(turn).length > 0 ||
    !isPromoted(turn) ||
    !isClosed(turn) ||
    set.replicas === 0 ||
    set.replicas !== wantedSize(turn) ||
    (set.savedReplicas !== undefined && set.replicas < set.savedReplicas)
  );
}

/** Something else sizes this fleet: it is named, and left alone. D8, facts/operators.md A4. */
export function foreignScalerStep({ scaling, plan }: Turn): RolloutDecision | undefined {
  const stranger = scaling.scalers.find(({ isOurs, targetsSet }) => targetsSet && !isOurs);
  if (stranger !== undefined)
    return finish(
      EXIT.refused,
      `Cannot move fleet "${plan.app}": ScaledObject ${stranger.name}, which is not this fleet's, scales it; remove it first`,
    );
  const uids = scaling.scalers.map(({ uid }) => uid);
  const autoscaler = scaling.autoscalers.find(
    ({ controller }) => controller === undefined || !uids.includes(controller),
  );
  // KEDA's own may outlive its ScaledObject for a moment: the garbage collector is on its way.
  if (autoscaler === undefined || autoscaler.controller !== undefined) return undefined;
  return finish(
    EXIT.refused,
    `Cannot move fleet "${plan.app}": HorizontalPodAutoscaler ${autoscaler.name}, which KEDA does not own, scales it; remove it first`,
  );
}

/** The scaler is paused by this Job or by a person, KEDA says so, no autoscaler is left, and the size has been quiet. */
export function freezeStep(turn: Turn): RolloutDecision | undefined {
  const scaler = ownScaler(turn);
  const { scaling, memory } = turn;
  if (scaler !== undefined && (scaler.pausedBy === undefined || scaler.pausedBy === 'this-fleet'))
    return act(
      { kind: 'pauseScaler', name: scaler.name, resourceVersion: scaler.resourceVersion },
      scaler.pausedBy === undefined
        ? 'no autoscaler may act while pods move'
        : 'the pause of an earlier Job is taken over',
    );
  const [autoscaler] = scaling.autoscalers;
  if (autoscaler !== undefined) return wait(`HorizontalPodAutoscaler ${autoscaler.name} to go`);
  if (scaler?.isPauseSeen === false) return wait('KEDA to acknowledge the pause');
  if (memory.sawScaler && !memory.isQuiet)
    return wait(`the size to stay at ${turn.set.replicas} for ${QUIET_SECONDS} s`);
  return undefined;
}

/** False while a pause of ours is asked for and not yet acknowledged in both ways. facts/scaling.md 1.2. */
export function isPauseSeen({ scaling }: Pick<RolloutSnapshot, 'scaling'>): boolean {
  if (!scaling.known) return true;
  const { scalers, autoscalers } = scaling.value;
  const asked = scalers.find(({ pausedBy }) => pausedBy === 'this-job');
  return asked === undefined || (asked.isPauseSeen && autoscalers.length === 0);
}

/** Bounds first, then the pause: else the autoscaler would act on the old ones at once. DESIGN D2, Y45. */
export function resumeStep(turn: Turn): RolloutDecision | undefined {
  const scaler = ownScaler(turn);
  const { size } = turn.plan;
  if (scaler === undefined || size.mode !== 'autoscaled') return undefined;
  const { name, resourceVersion } = scaler;
  if (scaler.minReplicas !== size.minReplicas || scaler.maxReplicas !== size.maxReplicas) {
    const { minReplicas, maxReplicas } = size;
    return act(
      { kind: 'setBounds', name, minReplicas, maxReplicas, resourceVersion },
      'the plan has other bounds',
    );
  }
  if (scaler.pausedBy !== 'this-job' && scaler.pausedBy !== 'this-fleet') return undefined;
  return act({ kind: 'resumeScaler', name, resourceVersion }, 'nothing has to move any more');
}

/** With autoscaling off nothing may scale the fleet any more: neither an autoscaler nor an unpaused ScaledObject. Y21. */
export function scalerOffStep(turn: Turn): RolloutDecision | undefined {
  if (turn.plan.size.mode === 'autoscaled') return undefined;
  const isThere = turn.scaling.autoscalers.length > 0 || ownScaler(turn) !== undefined;
  return isThere ? freezeStep(turn) : undefined;
}
