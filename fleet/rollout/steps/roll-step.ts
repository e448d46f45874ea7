import { act, type RolloutDecision, wait } from '../decision.ts';
import { mergeRuns, type RanEntry, runOf } from '../ran.ts';
import { nextOrdinal } from '../top-run.ts';
import { mustStop, partitionOf, podAt, secondsSince, type Turn } from '../turn.ts';
import { noReturnGate } from './partition-steps.ts';
import { recordRan } from './refusal-steps.ts';
import { releaseGate } from './release-gate.ts';

/** Releases the next ordinal, from the top down, once everything is well. DESIGN 5 step 5. */
export function rollStep(turn: Turn): RolloutDecision | undefined {
  const ordinal = nextOrdinal(turn);
  if (mustStop(turn) || ordinal === undefined) return undefined;
  if (partitionOf(turn) <= ordinal) return replaceStep(turn, ordinal);
  return (
    releaseGate(turn, ordinal) ??
    noReturnGate(turn) ??
    recordRelease(turn, ordinal) ??
    act(
      { kind: 'lowerPartition', to: ordinal, resourceVersion: turn.set.resourceVersion },
      `every ordinal above ${ordinal} is on the new template, settled and warm`,
    )
  );
}

/** Seconds that the controller gets to replace a released pod before the Job does it. */
export const REPLACE_SECONDS = 10;

/**
 * A controller that counts any unavailable pod (maxUnavailable) never takes the released one while another is broken:
 * the Job then deletes it, through the same gates. facts/scaling.md 3.3.
 */
function replaceStep(turn: Turn, ordinal: number): RolloutDecision {
  const waiting = wait(`ordinal ${ordinal}, which is released, to be replaced`);
  const pod = podAt(turn, ordinal);
  const isLate = secondsSince(turn, turn.memory.progressAt) >= REPLACE_SECONDS;
  if (pod === undefined || pod.isTerminating || !isLate) return waiting;
  const { name, uid } = pod;
  return (
    releaseGate(turn, ordinal) ??
    act(
      { kind: 'deletePod', name, uid, ordinal, why: 'released' },
      'it is released, and the controller does not replace it',
    )
  );
}

/** What is about to start at an ordinal is written down before, with the pod whose place it takes. DESIGN D8. */
export function recordRelease(turn: Turn, ordinal: number): RolloutDecision | undefined {
  const { set, plan, ran, me } = turn;
  const before = podAt(turn, ordinal)?.uid;
  const release: RanEntry = {
    ...runOf({ version: set.workload.version, durability: plan.durability }),
    state: 'released',
    ordinal,
    by: me.jobUid,
    ...(before !== undefined && { before }),
  };
  const isNoted = ran.some(
    (entry) => entry.ordinal === ordinal && entry.before === before && isSame(entry, release),
  );
  if (isNoted) return undefined;
  return recordRan(turn, mergeRuns([...ran, release]), `the release of ordinal ${ordinal} is recorded`);
}

function isSame(a: RanEntry, b: RanEntry): boolean {
  return a.version === b.version && a.durability === b.durability;
}
