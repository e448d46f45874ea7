/** The phases of a WorkerApp. facts/operators.md A6. */
export const PHASES = ['Pending', 'Ready', 'RollingOut', 'Recreating', 'Degraded'] as const;
export type Phase = (typeof PHASES)[number];

/** How a fleet is, why in one word, and the sentence for people. */
export interface FleetVerdict {
  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
}
