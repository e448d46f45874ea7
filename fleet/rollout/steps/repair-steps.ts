import { censusBlockers, isStuck, maybeStuck, standingOf } from '../census.ts';
import { act, type RolloutAct, type RolloutDecision, SWEEP, wait } from '../decision.ts';
import type { FleetPod } from '../pod.ts';
import { nextOrdinal } from '../top-run.ts';
import {
  isPromoted,
  isUpdated,
  mustStop,
  ordinalsDown,
  partitionOf,
  podAt,
  secondsSince,
  type Turn,
} from '../turn.ts';
import { noReturnGate, UNCHANGED_TURNS } from './partition-steps.ts';
import { recordRelease, REPLACE_SECONDS } from './roll-step.ts';

function looksEmpty(pod: FleetPod | undefined): pod is FleetPod {
  return pod !== undefined && !pod.isReady && !pod.isTerminating && !pod.container.isRunning;
}

/**
 * A fleet that never started, or a broken revision that was taken back: the highest old pod is replaced without the
 * gates if it holds no cells. DESIGN 5 step 6, bug rows C1 and G3.
 */
export function recoverStep(turn: Turn): RolloutDecision | undefined {
  if (mustStop(turn)) return undefined;
  return turn.set.podManagementPolicy === 'Parallel' ? recoverParallel(turn) : recoverOrdered(turn);
}

function recoverParallel(turn: Turn): RolloutDecision | undefined {
  const ordinal = nextOrdinal(turn);
  const pod = ordinal === undefined ? undefined : podAt(turn, ordinal);
  if (ordinal === undefined || !looksEmpty(pod)) return undefined;
  const proof = proofOfEmpty(turn, pod);
  if (proof !== undefined) return proof === 'no' ? undefined : proof;
  if (partitionOf(turn) > ordinal) {
    const { resourceVersion } = turn.set;
    return (
      noReturnGate(turn) ??
      recordRelease(turn, ordinal) ??
      act(
        { kind: 'lowerPartition', to: ordinal, resourceVersion },
        `pod ${pod.name} holds no cells and is replaced`,
      )
    );
  }
  if (secondsSince(turn, turn.memory.progressAt) < REPLACE_SECONDS)
    return wait(`the StatefulSet controller to replace ${pod.name}`);
  return act(deletion(pod, 'empty'), 'it is released, holds no cells and is not replaced');
}

/** Undefined: proven. `no`: it may hold cells. */
function proofOfEmpty({ snapshot }: Turn, pod: FleetPod): RolloutDecision | 'no' | undefined {
  if (snapshot.census === undefined) return SWEEP;
  return standingOf(pod, snapshot.census).kind === 'empty' ? undefined : 'no';
}

/**
 * OrderedReady never looks past its lowest unready pod: once the current revision is the plan's, that pod is deleted
 * and comes back on it, with the partition as it is. Y16, facts/proven.md 1.
 */
function recoverOrdered(turn: Turn): RolloutDecision | undefined {
  const lowest = ordinalsDown(turn)
    .toReversed()
    .map((ordinal) => podAt(turn, ordinal))
    .find((pod) => pod !== undefined && !pod.isReady);
  if (!looksEmpty(lowest) || isUpdated(turn, lowest)) return undefined;
  const proof = proofOfEmpty(turn, lowest);
  if (proof !== undefined) return proof === 'no' ? undefined : proof;
  if (!isPromoted(turn)) {
    const { updateRevision, resourceVersion } = turn.set;
    return act(
      { kind: 'patchCurrentRevision', to: updateRevision, resourceVersion },
      `pod ${lowest.name} blocks the others and must come back on the new template`,
    );
  }
  if (turn.memory.promotedTurns < UNCHANGED_TURNS) return wait('the current revision to stay as it was set');
  return (
    recordRelease(turn, lowest.ordinal) ??
    act(deletion(lowest, 'empty'), 'it blocks the others and holds no cells')
  );
}

/** A pod that is silent beyond any start, and the only thing in the way, is deleted once. DESIGN D12, Y25. */
export function silentStep(turn: Turn): RolloutDecision | undefined {
  const { census, now } = turn.snapshot;
  if (turn.plan.paused) return undefined;
  if (census === undefined) return turn.pods.some((pod) => maybeStuck(pod, now)) ? SWEEP : undefined;
  const [pod, ...others] = turn.pods.filter((candidate) => isStuck(turn, candidate, census));
  if (pod === undefined || others.length > 0 || pod.isTerminating || pod.controller !== turn.set.uid)
    return undefined;
  if (turn.memory.deletedSilent.has(pod.ordinal) || censusBlockers(turn, census).length > 1) return undefined;
  const next = revisionAfter(turn, pod);
  const goesForward = next === turn.set.updateRevision && !mustStop(turn);
  if (next !== pod.revision && !goesForward) return undefined;
  return (
    (next === pod.revision ? undefined : recordRelease(turn, pod.ordinal)) ??
    act(deletion(pod, 'silent'), 'it runs and has been silent longer than any start')
  );
}

function deletion({ name, uid, ordinal }: FleetPod, why: 'empty' | 'silent'): RolloutAct {
  return { kind: 'deletePod', name, uid, ordinal, why };
}

/**
 * The revision on which the controller would make it again. Past the point of no return that is the plan's: a pod that
 * dies goes forward. facts/scaling.md 3.1, DESIGN D1.
 */
function revisionAfter(turn: Turn, { ordinal }: FleetPod): string {
  const { currentRevision, updateRevision } = turn.set;
  return ordinal < partitionOf(turn) ? currentRevision : updateRevision;
}
