import { CLOSED_PARTITION } from '../bounds.ts';
import { isPromoted, isUpdated, podAt, type Turn } from './turn.ts';

type View = Pick<Turn, 'set' | 'pods' | 'memory'>;

/**
 * A terminating pod counts by its revision; a missing one as updated if the one below it is, since the two were
 * released in turn. DESIGN D1, Y38, Y39.
 */
function countsAsUpdated(turn: View, ordinal: number): boolean {
  if (ordinal < 0) return false;
  const pod = podAt(turn, ordinal);
  return pod === undefined ? countsAsUpdated(turn, ordinal - 1) : isUpdated(turn, pod);
}

/** The lowest ordinal of the contiguous run of updated ones from the top down; the size where the top is not one. */
export function topRunStart(turn: View): number {
  let start = turn.set.replicas;
  while (start > 0 && countsAsUpdated(turn, start - 1)) start -= 1;
  return start;
}

/**
 * A released ordinal whose old pod still lives has lost nothing when somebody has closed the partition meanwhile: it is
 * released again, but through the gates. One whose pod ends or has gone must come back released. Y38.
 */
function isUnderWay(turn: View, ordinal: number): boolean {
  const pod = podAt(turn, ordinal);
  return pod === undefined || pod.isTerminating || isUpdated(turn, pod);
}

/**
 * Where the partition must be so that a released pod that dies comes back released; undefined: nowhere special. What
 * this Job has released is never taken back. DESIGN D1, Y1, Y38.
 */
export function restoreTarget(turn: View): number | undefined {
  const { set, memory } = turn;
  const start = topRunStart(turn);
  if (start === 0 && isPromoted(turn)) return undefined;
  const run = start < set.replicas ? start : undefined;
  const released =
    memory.released !== undefined && memory.released < set.replicas && isUnderWay(turn, memory.released)
      ? memory.released
      : undefined;
  const target = Math.min(run ?? CLOSED_PARTITION, released ?? CLOSED_PARTITION);
  return target < CLOSED_PARTITION ? target : undefined;
}

/** The highest ordinal that is not updated: the only one that may be released next. */
export function nextOrdinal(turn: View): number | undefined {
  const start = topRunStart(turn);
  return start === 0 ? undefined : start - 1;
}
