import { censusBlockers, restoringOf } from '../census.ts';
import { type RolloutDecision, SWEEP, wait } from '../decision.ts';
import { recentFences, SELF_FENCE_SECONDS } from '../self-fence.ts';
import { isUpdated, names, secondsSince, type Turn } from '../turn.ts';

/** What must hold before one pod is taken, by partition or by scale-in; undefined: it may be. DESIGN 5 step 5. */
export function releaseGate(turn: Turn, ordinal: number): RolloutDecision | undefined {
  for (const check of CHECKS) {
    const decision = check(turn, ordinal);
    if (decision !== undefined) return decision;
  }
  return undefined;
}

const CHECKS: readonly ((turn: Turn, ordinal: number) => RolloutDecision | undefined)[] = [
  updatedAreWell,
  settled,
  noFence,
  censusComplete,
  warm,
];

function updatedAreWell(turn: Turn): RolloutDecision | undefined {
  const unwell = turn.pods.filter((pod) => isUpdated(turn, pod) && (!pod.isReady || pod.isTerminating));
  return unwell.length === 0 ? undefined : wait(`${names(unwell)} to be ready on the new template`);
}

function settled(turn: Turn): RolloutDecision | undefined {
  const { settle } = turn.plan.deadlines;
  return secondsSince(turn, turn.memory.fleet.since) < settle
    ? wait(`the fleet to stay unchanged for ${settle} s`)
    : undefined;
}

function noFence({ pods, memory, snapshot }: Turn): RolloutDecision | undefined {
  const { now, monotonic } = snapshot;
  const fenced = recentFences({ pods, fences: memory.fences, startedAt: memory.startedAt, now, monotonic });
  return fenced.length === 0
    ? undefined
    : wait(`${SELF_FENCE_SECONDS} s to pass since ${names(fenced)} lost its lease and fenced itself`);
}

function censusComplete(turn: Turn, ordinal: number): RolloutDecision | undefined {
  const { census } = turn.snapshot;
  if (census === undefined) return SWEEP;
  const [first, ...others] = censusBlockers(turn, census, ordinal);
  if (first === undefined) return undefined;
  return wait(
    others.length === 0 ? `this to end: ${first}` : `this to end: ${first}, and ${others.length} more`,
  );
}

function warm(turn: Turn): RolloutDecision | undefined {
  const { census } = turn.snapshot;
  if (census === undefined) return SWEEP;
  const { sum, where } = restoringOf(turn, census);
  return sum === 0 ? undefined : wait(`${sum} cells to be restored on ${where}`);
}
