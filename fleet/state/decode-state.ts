import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { STATE_FIELDS } from '../celld-state-fields.ts';
import type { CelldState, StateReading, UnreadableReason } from '../state-reader.ts';
import { countOf } from './count.ts';
import { decodeServedDeployment } from './served-deployment.ts';
import { sheddingReason } from './shedding.ts';
import type { StateAnswer } from './state-answer.ts';

/** celld's storage schemes, and `memory` where there is no bucket. facts/celld.md 1.1. */
const OWNERSHIPS: readonly JsonValue[] = ['memory', 's3', 'gs', 'az'];

/** The counters that are kept where they are told, by celld's name for them. */
const KEPT_COUNTS = {
  evicting: 'evicting',
  restoring: 'restoring',
  quiescing: 'quiescing',
  releasing: 'releasing',
  adopting: 'adopting',
  handed_off: 'handedOff',
  handoff_failed: 'handoffFailed',
  owned_cells: 'ownedCells',
  capacity_waiting: 'capacityWaiting',
  rss_bytes: 'rssBytes',
  in_use_bytes: 'inUseBytes',
  cgroup_current_bytes: 'cgroupCurrentBytes',
  cgroup_working_set_bytes: 'cgroupWorkingSetBytes',
} as const satisfies Readonly<Record<string, keyof CelldState>>;

/**
 * Reads an answer to `GET /state`, of any celld version. Total: whatever was sent gives a state that holds what its
 * type says, or a reason from a closed set. Whether it tells all that its version can is `missingStateFields`.
 * facts/operators.md A4, facts/celld.md 1.3.
 */
export function decodeState(answer: StateAnswer): StateReading {
  if (answer.status >= 300 && answer.status <= 399) return unreadable('redirect');
  if (answer.status !== 200) return unreadable('http-status');
  if (!isJsonType(answer.contentType)) return unreadable('not-json');
  const body = parseJson(answer.body);
  return body === undefined ? unreadable('not-json') : decodeStateBody(body);
}

/** The same, of a body that is JSON already. */
export function decodeStateBody(body: JsonValue): StateReading {
  if (!isJsonObject(body)) return unreadable('wrong-shape');
  // A node whose actor has stopped says so with status 200. facts/celld.md 1.3.
  if (Object.hasOwn(body, 'error')) return unreadable('node-error');
  const state = decodeFields(body);
  return state === undefined ? unreadable('wrong-shape') : { kind: 'answer', state };
}

function decodeFields(body: JsonObject): CelldState | undefined {
  const occupied = countOf(body['occupied']);
  const shedding = sheddingReason(body['shedding']);
  if (occupied === undefined || shedding === undefined || !countsAreSound(body)) return undefined;
  const ownership = body['ownership'];
  const state = {
    ownership: typeof ownership === 'string' && OWNERSHIPS.includes(ownership) ? ownership : 'other',
    occupied,
    shedding,
    ...keptCounts(body),
    ...memoryHeadroom(body['node_load']),
  };
  const told = body['deployment'];
  if (told === undefined || told === null) return state;
  const deployment = decodeServedDeployment(told);
  return deployment === undefined ? undefined : { ...state, deployment };
}

/** Every counter that the table knows, also those that are not kept: a node that miscounts is not believed. */
function countsAreSound(body: JsonObject): boolean {
  return STATE_FIELDS.every(({ name, kind }) => {
    const value = body[name];
    if (!kind.startsWith('count') || kind === 'counts' || value === undefined) return true;
    return countOf(value) !== undefined || (value === null && kind === 'count or null');
  });
}

function keptCounts(body: JsonObject): Partial<CelldState> {
  return Object.fromEntries(
    Object.entries(KEPT_COUNTS)
      .map(([name, field]) => [field, countOf(body[name])] as const)
      .filter(([, count]) => count !== undefined),
  );
}

/** Of the load that the node publishes; null where it is not known yet, and its unit is the node's. facts/celld.md 4.3. */
function memoryHeadroom(load: JsonValue | undefined): Pick<CelldState, 'memoryHeadroom'> {
  const told = isJsonObject(load) ? load['memory_headroom'] : undefined;
  if (typeof told === 'boolean') return { memoryHeadroom: told ? 1 : 0 };
  return typeof told === 'number' && Number.isFinite(told) ? { memoryHeadroom: told } : {};
}

/** celld always names its type; an answer without one is judged by its body alone. */
function isJsonType(contentType: string | undefined): boolean {
  return contentType === undefined || /^application\/json\s*(;|$)/i.test(contentType);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // What the parser says quotes the text.
    return undefined;
  }
}

function unreadable(reason: UnreadableReason): StateReading {
  return { kind: 'unreadable', reason };
}
