/** Milliseconds that a fake celld takes; far below those of a real one, so that a roll takes seconds. */
export interface CelldTimings {
  /** Bucket validation, recovery, lease: from the start to the first answer. */
  readonly start: number;
  /** From a peer's handoff until this node restores the cells: `restoring` is zero for that long. */
  readonly handoff: number;
  /** How long restored cells stay cold. */
  readonly rewarm: number;
  /** A whole drain of a node that has cells; one without ends at once. */
  readonly drain: number;
  /** Life of a node lease. facts/celld.md 3.3. */
  readonly ttl: number;
  /** Between two looks at the deployment pointer, from 0.4 on. */
  readonly poll: number;
  /** How long an older deployment drains. */
  readonly swap: number;
  /** One second of celld's own bounds, such as CELLD_SHUTDOWN_TOTAL_MS. */
  readonly second: number;
}

export const QUICK_TIMINGS: CelldTimings = {
  start: 150,
  handoff: 100,
  rewarm: 300,
  drain: 200,
  ttl: 2_000,
  poll: 500,
  swap: 200,
  second: 100,
};
