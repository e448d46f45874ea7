import {
  JOB_DEADLINE_MARGIN_SECONDS,
  LONGEST_START_SECONDS,
  OVERALL_DEADLINE_SECONDS,
  SETTLE_SECONDS,
  STEP_DEADLINE_SECONDS,
} from './bounds.ts';
import { type FleetSize, largestSize } from './fleet-size.ts';

/** Seconds. */
export interface FleetDeadlines {
  readonly settle: number;
  /** Without progress. */
  readonly step: number;
  /** The whole Job. */
  readonly overall: number;
}

/** What the platform file may set; seconds. */
export interface WantedDeadlines {
  readonly settle?: number;
  readonly step?: number;
  /** The most for the whole rollout; never above `OVERALL_DEADLINE_SECONDS`. */
  readonly overall?: number;
}

/**
 * A step is never shorter than the longest documented start and the settle time: the Job would give up on a node that
 * is well (DESIGN 5).
 */
export function fleetDeadlines(size: FleetSize, wanted: WantedDeadlines = {}): FleetDeadlines {
  const { settle = SETTLE_SECONDS, step: wantedStep = STEP_DEADLINE_SECONDS } = wanted;
  const step = Math.max(wantedStep, LONGEST_START_SECONDS + settle);
  const cap = Math.min(wanted.overall ?? OVERALL_DEADLINE_SECONDS, OVERALL_DEADLINE_SECONDS);
  return { settle, step, overall: Math.max(step, Math.min(largestSize(size) * step, cap)) };
}

/** Seconds of the rollout Job's `activeDeadlineSeconds`: longer than its own deadline, so that it can say why it ends. */
export function jobDeadlineSeconds({ overall }: FleetDeadlines): number {
  return overall + JOB_DEADLINE_MARGIN_SECONDS;
}
