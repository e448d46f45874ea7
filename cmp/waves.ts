/** Sync waves of everything that is rendered or passed through; the last one is not waited for. Source: DESIGN D3. */
export const WAVE_FOUNDATION = 0;
export const WAVE_WORKLOAD = 1;
export const WAVE_LAST = 10;

/** Waves of the PreSync phase: first what the gate Job needs, then the Job. */
export const WAVE_GATE_IDENTITY = -1;
export const WAVE_GATE = 0;
