import { factsOf, type RolloutMemory, type Steady } from '../../../fleet/rollout/memory.ts';
import type { Bucket } from '../../../sim/celld/bucket.ts';
import { versionText } from '../../../sim/celld/harm.ts';
import { type CelldNode, isServing } from '../../../sim/celld/node.ts';
import { eventKey, type SimEvent } from '../../../sim/events.ts';
import type { SimState } from '../../../sim/state.ts';
import { EventQueue } from '../../../sim/time/event-queue.ts';
import type { JobState, SearchState } from './space.ts';

/**
 * Time of the search. A moment is now, `SOON_MS` ago (longer than settling, quiet, a Lease and a template that differs)
 * or `LONG_MS` ago (longer than any deadline of a step): what lies between is rounded down, so that there are finitely
 * many states, and a state does not depend on how it was reached.
 */
export const SOON_MS = 65_000;
export const LONG_MS = 1_300_000;

/** Cells that a node has, if any: how many there are decides nothing. */
const CELLS = 4;

/** The state in its normal form: equal for states that differ only in what cannot matter. */
export function normal(state: SearchState): SearchState {
  const { now } = state.sim;
  return {
    ...state,
    sim: normalWorld(state.sim),
    job: state.job && normalJob(state.job, now),
    old: state.old && normalJob(state.old, now),
  };
}

function normalWorld(state: SimState): SimState {
  const queue = new EventQueue<SimEvent>();
  for (const entry of state.queue.list()) {
    const event = normalEvent(entry.event);
    queue.add({ at: state.now, order: entry.order, key: eventKey(event), event });
  }
  for (const [uid, node] of state.nodes) {
    const wanted = normalNode(node);
    if (wanted !== node) state.nodes.set(uid, wanted);
  }
  for (const [key, bucket] of state.buckets) {
    const wanted = normalBucket(bucket);
    if (wanted !== bucket) state.buckets.set(key, wanted);
  }
  for (const type of ['/events', 'celld-operator.io/workerapps']) state.store.byType.delete(type);
  state.autoscalers.clear();
  state.harms.length = 0;
  return { ...state, queue };
}

function normalEvent(event: SimEvent): SimEvent {
  const isCells = event.kind === 'cells.restore' || event.kind === 'cells.lost';
  return isCells && event.cells !== CELLS ? { ...event, cells: CELLS } : event;
}

function normalNode(node: CelldNode): CelldNode {
  const cells = node.behaviour.start === 'well' && isServing(node) ? CELLS : some(node.cells);
  const restoring = some(node.restoring);
  return node.cells === cells && node.restoring === restoring ? node : { ...node, cells, restoring };
}

function some(cells: number): number {
  return cells > 0 ? CELLS : 0;
}

function normalBucket(bucket: Bucket): Bucket {
  const writers = bucket.writers.toSorted((a, b) => (versionText(a) < versionText(b) ? -1 : 1));
  const isSorted = writers.every((writer, index) => writer === bucket.writers[index]);
  const unowned = some(bucket.unowned);
  return isSorted && unowned === bucket.unowned ? bucket : { ...bucket, unowned, writers };
}

function normalJob(job: JobState, now: number): JobState {
  const { memory, endingSince, next } = job;
  const input = next?.input.snapshot;
  // A decision that has become old is dropped by the Job itself. I7.
  const isStale = input !== undefined && now - input.monotonic >= SOON_MS;
  return {
    ...job,
    memory: normalMemory(memory, now),
    endingSince: rounded(endingSince, now),
    next: isStale ? undefined : next,
  };
}

function rounded<Moment extends number | undefined>(moment: Moment, now: number): Moment {
  if (moment === undefined) return moment;
  const age = now - moment;
  return (now - (age >= LONG_MS ? LONG_MS : age >= SOON_MS ? SOON_MS : 0)) as Moment;
}

/** For bounds of minutes: only whether they are over. */
function roundedLong<Moment extends number | undefined>(moment: Moment, now: number): Moment {
  if (moment === undefined) return moment;
  return (now - (now - moment >= LONG_MS ? LONG_MS : 0)) as Moment;
}

function roundedShort({ key, since }: Steady, now: number): Steady {
  return { key, since: now - (now - since >= SOON_MS ? SOON_MS : 0) };
}

function normalMemory(memory: RolloutMemory, now: number): RolloutMemory {
  return {
    ...memory,
    startedAt: roundedLong(memory.startedAt, now),
    fleet: roundedShort(memory.fleet, now),
    size: roundedShort(memory.size, now),
    difference: roundedShort(memory.difference, now),
    promotedTurns: Math.min(memory.promotedTurns, 2),
    foreignLease: roundedShort(memory.foreignLease, now),
    leaseWaitSince: rounded(memory.leaseWaitSince, now),
    leaseRenewedAt: rounded(memory.leaseRenewedAt, now),
    pauseAskedAt: roundedLong(memory.pauseAskedAt, now),
    progressAt: rounded(memory.progressAt, now),
    leastRestoring: Math.min(memory.leastRestoring, CELLS),
    silentSince: new Map([...memory.silentSince].map(([uid, since]) => [uid, rounded(since, now)])),
    fences: new Map([...memory.fences].map(([key, since]) => [key, roundedLong(since, now)])),
    served: { key: memory.served.key, since: roundedLong(memory.served.since, now) },
  };
}

/** What was seen once and is not so any more is forgotten: it may count as progress again. */
export function withFreshProgress(job: JobState, considered: JobState['next']): JobState {
  const snapshot = considered?.input.snapshot;
  if (snapshot?.set.known !== true || snapshot.set.value === undefined || !snapshot.pods.known) return job;
  const progress = new Set(factsOf(snapshot.set.value, snapshot.pods.value));
  return { ...job, memory: { ...job.memory, progress } };
}
