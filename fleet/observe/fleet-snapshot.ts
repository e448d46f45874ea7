import { censusBlockers } from '../rollout/census.ts';
import { changedPods } from '../rollout/changed-pods.ts';
import type { FleetSet } from '../rollout/stateful-set.ts';
import type { CelldState, StateReading } from '../state-reader.ts';
import type { ObservedPod } from './observed-pod.ts';

/** Which fleet: the pair that every series and every URL names. */
export interface FleetKey {
  readonly namespace: string;
  readonly app: string;
}

/** One fleet as it was seen in one sweep. Never changed: whoever reads it sees one moment. */
export interface FleetSnapshot extends FleetKey {
  /** Monotonic milliseconds at which the second list of its pods was there. */
  readonly sampledAt: number;
  readonly set: FleetSet | undefined;
  /** As the second list has them: a pod that is gone is not here. */
  readonly pods: readonly ObservedPod[];
  /** By uid; only of pods that were the same before and after, and whose answer is a node's state. */
  readonly states: ReadonlyMap<string, CelldState>;
  /** Why the census is not complete; empty: every pod is there, ready and told its state. */
  readonly blockers: readonly string[];
}

/** What one sweep of a fleet gave. */
export interface FleetSweep extends FleetKey {
  readonly sampledAt: number;
  readonly set: FleetSet | undefined;
  readonly before: readonly ObservedPod[];
  readonly after: readonly ObservedPod[];
  /** By uid, of the pods in `before`. */
  readonly readings: ReadonlyMap<string, StateReading>;
}

/** Census by owner, between two lists of the pods. DESIGN D12, facts/operators.md A6 (`celld_fleet_complete`). */
export function takeSnapshot({ before, after, readings, ...fleet }: FleetSweep): FleetSnapshot {
  const changed = changedPods(before, after);
  const isChanged = new Set(changed);
  const states = new Map<string, CelldState>();
  for (const { name, uid } of after) {
    const reading = readings.get(uid);
    if (reading?.kind === 'answer' && !isChanged.has(name)) states.set(uid, reading.state);
  }
  const blockers = fleetBlockers(fleet.set, after, { readings, changed });
  return { ...fleet, pods: after, states, blockers };
}

function fleetBlockers(
  set: FleetSet | undefined,
  pods: readonly ObservedPod[],
  census: Parameters<typeof censusBlockers>[1],
): readonly string[] {
  if (set === undefined) return ['there is no StatefulSet'];
  const own = [
    ...(set.isObserved ? [] : ['the StatefulSet controller has not seen the last change']),
    ...(set.replicas > 0 ? [] : ['the StatefulSet has no pods']),
  ];
  return [...own, ...censusBlockers({ set, pods }, census)];
}
