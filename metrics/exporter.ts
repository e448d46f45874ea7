import type { Clock } from '../fleet/clock.ts';
import type { ClusterApi } from '../fleet/cluster-api.ts';
import type { Lister } from '../kube/cluster-api.ts';
import type { Log } from '../kube/log.ts';
import type { OpenStateReader } from '../kube/state-reader.ts';
import { fleetStore } from './fleet-store.ts';
import { exporterHealth } from './health.ts';
import { openLanes } from './lanes.ts';
import { openLeader } from './leader.ts';
import { exposition } from './registry.ts';
import type { RouteOptions } from './routes.ts';
import { type OpenServer, openServer } from './server.ts';
import type { ExporterSettings } from './settings.ts';
import { openStatusWriter } from './status-writer.ts';
import { openSweeper } from './sweeper.ts';

/** Everything that the exporter touches of the outside. */
export interface ExporterOptions extends ExporterSettings {
  readonly api: ClusterApi;
  readonly list: Lister;
  readonly states: OpenStateReader;
  /** Its sleeps are ended by SIGTERM. */
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly namespace: string;
  readonly me: string;
  readonly version: string;
  /** Called with the port once it listens. */
  readonly onListening?: (port: number) => void;
  /** Milliseconds between being told to stop and closing, in which Services learn of it; default 5 s. */
  readonly drainMs?: number;
}

const DRAIN_MS = 5_000;
/** No list has come through, or no sweep begun, for so long: the program itself is stuck. */
const STUCK_MS = 300_000;
/** Connections that are kept between sweeps. */
const KEPT_SOCKETS = 2_000;

/** Sweeps, answers and writes status until the clock's sleep is ended. Rejects where it cannot listen. */
export async function runExporter(options: ExporterOptions): Promise<void> {
  const { api, clock, log, namespace, me } = options;
  const store = fleetStore();
  const health = exporterHealth();
  const lanes = openLanes(options.states, clock);
  const leader = openLeader({ api, clock, log, namespace, me });
  const onPublished = openStatusWriter({ api, clock, health, log, leads: () => leader.leads() });
  const sweeper = openSweeper({ ...options, lanes, store, health, onPublished });
  const life = { isStopping: false, beganAt: clock.monotonic() };
  const view = () => ({
    fleets: store.all(),
    health: health.read(),
    slowPods: lanes.slowPods(),
    sockets: options.states.sockets(),
    isLeader: leader.leads(),
    version: options.version,
    now: clock.now(),
    monotonic: clock.monotonic(),
  });
  const routes: RouteOptions = {
    store,
    health,
    expose: exposition(),
    view,
    monotonic: () => clock.monotonic(),
    sickness: () =>
      clock.monotonic() - life.beganAt < STUCK_MS ? undefined : 'no sweep has begun for 5 minutes',
    unreadiness: () => {
      if (life.isStopping) return 'the exporter is stopping';
      return health.read().sweeps > 0 ? undefined : 'the first sweep is not done yet';
    },
  };
  const server = await openServer({ ...options, routes });
  log.info({ port: server.port }, 'Listening');
  options.onListening?.(server.port);
  const leading = leader.run().catch(ignoreAbort);
  try {
    for (;;) {
      life.beganAt = clock.monotonic();
      await sweeper.start();
      options.states.trim(KEPT_SOCKETS);
      await clock.sleep(untilNext(options, clock.monotonic() - life.beganAt));
    }
  } catch (error) {
    ignoreAbort(error);
  } finally {
    life.isStopping = true;
    await stop(options, { server, leading });
  }
}

/** Around the interval, so that replicas and restarts do not fall into step. */
function untilNext({ pollSeconds, random }: ExporterOptions, spent: number): number {
  const interval = pollSeconds * 1000 * (0.9 + 0.2 * random());
  return Math.max(500, interval - spent);
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

/** Answers go on while Services still send questions; then nothing new is taken. */
async function stop(
  { drainMs = DRAIN_MS, log }: ExporterOptions,
  { server, leading }: { readonly server: OpenServer; readonly leading: Promise<void> },
): Promise<void> {
  log.info({}, 'Stopping');
  await leading;
  await new Promise((resolve) => setTimeout(resolve, drainMs));
  await server.close();
}
