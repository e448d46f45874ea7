/** Sync waves of everything that is rendered or passed through; the last one is not waited for. Source: DESIGN D3. */
export const WAVE_FOUNDATION = 0;
export const WAVE_WORKLOAD = 1;
export const WAVE_LAST = 10;

/**
 * Waves of a stack: what the release needs, then what belongs to the bucket, then the release (WAVE_LAST). Deleting goes
 * the other way, each wave waiting for the one above (facts/celld-stack.md 6.1).
 */
export const WAVE_STACK_NEEDS = -1;
export const WAVE_STACK_BUCKET = 0;

/** Waves of a guard: the chart renders everything into wave 0, and what the rollout Job needs comes before. */
export const WAVE_GUARD_FOUNDATION = -1;
export const WAVE_GUARD_ROLLOUT = 0;

/** Waves of the PreSync phase: first what the gate Job needs, then the Job. */
export const WAVE_GATE_IDENTITY = -1;
export const WAVE_GATE = 0;
