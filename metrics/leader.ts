import type { JsonObject } from '../documents/json.ts';
import type { Clock } from '../fleet/clock.ts';
import { ApiError, type ClusterApi, type KubeObject, type ObjectRef } from '../fleet/cluster-api.ts';
import { RESOURCES } from '../fleet/resources.ts';
import { type FleetLease, judgeLease, parseLease } from '../fleet/rollout/lease.ts';
import type { Log } from '../kube/log.ts';

/** Name of the Lease, in the exporter's own namespace. */
export const LEASE_NAME = 'celld-gitops-exporter';
export const EXPORTER_MANAGER = 'celld-gitops-exporter';
/** A replica that dies is outwaited within one sweep. */
const LEASE_SECONDS = 15;
const RENEW_MS = 5_000;
const POLL_MS = 2_500;
/** A leader that could not renew for so long stops before anybody else may start. */
const LEADS_MS = 12_000;

export interface LeaderOptions {
  readonly api: ClusterApi;
  readonly clock: Clock;
  readonly log: Log;
  readonly namespace: string;
  /** This replica: its pod's name, and something that no other process has. */
  readonly me: string;
}

/** Decides which replica writes status; every replica sweeps and answers. DESIGN D13. */
export interface Leader {
  /** True only while this replica's last renewal is fresh, by its own monotonic clock. */
  leads(): boolean;
  /** Until the clock's sleep is ended; gives the Lease back then. */
  run(): Promise<void>;
}

interface Watch {
  renewedAt: number | undefined;
  seen: string;
  unchangedSince: number;
}

export function openLeader(options: LeaderOptions): Leader {
  const { clock, log } = options;
  const watch: Watch = { renewedAt: undefined, seen: '', unchangedSince: clock.monotonic() };
  const leads = (): boolean =>
    watch.renewedAt !== undefined && clock.monotonic() - watch.renewedAt < LEADS_MS;
  const turn = async (): Promise<void> => {
    const before = leads();
    await tend(options, watch);
    if (before !== leads()) log.info({}, leads() ? 'Writes status from now on' : 'Writes status no more');
  };
  return {
    leads,
    run: async () => {
      try {
        for (;;) {
          await turn().catch((error: unknown) => warn(log, error));
          await clock.sleep(POLL_MS);
        }
      } finally {
        if (watch.renewedAt !== undefined) await giveBack(options);
        watch.renewedAt = undefined;
      }
    },
  };
}

function warn(log: Log, error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  log.warn({ error: error.message }, 'Cannot tend the Lease');
}

async function tend(options: LeaderOptions, watch: Watch): Promise<void> {
  const { clock, me } = options;
  const stored = await readLease(options);
  const lease = stored && parseLease(stored);
  const now = clock.monotonic();
  const seen = `${lease?.holder ?? ''} ${lease?.renewTime ?? ''}`;
  if (seen !== watch.seen) Object.assign(watch, { seen, unchangedSince: now });
  if (lease?.holder !== me) watch.renewedAt = undefined;
  const { renewedAt, unchangedSince } = watch;
  const view = { lease, me, now, renewedAt, unchangedSince, waitingSince: now, renewAfterMs: RENEW_MS };
  const verdict = judgeLease(view);
  if (verdict.kind === 'create') await create(options);
  else if (verdict.kind === 'take' && lease !== undefined) await take(options, lease);
  else return;
  // From before the write: the answer may have been long on its way.
  watch.renewedAt = now;
}

async function readLease({ api, namespace }: LeaderOptions): Promise<KubeObject | undefined> {
  try {
    return await api.get(leaseRef(namespace));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

async function create(options: LeaderOptions): Promise<void> {
  const { api, namespace, clock, me } = options;
  const metadata = { name: LEASE_NAME, namespace };
  const lease = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata,
    spec: spec(me, clock.now()),
  };
  await api.create(RESOURCES.lease, namespace, lease, EXPORTER_MANAGER);
}

/** With the version that was read: of two who take it at once one meets a conflict. */
async function take(options: LeaderOptions, { resourceVersion }: FleetLease): Promise<void> {
  const { api, namespace, clock, me } = options;
  const body = { metadata: { resourceVersion }, spec: spec(me, clock.now()) };
  await api.patch(leaseRef(namespace), body, { kind: 'merge', fieldManager: EXPORTER_MANAGER });
}

async function giveBack(options: LeaderOptions): Promise<void> {
  const { api, namespace, me } = options;
  try {
    const stored = await readLease(options);
    const lease = stored && parseLease(stored);
    if (lease?.holder !== me) return;
    const body = { metadata: { resourceVersion: lease.resourceVersion }, spec: { holderIdentity: '' } };
    await api.patch(leaseRef(namespace), body, { kind: 'merge', fieldManager: EXPORTER_MANAGER });
  } catch {
    // The other replica outwaits it.
  }
}

function spec(me: string, now: number): JsonObject {
  // `metav1.MicroTime` wants exactly six digits.
  const renewTime = new Date(now).toISOString().replace('Z', '000Z');
  return { holderIdentity: me, leaseDurationSeconds: LEASE_SECONDS, renewTime };
}

function leaseRef(namespace: string): ObjectRef {
  return { type: RESOURCES.lease, namespace, name: LEASE_NAME };
}
