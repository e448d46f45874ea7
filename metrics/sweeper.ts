import type { Clock } from '../fleet/clock.ts';
import { ApiError } from '../fleet/cluster-api.ts';
import { LABELS } from '../fleet/labels.ts';
import { fleetOf, keyText } from '../fleet/observe/fleet-objects.ts';
import { type FleetKey, takeSnapshot } from '../fleet/observe/fleet-snapshot.ts';
import { type ObservedPod, parseObservedPod } from '../fleet/observe/observed-pod.ts';
import { RESOURCES } from '../fleet/resources.ts';
import { stateAddress } from '../fleet/rollout/state-address.ts';
import { judgePhase } from '../fleet/status/judge-phase.ts';
import { isJobAtWork, type JobWatch, watchJob } from '../fleet/status/job-watch.ts';
import { noteTrouble, type Trouble, verdictOf } from '../fleet/status/trouble.ts';
import type { Lister } from '../kube/cluster-api.ts';
import type { Log } from '../kube/log.ts';
import type { FleetStore, PublishedFleet } from './fleet-store.ts';
import type { ExporterHealth } from './health.ts';
import type { Lanes } from './lanes.ts';
import { listAll, lookAtCluster } from './look.ts';
import { type ListScope, namespacesOf } from './lists.ts';
import { shareNext } from './share-next.ts';
import { fleetView, type IndexedLook, indexLook } from './views.ts';

export interface SweeperOptions {
  readonly list: Lister;
  readonly lanes: Lanes;
  readonly clock: Clock;
  readonly scope: ListScope;
  readonly store: FleetStore;
  readonly health: ExporterHealth;
  readonly log: Log;
  /** Called with each fleet as soon as it is published; its promise is waited for. */
  readonly onPublished: (fleet: PublishedFleet) => Promise<void>;
}

/** Milliseconds in which a sweep must be done: what has not been read by then did not answer. facts/operators.md A6. */
const SWEEP_MS = 30_000;
/** Milliseconds in which fleets that are done wait for others, to share the second list. */
const GATHER_MS = 50;

type PodsByFleet = ReadonlyMap<string, readonly ObservedPod[]>;

interface Sweeping extends SweeperOptions {
  readonly listPods: () => Promise<PodsByFleet>;
  readonly busy: Map<string, Promise<void>>;
  readonly jobs: Map<string, JobWatch>;
  readonly troubles: Map<string, Trouble>;
}

export interface Sweeper {
  /** Lists, and starts the sweep of every fleet whose last one is done. Never rejects. */
  start(): Promise<void>;
  /** Resolves when every sweep that was started is done. */
  idle(): Promise<void>;
}

export function openSweeper(options: SweeperOptions): Sweeper {
  const { clock, list, scope } = options;
  const sweeping: Sweeping = {
    ...options,
    listPods: shareNext(
      () => listPods(list, scope),
      () => clock.sleep(GATHER_MS),
    ),
    busy: new Map(),
    jobs: new Map(),
    troubles: new Map(),
  };
  return {
    start: () => guarded(sweeping, 'list the fleets', () => startSweeps(sweeping)),
    idle: async () => {
      await Promise.all(sweeping.busy.values());
    },
  };
}

async function listPods(list: Lister, scope: ListScope): Promise<PodsByFleet> {
  const queries = namespacesOf('pods', scope).map((namespace) => ({
    type: RESOURCES.pod,
    namespace,
    labelSelector: LABELS.workerapp,
  }));
  const found = await listAll(list, queries, (object) => {
    const key = fleetOf(object);
    return key === undefined ? undefined : ([keyText(key), parseObservedPod(object)] as const);
  });
  const pods = new Map<string, ObservedPod[]>();
  for (const entry of found) {
    if (entry === undefined) continue;
    const [key, pod] = entry;
    const ofFleet = pods.get(key);
    if (ofFleet === undefined) pods.set(key, [pod]);
    else ofFleet.push(pod);
  }
  for (const ofFleet of pods.values()) ofFleet.sort((a, b) => a.ordinal - b.ordinal);
  return pods;
}

async function startSweeps(sweeping: Sweeping): Promise<void> {
  const { list, scope, store, health, busy, lanes, clock } = sweeping;
  const startedAt = clock.monotonic();
  const [look, pods] = await Promise.all([lookAtCluster(list, scope), sweeping.listPods()]);
  if (look.sets.kind !== 'listed' || look.workerApps.kind === 'unknown') {
    const reason = look.sets.kind === 'unknown' ? look.sets.reason : 'WorkerApps cannot be listed';
    throw new UnlistedError(reason);
  }
  const indexed = indexLook(look);
  forgetGone(sweeping, indexed);
  store.keepOnly(new Set(indexed.keys.keys()));
  lanes.keepOnly(new Set([...pods.values()].flat().map(({ uid }) => uid)));
  health.count('lists');
  for (const [key, fleet] of indexed.keys) {
    if (busy.has(key)) continue;
    const sweep = guarded(sweeping, `sweep fleet ${key}`, () =>
      sweepFleet(sweeping, { fleet, indexed, before: pods.get(key) ?? [], until: startedAt + SWEEP_MS }),
    ).finally(() => busy.delete(key));
    busy.set(key, sweep);
  }
  void Promise.all(busy.values()).then(() => health.swept((clock.monotonic() - startedAt) / 1000));
}

class UnlistedError extends Error {}

/** A fleet's trouble is its own, and the next sweep tries again; only how often is kept. */
async function guarded({ health, log }: Sweeping, what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return;
    health.count('failures');
    const isKnown = error instanceof ApiError || error instanceof UnlistedError;
    log[isKnown ? 'warn' : 'error']({ error: String(error) }, `Cannot ${what}`);
  }
}

interface FleetTask {
  readonly fleet: FleetKey;
  readonly indexed: IndexedLook;
  readonly before: readonly ObservedPod[];
  readonly until: number;
}

/** Every pod's state, then the pods once more; published at once, whatever other fleets do. DESIGN D12. */
async function sweepFleet(sweeping: Sweeping, { fleet, indexed, before, until }: FleetTask): Promise<void> {
  const { lanes, clock, store } = sweeping;
  const key = keyText(fleet);
  const readings = await lanes.read({
    pods: before.map((pod) => ({ uid: pod.uid, address: stateAddress(pod) })),
    until,
  });
  const after = (await sweeping.listPods()).get(key) ?? [];
  const now = clock.monotonic();
  const set = indexed.sets.get(key)?.set;
  const snapshot = takeSnapshot({ ...fleet, sampledAt: now, set, before, after, readings });
  const view = fleetView(indexed, snapshot, {
    scope: sweeping.scope,
    isJobAtWork: jobAtWork(sweeping, key, { indexed, now }),
  });
  const judgement = judgePhase(view);
  const trouble = noteTrouble(sweeping.troubles.get(key), judgement, { app: view.app, now });
  sweeping.troubles.set(key, trouble);
  const published = { snapshot, view, verdict: verdictOf(judgement, trouble, now) };
  store.publish(published);
  await sweeping.onPublished(published);
}

function jobAtWork(
  { jobs }: Sweeping,
  key: string,
  { indexed, now }: { readonly indexed: IndexedLook; readonly now: number },
): boolean {
  const lease = indexed.leases.get(key);
  const watch = watchJob(jobs.get(key), lease, now);
  if (watch === undefined) jobs.delete(key);
  else jobs.set(key, watch);
  return isJobAtWork(watch, lease, now);
}

function forgetGone({ jobs, troubles }: Sweeping, { keys }: IndexedLook): void {
  for (const map of [jobs, troubles]) for (const key of map.keys()) if (!keys.has(key)) map.delete(key);
}
