import type { Clock } from '../fleet/clock.ts';
import type { ClusterApi } from '../fleet/cluster-api.ts';
import type { FleetPlan } from '../fleet/plan.ts';
import type { StateReader } from '../fleet/state-reader.ts';

/** One line of a Job's log. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  /** A sentence for a person who follows `kubectl logs`. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Which Job, and which pod of it, a program runs as. */
export interface JobRef {
  readonly name: string;
  readonly uid: string;
  readonly podUid: string;
}

/** Everything that a hook program touches of the outside. */
export interface HookOptions {
  readonly api: ClusterApi;
  readonly clock: Clock;
  readonly plan: FleetPlan;
  readonly job: JobRef;
  readonly log: (line: LogLine) => void;
  /** Aborted by SIGTERM. */
  readonly signal: AbortSignal;
  /** What is to stand in the container's termination message. */
  readonly setTerminationMessage: (text: string) => void;
}

export interface RolloutOptions extends HookOptions {
  readonly states: StateReader;
}

/** Names under which the Jobs' fields are owned. */
export const MANAGERS = { gate: 'celld-gitops-gate', rollout: 'celld-gitops-rollout' } as const;
