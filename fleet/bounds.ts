/** Milliseconds of CELLD_SHUTDOWN_DRAIN_MS, to celld 0.4: celld's own default. facts/celld.md 3.3. */
export const SHUTDOWN_DRAIN_MS = 25_000;

/** Milliseconds of CELLD_SHUTDOWN_TOTAL_MS, from celld 0.4: celld's own default, and the whole process's stop bound. */
export const SHUTDOWN_TOTAL_MS = 40_000;

/**
 * Seconds between SIGTERM and SIGKILL. Above the total bound, and above what 0.3 takes: drain and 13 s to seal its log,
 * and object store requests. facts/celld.md 6, bug row G14.
 */
export const TERMINATION_GRACE_SECONDS = 60;

/** celld sheds load from this share of the container's memory limit on; also its own default. facts/operators.md A3. */
export const MEMORY_CEILING_PERCENT = 80;

/** CELLD_MAX_RSS_MB for a container limited to `memoryGi`: whole mebibytes, rounded down. */
export function memoryCeilingMb(memoryGi: number): number {
  return Math.floor((memoryGi * 1024 * MEMORY_CEILING_PERCENT) / 100);
}

/** One probe of the public port; seconds. */
export interface ProbeBounds {
  readonly kind: 'tcp' | 'http';
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

/**
 * The operator's probes. Liveness is never HTTP: the health path answers 503 in a drain, and the kubelet would end a
 * node in mid-handoff. facts/operators.md A3, facts/celld.md 2, bug row G13.
 */
export const PROBES = {
  startup: { kind: 'tcp', periodSeconds: 5, failureThreshold: 120 },
  readiness: { kind: 'http', periodSeconds: 5, failureThreshold: 3 },
  liveness: { kind: 'tcp', periodSeconds: 20, failureThreshold: 3 },
} as const satisfies Readonly<Record<string, ProbeBounds>>;

/** `rollingUpdate.partition` of a fleet that must not move: above any ordinal (DESIGN D1). */
export const CLOSED_PARTITION = 1_000_000;

/** Seconds that a released pod must stay well before the next one is released (DESIGN 5). */
export const SETTLE_SECONDS = 10;

/** Seconds without progress after which the rollout gives up (DESIGN 5). */
export const STEP_DEADLINE_SECONDS = 1200;

/** Seconds of silence that a documented start can take: longer, and a running pod is stuck (DESIGN D12). */
export const LONGEST_START_SECONDS = 900;

/** Seconds that a whole rollout may take, however large the fleet (DESIGN 5). */
export const OVERALL_DEADLINE_SECONDS = 6 * 3600;

/** Seconds by which a Job's `activeDeadlineSeconds` outlasts the rollout's own deadline, so that it can say why it ends. */
export const JOB_DEADLINE_MARGIN_SECONDS = 120;

/**
 * Seconds of the gate Job's `activeDeadlineSeconds`: the image, the five minutes that it waits, and one more try after a
 * crash. A Job whose image cannot be pulled ends by it. Bug row B6.
 */
export const GATE_JOB_DEADLINE_SECONDS = 600;
