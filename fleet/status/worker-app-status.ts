import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { canonicalJson } from '../canonical-json.ts';
import { objectsAt, textAt } from '../object-fields.ts';
import type { FleetSnapshot } from '../observe/fleet-snapshot.ts';
import { CONDITION_TYPES, fleetConditions } from './conditions.ts';
import type { FleetView } from './fleet-view.ts';
import { expectedAppVersion, servedAppVersion } from './judge-served.ts';
import type { FleetVerdict } from './verdict.ts';
import type { WorkerApp } from './worker-app.ts';

/** Limits of the CRD: what is longer would make the API server refuse the whole status. */
const LONGEST_VERSION = 128;
const LONGEST_MESSAGE = 32_768;
const MOST_DEPLOYMENTS = 2000;

/**
 * The exporter's part of a WorkerApp's status (DESIGN D5). Texts that are not known are empty, not left out: so this
 * writer owns them, and nothing that another one left there stays.
 */
export function workerAppStatus(
  view: FleetView & { readonly app: WorkerApp },
  verdict: FleetVerdict,
  now: string,
): JsonObject {
  const { app, snapshot } = view;
  const isWhole = snapshot.blockers.length === 0;
  return {
    phase: verdict.phase,
    message: verdict.message.slice(0, LONGEST_MESSAGE),
    expectedAppVersion: shortVersion(expectedAppVersion(view)) ?? '',
    rolledOutAppVersion: (isWhole ? shortVersion(servedAppVersion(view)) : undefined) ?? '',
    observedPlanHash: app.planHash ?? '',
    deployments: deployments(snapshot),
    fleet: fleetCounts(snapshot),
    conditions: fleetConditions(view, verdict, { before: app.status, generation: app.generation, now }),
  };
}

/** By pod, in the order of ordinals; a pod that does not tell has its name alone. */
function deployments({ pods, states }: FleetSnapshot): readonly JsonObject[] {
  return pods.slice(0, MOST_DEPLOYMENTS).map(({ name, uid }) => {
    const served = states.get(uid)?.deployment;
    const version = shortVersion(served?.version);
    if (served === undefined || version === undefined) return { name };
    const { generation, draining, swapping } = served;
    return { name, version, generation, draining, swapping };
  });
}

/** Restoring is a sum over every pod, or not known. */
function fleetCounts({ pods, states }: FleetSnapshot): JsonObject {
  const ready = pods.filter(({ isReady }) => isReady).length;
  const told = pods.map(({ uid }) => states.get(uid)?.restoring);
  const known = told.filter((count) => count !== undefined);
  const isKnown = known.length === told.length;
  return { ready, ...(isKnown && { restoring: known.reduce((sum, count) => sum + count, 0) }) };
}

function shortVersion(version: string | undefined): string | undefined {
  return version !== undefined && version.length <= LONGEST_VERSION ? version : undefined;
}

/** The exporter's part of a stored status as text, to compare it. */
export function ownStatusText(status: JsonObject): string {
  const own: Record<string, JsonValue> = { ...status };
  delete own['rollout'];
  const conditions = objectsAt(status, 'conditions')
    .map((condition) => [textAt(condition, 'type') ?? '', condition] as const)
    .filter(([type]) => CONDITION_TYPES.includes(type));
  own['conditions'] = Object.fromEntries(conditions);
  own['deployments'] = objectsAt(status, 'deployments');
  return canonicalJson(own);
}
