import type { FleetVerdict, Phase } from './verdict.ts';

/** A verdict, and for how many seconds it may last before the fleet counts as degraded. */
export interface Judgement extends FleetVerdict {
  readonly patience?: number;
}

export function judged(phase: Phase, reason: string, message: string): Judgement {
  return { phase, reason, message };
}

/** The same, for so many seconds; undefined: for as long as it lasts. */
export function patiently(judgement: Judgement, seconds: number | undefined): Judgement {
  return seconds === undefined ? judgement : { ...judgement, patience: seconds };
}
