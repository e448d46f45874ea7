import type { FleetPlan } from '../plan.ts';
import type { RolloutAct } from './decision.ts';
import { templateDifferences } from './compare-template.ts';
import type { FleetPod } from './pod.ts';
import type { FleetSet } from './stateful-set.ts';
import type { RolloutSnapshot } from './snapshot.ts';
import { noteFences } from './self-fence.ts';

/** Since when something has looked the same, on the monotonic clock. */
export interface Steady {
  readonly key: string;
  readonly since: number;
}

/**
 * What a Job remembers from turn to turn. All of it can be lost: a Job that starts anew waits a little longer, and
 * decides the same.
 */
export interface RolloutMemory {
  readonly startedAt: number;
  /** The ready pods: a settle time is over when they have not changed for it. */
  readonly fleet: Steady;
  /** `spec.replicas` and whether the scaler is frozen. */
  readonly size: Steady;
  /** Something that scales the fleet was there in some turn of this Job. */
  readonly sawScaler: boolean;
  /** The size was quiet long enough while nothing could scale it; it stays so until something can again. */
  readonly isQuiet: boolean;
  /** How the live template differs from the plan's. */
  readonly difference: Steady;
  /** Turns in a row that read the current revision equal to the update revision. */
  readonly promotedTurns: number;
  readonly updateRevision: string;
  /** The lowest partition that this Job has asked for under the present template; its answer may have been lost. */
  readonly asked: number | undefined;
  /** The lowest one of these that was then seen: it is never taken back. */
  readonly released: number | undefined;
  /** Somebody else's Lease as it was last seen to change, and since when this Job waits for it. */
  readonly foreignLease: Steady;
  readonly leaseWaitSince: number;
  readonly leaseRenewedAt: number | undefined;
  /** When this Job asked for the scaler's pause, or took it over. */
  readonly pauseAskedAt: number | undefined;
  /** What has been seen to happen; something new is progress. */
  readonly progress: ReadonlySet<string>;
  readonly progressAt: number;
  readonly leastRestoring: number;
  /** Ordinals whose silent pod was deleted: once each. DESIGN D12. */
  readonly deletedSilent: ReadonlySet<number>;
  /** Since when a pod has been silent to this Job, by uid. */
  readonly silentSince: ReadonlyMap<string, number>;
  /** Self-fences by pod and run, and when this Job first saw them. */
  readonly fences: ReadonlyMap<string, number>;
  readonly served: Steady;
  /** Why this Job gives up; from then on it only leaves everything in order. */
  readonly ending: string | undefined;
}

export function newMemory(monotonic: number): RolloutMemory {
  const never: Steady = { key: '', since: monotonic };
  return {
    startedAt: monotonic,
    fleet: never,
    size: never,
    sawScaler: false,
    isQuiet: false,
    difference: never,
    promotedTurns: 0,
    updateRevision: '',
    asked: undefined,
    released: undefined,
    foreignLease: never,
    leaseWaitSince: monotonic,
    leaseRenewedAt: undefined,
    pauseAskedAt: undefined,
    progress: new Set(),
    progressAt: monotonic,
    leastRestoring: Number.POSITIVE_INFINITY,
    deletedSilent: new Set(),
    silentSince: new Map(),
    fences: new Map(),
    served: never,
    ending: undefined,
  };
}

function steady(before: Steady, key: string, now: number): Steady {
  return before.key === key ? before : { key, since: now };
}

/** What a fresh look adds to the memory; once a turn. */
export function observe(memory: RolloutMemory, snapshot: RolloutSnapshot, plan: FleetPlan): RolloutMemory {
  const { monotonic } = snapshot;
  const withLease = observeLease(memory, snapshot);
  if (!snapshot.set.known || !snapshot.pods.known || snapshot.set.value === undefined) return withLease;
  const [set, pods] = [snapshot.set.value, snapshot.pods.value];
  const isPromoted = set.currentRevision === set.updateRevision && set.updateRevision !== '';
  const isSameTemplate = memory.updateRevision === set.updateRevision;
  const differences = templateDifferences(plan, set.template);
  const size = steady(memory.size, sizeKey(set, snapshot), monotonic);
  return observePods(
    {
      ...withLease,
      size,
      isQuiet: isFrozen(snapshot) && (memory.isQuiet || monotonic - size.since >= QUIET_SECONDS * 1000),
      sawScaler: memory.sawScaler || hasScaler(snapshot) || set.wasScaledByOthers,
      difference: steady(memory.difference, differences.join(', '), monotonic),
      promotedTurns: !isPromoted ? 0 : isSameTemplate ? memory.promotedTurns + 1 : 1,
      updateRevision: set.updateRevision,
      ...releasedSoFar(memory, set),
    },
    { set, pods, snapshot },
  );
}

/** What a sweep adds: the pods were listed once more for it. */
export function observeCensus(memory: RolloutMemory, snapshot: RolloutSnapshot): RolloutMemory {
  if (!snapshot.set.known || !snapshot.pods.known || snapshot.set.value === undefined) return memory;
  const { monotonic } = snapshot;
  const swept = {
    ...memory,
    silentSince: noteSilence(memory.silentSince, snapshot),
    served: steady(memory.served, servedKey(snapshot), monotonic),
  };
  return observePods(swept, { set: snapshot.set.value, pods: snapshot.pods.value, snapshot });
}

function observePods(memory: RolloutMemory, looked: Looked): RolloutMemory {
  const { pods, snapshot } = looked;
  const fleet = steady(memory.fleet, fleetKey(pods), snapshot.monotonic);
  const fences = noteFences(memory.fences, pods, snapshot.monotonic);
  return observeProgress({ ...memory, fleet, fences }, looked);
}

/** Every pod that is ready, and every one that is there: one that comes, goes or flaps starts the settle time anew. */
function fleetKey(pods: readonly FleetPod[]): string {
  const ready = pods.map((pod) =>
    pod.isReady ? `${pod.uid} ${pod.container.id} ${pod.readySince}` : pod.uid,
  );
  return ready.toSorted().join(';');
}

function sizeKey(set: FleetSet, { scaling }: RolloutSnapshot): string {
  const frozen = scaling.known ? `${scaling.value.autoscalers.length}` : '?';
  return `${set.uid} ${set.replicas} ${frozen}`;
}

/** Seconds without a change of `replicas`: a write of an autoscaler may still be under way. facts/scaling.md 1.2, Y34. */
export const QUIET_SECONDS = 15;

/** Nothing that could scale the fleet is left running. */
function isFrozen({ scaling }: RolloutSnapshot): boolean {
  if (!scaling.known || scaling.value.autoscalers.length > 0) return false;
  return scaling.value.scalers.every(
    ({ targetsSet, pausedBy, isPauseSeen }) => !targetsSet || (pausedBy !== undefined && isPauseSeen),
  );
}

function hasScaler({ scaling }: RolloutSnapshot): boolean {
  return scaling.known && (scaling.value.scalers.length > 0 || scaling.value.autoscalers.length > 0);
}

/** A release counts once it is seen: what was only asked for may never have been done. */
function releasedSoFar(memory: RolloutMemory, set: FleetSet): Pick<RolloutMemory, 'asked' | 'released'> {
  if (memory.updateRevision !== set.updateRevision) return { asked: undefined, released: undefined };
  const { asked, released } = memory;
  const isSeen = asked !== undefined && set.partition !== undefined && set.partition <= asked;
  return { asked, released: isSeen ? Math.min(released ?? asked, asked) : released };
}

function observeLease(memory: RolloutMemory, { lease, monotonic }: RolloutSnapshot): RolloutMemory {
  if (!lease.known) return memory;
  const key = lease.value === undefined ? '' : `${lease.value.holder} ${lease.value.resourceVersion}`;
  return { ...memory, foreignLease: steady(memory.foreignLease, key, monotonic) };
}

function noteSilence(
  before: ReadonlyMap<string, number>,
  snapshot: RolloutSnapshot,
): ReadonlyMap<string, number> {
  const { census, monotonic, pods } = snapshot;
  if (census === undefined || !pods.known) return before;
  const silent = pods.value.filter(
    (pod) => !pod.isReady && census.readings.get(pod.uid)?.kind === 'unreadable',
  );
  return new Map(silent.map(({ uid }) => [uid, before.get(uid) ?? monotonic]));
}

function servedKey({ census }: RolloutSnapshot): string {
  if (census === undefined) return '';
  const versions = [...census.readings.values()].map((reading) =>
    reading.kind === 'answer' ? (reading.state.deployment?.version ?? '-') : '?',
  );
  return [...new Set(versions)].toSorted().join();
}

interface Looked {
  readonly set: FleetSet;
  readonly pods: readonly FleetPod[];
  readonly snapshot: RolloutSnapshot;
}

/** Something new that is on the way to the end: a pod became ready or has gone, a size or partition was reached. */
function observeProgress(memory: RolloutMemory, { set, pods, snapshot }: Looked): RolloutMemory {
  const restoring = restoringSum(snapshot);
  const facts = factsOf(set, pods);
  const isNew = facts.some((fact) => !memory.progress.has(fact)) || restoring < memory.leastRestoring;
  if (!isNew) return memory;
  return {
    ...memory,
    progress: new Set([...memory.progress, ...facts]),
    progressAt: snapshot.monotonic,
    leastRestoring: Math.min(restoring, memory.leastRestoring),
  };
}

/** What can be new, and then counts as progress. */
export function factsOf(set: FleetSet, pods: readonly FleetPod[]): readonly string[] {
  return [
    `template ${set.updateRevision}`,
    `replicas ${set.replicas}`,
    `partition ${set.partition ?? 0}`,
    `promoted ${set.currentRevision}`,
    `pods ${pods.length} of ${set.replicas}`,
    ...pods.filter(({ isReady }) => isReady).map(({ uid }) => `ready ${uid}`),
    ...pods.filter(({ isTerminating }) => isTerminating).map(({ uid }) => `ending ${uid}`),
  ];
}

function restoringSum({ census }: RolloutSnapshot): number {
  if (census === undefined) return Number.POSITIVE_INFINITY;
  const counts = [...census.readings.values()].map((reading) =>
    reading.kind === 'answer' ? (reading.state.restoring ?? 0) : Number.POSITIVE_INFINITY,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What an act adds before it is sent: if its answer is lost, it may still have been done. */
export function noteAttempt(memory: RolloutMemory, act: RolloutAct): RolloutMemory {
  if (act.kind !== 'lowerPartition' && act.kind !== 'restorePartition') return memory;
  return { ...memory, asked: Math.min(memory.asked ?? act.to, act.to) };
}

/** What an act adds once it is answered. A lost answer adds nothing: the next look tells. */
export function noteAct(memory: RolloutMemory, act: RolloutAct, monotonic: number): RolloutMemory {
  if (act.kind === 'createLease' || act.kind === 'takeLease') return { ...memory, leaseRenewedAt: monotonic };
  if (act.kind === 'pauseScaler') return { ...memory, pauseAskedAt: monotonic };
  if (act.kind === 'deletePod' && act.why === 'silent') {
    const deletedSilent = new Set([...memory.deletedSilent, act.ordinal]);
    return { ...memory, progressAt: monotonic, deletedSilent };
  }
  if (act.kind === 'deletePod') return { ...memory, progressAt: monotonic };
  if (act.kind !== 'lowerPartition' && act.kind !== 'setReplicas') return memory;
  return { ...memory, progressAt: monotonic, leastRestoring: Number.POSITIVE_INFINITY };
}
