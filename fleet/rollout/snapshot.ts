import type { StateReading } from '../state-reader.ts';
import type { FleetLease } from './lease.ts';
import type { FleetPod } from './pod.ts';
import type { Autoscaler, Scaler } from './scaler.ts';
import type { FleetSet } from './stateful-set.ts';

/** What was read, or why it could not be: unknown is never absent, and never counts as yes (DESIGN D12). */
export type Known<T> =
  { readonly known: true; readonly value: T } | { readonly known: false; readonly reason: string };

export function known<T>(value: T): Known<T> {
  return { known: true, value };
}

/** Everything that could size the fleet. */
export interface ScalerView {
  /** False: the cluster has no KEDA. */
  readonly isServed: boolean;
  /** ScaledObjects that target the fleet, or have its name. */
  readonly scalers: readonly Scaler[];
  /** HorizontalPodAutoscalers that target the fleet. */
  readonly autoscalers: readonly Autoscaler[];
}

/** One sweep over every pod's `/state`, between two lists of the pods (DESIGN D12). */
export interface Census {
  /** By the pod's uid. */
  readonly readings: ReadonlyMap<string, StateReading>;
  /** Pods whose uid, IP, container or readiness differed between the two lists; their answers prove nothing. Y33. */
  readonly changed: readonly string[];
}

/** One fresh look of the rollout Job at its fleet. */
export interface RolloutSnapshot {
  /** Milliseconds since the epoch; may jump. */
  readonly now: number;
  readonly monotonic: number;
  readonly set: Known<FleetSet | undefined>;
  readonly pods: Known<readonly FleetPod[]>;
  readonly lease: Known<FleetLease | undefined>;
  readonly scaling: Known<ScalerView>;
  /** Absent until a decision asks for it: then the pods are those of the second list. */
  readonly census?: Census;
}
