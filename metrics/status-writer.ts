import type { JsonObject } from '../documents/json.ts';
import type { Clock } from '../fleet/clock.ts';
import { ApiError, type ClusterApi, type KubeObject } from '../fleet/cluster-api.ts';
import { objectAt } from '../fleet/object-fields.ts';
import { keyText } from '../fleet/observe/fleet-objects.ts';
import { RESOURCES } from '../fleet/resources.ts';
import type { WorkerApp } from '../fleet/status/worker-app.ts';
import { ownStatusText, workerAppStatus } from '../fleet/status/worker-app-status.ts';
import type { Log } from '../kube/log.ts';
import { atMost } from './at-most.ts';
import type { PublishedFleet } from './fleet-store.ts';
import type { ExporterHealth } from './health.ts';
import { EXPORTER_MANAGER } from './leader.ts';
import { openPhaseEvents } from './phase-events.ts';
import { secondTime } from './second-time.ts';

/** Writes under way together: a thousand fleets may change at once. */
const MOST_WRITES = 8;

export interface StatusWriterOptions {
  readonly api: ClusterApi;
  readonly clock: Clock;
  readonly health: ExporterHealth;
  readonly log: Log;
  /** Whether this replica holds the Lease. */
  readonly leads: () => boolean;
}

export type StatusWriter = (fleet: PublishedFleet) => Promise<void>;

/**
 * Writes a fleet's status where it has changed, once a sweep: what fails is tried again by the next one. Only the
 * holder of the Lease writes, and it is asked again when the write's turn has come. DESIGN D5, D13.
 */
export function openStatusWriter(options: StatusWriterOptions): StatusWriter {
  const { clock, leads } = options;
  const inTurn = atMost(MOST_WRITES);
  const events = openPhaseEvents(options);
  /** By fleet: what was applied, and what the API server made of it, where others own more of the status. */
  const leftovers = new Map<string, string>();
  return async (fleet) => {
    const { app } = fleet.view;
    if (app === undefined || !leads()) return;
    const status = workerAppStatus({ ...fleet.view, app }, fleet.verdict, secondTime(clock.now()));
    const [wanted, stored] = [ownStatusText(status), ownStatusText(app.status)];
    const key = keyText(fleet.snapshot);
    if (wanted === stored || leftovers.get(key) === `${wanted} ${stored}`) return;
    const answer = await inTurn(async () =>
      leads() ? await apply(options, { fleet, app, status }) : undefined,
    );
    if (answer === undefined) return;
    const now = ownStatusText(objectAt(answer, 'status'));
    if (now === wanted) leftovers.delete(key);
    else leftovers.set(key, `${wanted} ${now}`);
    await events.note(fleet, app);
  };
}

interface Write {
  readonly fleet: PublishedFleet;
  readonly app: WorkerApp;
  readonly status: JsonObject;
}

/** The stored object, or undefined where it could not be written. The uid: an app made anew is judged anew. */
async function apply(
  { api, health, log }: StatusWriterOptions,
  { fleet: { snapshot }, app, status }: Write,
): Promise<KubeObject | undefined> {
  const { namespace, app: name } = snapshot;
  const { group, version, kind } = RESOURCES.workerApp;
  const body = { apiVersion: `${group}/${version}`, kind, metadata: { name, uid: app.uid }, status };
  const how = { kind: 'apply', subresource: 'status', fieldManager: EXPORTER_MANAGER, force: true } as const;
  try {
    const answer = await api.patch({ type: RESOURCES.workerApp, namespace, name }, body, how);
    health.count('statusWrites');
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Deleted, or made anew, since it was listed: the next list tells.
    if (error.status === 404 || error.status === 409) return undefined;
    health.count('statusFailures');
    log.warn({ error: error.message, fleet: keyText(snapshot) }, 'Cannot write a status');
    return undefined;
  }
}
