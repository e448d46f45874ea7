import type { Clock } from '../fleet/clock.ts';
import { ApiError, type ClusterApi, type KubeObject } from '../fleet/cluster-api.ts';
import { textAt } from '../fleet/object-fields.ts';
import { keyText } from '../fleet/observe/fleet-objects.ts';
import { RESOURCES } from '../fleet/resources.ts';
import type { WorkerApp } from '../fleet/status/worker-app.ts';
import type { Log } from '../kube/log.ts';
import type { PublishedFleet } from './fleet-store.ts';
import { EXPORTER_MANAGER } from './leader.ts';
import { secondTime } from './second-time.ts';

/** A fleet whose phase flaps, and a cluster whose fleets all change at once, must not flood the API server. */
const WINDOW_MS = 600_000;
const MOST_OF_FLEET = 5;
const MOST_OF_ALL = 200;
/** Characters of an Event's message: 1024 is the API server's limit. */
const LONGEST_MESSAGE = 1000;

export interface PhaseEventsOptions {
  readonly api: ClusterApi;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PhaseEvents {
  /** Call it once the new phase is stored; an Event that cannot be written is lost. */
  note(fleet: PublishedFleet, before: WorkerApp): Promise<void>;
}

export function openPhaseEvents(options: PhaseEventsOptions): PhaseEvents {
  const { api, clock, log } = options;
  let sent: readonly { readonly key: string; readonly at: number }[] = [];
  const mayTell = (key: string): boolean => {
    const at = clock.monotonic();
    sent = sent.filter((event) => at - event.at < WINDOW_MS);
    if (sent.length >= MOST_OF_ALL) return false;
    if (sent.filter((event) => event.key === key).length >= MOST_OF_FLEET) return false;
    sent = [...sent, { key, at }];
    return true;
  };
  return {
    note: async (fleet, before) => {
      const { snapshot, verdict } = fleet;
      if (textAt(before.status, 'phase') === verdict.phase || !mayTell(keyText(snapshot))) return;
      const event = phaseEvent(fleet, before, clock.now());
      try {
        await api.create(RESOURCES.event, snapshot.namespace, event, EXPORTER_MANAGER);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        log.warn({ error: error.message, fleet: keyText(snapshot) }, 'Cannot write an Event');
      }
    },
  };
}

function phaseEvent({ snapshot, verdict }: PublishedFleet, before: WorkerApp, now: number): KubeObject {
  const { namespace, app } = snapshot;
  const { group, version, kind } = RESOURCES.workerApp;
  const time = secondTime(now);
  const message = `${textAt(before.status, 'phase') ?? 'New'} -> ${verdict.phase}: ${verdict.message}`;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${app}.${now.toString(16)}.${verdict.phase.toLowerCase()}`, namespace },
    involvedObject: { apiVersion: `${group}/${version}`, kind, namespace, name: app, uid: before.uid },
    reason: verdict.reason,
    message: message.slice(0, LONGEST_MESSAGE),
    type: verdict.phase === 'Degraded' ? 'Warning' : 'Normal',
    count: 1,
    firstTimestamp: time,
    lastTimestamp: time,
    source: { component: EXPORTER_MANAGER },
  };
}
