import { CLOSED_PARTITION } from '../bounds.ts';
import { largestSize, smallestSize } from '../fleet-size.ts';
import type { FleetPlan } from '../plan.ts';
import type { RolloutDecision } from './decision.ts';
import type { FleetJudgement } from './judge-fleet.ts';
import type { FleetLease } from './lease.ts';
import type { RolloutMemory } from './memory.ts';
import type { FleetPod } from './pod.ts';
import type { RanEntry } from './ran.ts';
import type { RolloutSnapshot, ScalerView } from './snapshot.ts';
import type { FleetSet } from './stateful-set.ts';

/** Who decides: the Job's uid, and the id under which this very pod of it holds the Lease. */
export interface JobIdentity {
  readonly jobUid: string;
  readonly holder: string;
}

/** Everything that one decision is made from, once all of it could be read. */
export interface Turn {
  readonly plan: FleetPlan;
  readonly memory: RolloutMemory;
  readonly me: JobIdentity;
  readonly snapshot: RolloutSnapshot;
  readonly set: FleetSet;
  /** Every pod with the fleet's label. */
  readonly pods: readonly FleetPod[];
  readonly lease: FleetLease | undefined;
  readonly scaling: ScalerView;
  readonly ran: readonly RanEntry[];
  readonly judgement: FleetJudgement;
}

/** One step of the rollout: undefined means that it has nothing to do, and the next one is asked. */
export type Step = (turn: Turn) => RolloutDecision | undefined;

export function firstDecision(steps: readonly Step[], turn: Turn): RolloutDecision | undefined {
  for (const step of steps) {
    const decision = step(turn);
    if (decision !== undefined) return decision;
  }
  return undefined;
}

/** The live partition; without `rollingUpdate` nothing is held back. */
export function partitionOf({ set }: Pick<Turn, 'set'>): number {
  return set.partition ?? 0;
}

export function isClosed(turn: Pick<Turn, 'set'>): boolean {
  return partitionOf(turn) >= CLOSED_PARTITION;
}

export function isPromoted({ set }: Pick<Turn, 'set'>): boolean {
  return set.currentRevision === set.updateRevision;
}

/** The pod at an ordinal, if the set owns one. */
export function podAt({ pods, set }: Pick<Turn, 'pods' | 'set'>, ordinal: number): FleetPod | undefined {
  return pods.find((pod) => pod.ordinal === ordinal && pod.controller === set.uid);
}

export function isUpdated({ set }: Pick<Turn, 'set'>, pod: FleetPod): boolean {
  return pod.revision === set.updateRevision;
}

/** Pods, terminating ones too, that do not run the plan's template. */
export function oldPods(turn: Pick<Turn, 'pods' | 'set'>): readonly FleetPod[] {
  return turn.pods.filter((pod) => !isUpdated(turn, pod));
}

/** Some pods run the plan's template and some do not. */
export function isMixed(turn: Pick<Turn, 'pods' | 'set'>): boolean {
  const old = oldPods(turn).length;
  return old > 0 && old < turn.pods.length;
}

/** Ordinals of the set from the top down. */
export function ordinalsDown({ set }: Pick<Turn, 'set'>): readonly number[] {
  return Array.from({ length: set.replicas }, (_, index) => set.replicas - 1 - index);
}

/** How many pods the plan wants, from what there is: inside the bounds an autoscaler's size stays. */
export function wantedSize({ plan, set }: Pick<Turn, 'plan' | 'set'>): number {
  const { size } = plan;
  return Math.min(largestSize(size), Math.max(smallestSize(size), set.replicas));
}

/** Seconds since a monotonic moment. */
export function secondsSince({ snapshot }: Pick<Turn, 'snapshot'>, moment: number): number {
  return (snapshot.monotonic - moment) / 1000;
}

export function names(pods: readonly FleetPod[]): string {
  return pods.map(({ name }) => name).join(', ');
}

/** Every pod stops once for a restart token that asks for it, until that is recorded as done (DESIGN D8). */
export function isStopAcknowledged({ plan, set }: Pick<Turn, 'plan' | 'set'>): boolean {
  const { acknowledgeStop, restartToken } = plan;
  if (acknowledgeStop === undefined || acknowledgeStop !== restartToken) return false;
  return set.stoppedFor !== acknowledgeStop || set.savedReplicas !== undefined;
}

/** Whether old pods must all have gone before a new one starts. */
export function mustStop(turn: Turn): boolean {
  return turn.judgement.verdict === 'recreate' || isStopAcknowledged(turn);
}
