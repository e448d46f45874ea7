import type { FleetKey } from '../fleet/observe/fleet-snapshot.ts';
import { scalerAnswer } from '../fleet/observe/scaler-answer.ts';
import type { FleetStore } from './fleet-store.ts';
import type { ExporterHealth } from './health.ts';
import type { ScrapeView } from './metric-row.ts';
import type { Expose } from './registry.ts';

/** What the endpoints answer from. */
export interface RouteOptions {
  readonly store: FleetStore;
  readonly health: ExporterHealth;
  readonly expose: Expose;
  readonly view: () => ScrapeView;
  readonly monotonic: () => number;
  /** Why the program should be restarted, or undefined. */
  readonly sickness: () => string | undefined;
  /** Why nothing should be asked here yet, or any more; or undefined. */
  readonly unreadiness: () => string | undefined;
}

export interface RouteAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export const ENDPOINTS = {
  '/metrics': 'every metric, as Prometheus text or, where it is asked for, as OpenMetrics',
  '/scaler/NAMESPACE/APP':
    'the load of one fleet as JSON, for KEDA; 503 with the reason while it is not known',
  '/healthz': '200 while the sweeps go on',
  '/readyz': '200 from the first sweep on, until the program is told to stop',
} as const;

/** Answers one GET. `path` is the URL's, without its query. */
export async function answerRoute(
  path: string,
  accept: string | undefined,
  options: RouteOptions,
): Promise<RouteAnswer> {
  if (path === '/metrics') {
    const { contentType, text } = await options.expose(options.view(), accept);
    return { status: 200, contentType, body: text };
  }
  if (path === '/healthz') return state(options.sickness());
  if (path === '/readyz') return state(options.unreadiness());
  const fleet = scaledFleet(path);
  return fleet === undefined ? json(404, { error: 'there is no such page' }) : answerScaler(fleet, options);
}

function state(trouble: string | undefined): RouteAnswer {
  const contentType = 'text/plain; charset=utf-8';
  return trouble === undefined
    ? { status: 200, contentType, body: 'ok\n' }
    : { status: 503, contentType, body: `${trouble}\n` };
}

/** Names of Kubernetes are lower-case letters, digits and "-": nothing has to be decoded. */
function scaledFleet(path: string): FleetKey | undefined {
  const match = /^\/scaler\/([a-z0-9-]{1,63})\/([a-z0-9-]{1,63})$/.exec(path);
  const [, namespace, app] = match ?? [];
  return namespace === undefined || app === undefined ? undefined : { namespace, app };
}

function answerScaler(key: FleetKey, { store, health, monotonic, unreadiness }: RouteOptions): RouteAnswer {
  const fleet = store.get(key);
  if (fleet === undefined) {
    health.count('scalerRefusals');
    const early = unreadiness();
    return early === undefined
      ? json(404, { error: 'there is no such fleet' })
      : json(503, { error: `not known: ${early}` });
  }
  const answer = scalerAnswer(fleet.snapshot, monotonic());
  if (answer.kind === 'load') return json(200, { ...answer.load });
  health.count('scalerRefusals');
  return json(503, { error: `not known: ${answer.reason}` });
}

function json(status: number, body: Readonly<Record<string, unknown>>): RouteAnswer {
  return { status, contentType: 'application/json', body: `${JSON.stringify(body)}\n` };
}
