import type { FleetPod } from './pod.ts';

/** celld's exit code when it has lost its lease and stops itself. facts/celld.md 6. */
const SELF_FENCE_CODE = 3;

/** Seconds after a self-fence in which nothing is released: storms come from a store that is unwell. Bug row G7. */
export const SELF_FENCE_SECONDS = 300;

function fenceKey({ uid, container }: FleetPod): string | undefined {
  return container.lastExit?.code === SELF_FENCE_CODE ? `${uid} ${container.restarts}` : undefined;
}

/** Remembers when this Job first saw each self-fence: its own clock may have jumped. */
export function noteFences(
  before: ReadonlyMap<string, number>,
  pods: readonly FleetPod[],
  monotonic: number,
): ReadonlyMap<string, number> {
  const keys = pods.map(fenceKey).filter((key) => key !== undefined);
  return new Map(keys.map((key) => [key, before.get(key) ?? monotonic]));
}

export interface FenceView {
  readonly pods: readonly FleetPod[];
  readonly fences: ReadonlyMap<string, number>;
  readonly startedAt: number;
  readonly now: number;
  readonly monotonic: number;
}

/** The pods that fenced themselves recently; one whose time cannot be told counts from when it was first seen. */
export function recentFences({ pods, fences, startedAt, now, monotonic }: FenceView): readonly FleetPod[] {
  const bound = SELF_FENCE_SECONDS * 1000;
  return pods.filter((pod) => {
    const key = fenceKey(pod);
    if (key === undefined) return false;
    const seen = fences.get(key) ?? monotonic;
    const finishedAt = pod.container.lastExit?.finishedAt;
    const isWatched = finishedAt === undefined || seen > startedAt;
    if (isWatched && monotonic - seen < bound) return true;
    return finishedAt !== undefined && now - finishedAt < bound;
  });
}
