import type { JsonObject, JsonValue } from '../documents/json.ts';
import { isJsonArray, isJsonObject } from '../documents/json.ts';
import { canonicalJson } from '../fleet/canonical-json.ts';
import type { KubeObject } from '../fleet/cluster-api.ts';
import type { ApplicationState } from './argocd/application.ts';
import type { CelldNode } from './celld/node.ts';
import type { SimEvent } from './events.ts';
import { mapAt, mapsAt, numberAt, textAt, withAt, withoutAt } from './json.ts';
import type { SimState } from './state.ts';
import { nameOf, revisionName } from './stateful-set/revisions.ts';

export interface CanonicalOptions {
  /** Objects of other kinds are left out, by plural; undefined: all are in. */
  readonly plurals?: ReadonlySet<string>;
  /** Lines of the caller's own, whose uids are numbered with those of the world. */
  readonly also?: readonly string[];
}

/**
 * A world as text in which two worlds are equal if they differ only in when things happened: no times, no
 * `resourceVersion`, uids numbered as they appear, pending events without their moment. For searches over states.
 */
export function canonical(state: SimState, options: CanonicalOptions = {}): string {
  return renumbered(canonicalLines(state, options).join('\n'));
}

/** The same, line by line and with uids as they were given out. */
export function canonicalLines(
  state: SimState,
  { plurals, also = [] }: CanonicalOptions = {},
): readonly string[] {
  const parts: string[] = [];
  for (const key of [...state.store.byType.keys()].sort()) {
    const objects = state.store.byType.get(key) ?? new Map<string, never>();
    const plural = key.slice(key.indexOf('/') + 1);
    if (plurals !== undefined && !plurals.has(plural)) continue;
    if (plural === 'controllerrevisions')
      parts.push(revisionOrder([...objects.values()].map(({ object }) => object)));
    else
      for (const name of [...objects.keys()].sort()) parts.push(objectText(objects.get(name)?.object ?? {}));
  }
  parts.push(...[...state.nodes.values()].map(nodeText).sort());
  for (const [key, bucket] of [...state.buckets].sort())
    parts.push(`${key} ${remembered(bucket, canonicalJson)}`);
  parts.push(
    ...state.queue
      .list()
      .map(({ event }) => eventText(state, event))
      .sort(),
  );
  for (const application of state.applications.values()) parts.push(remembered(application, applicationText));
  parts.push(`${state.isKedaDown} ${[...state.lostPods].sort().join()}`);
  parts.push(canonicalJson([...state.demand].map(([key, size]) => [key, size ?? null]).sort()));
  parts.push(...also);
  return parts;
}

const UID = /00000000-0000-4000-8000-\d{12}/g;

function renumbered(text: string): string {
  const numbers = new Map<string, string>();
  return text.replace(UID, (uid) => {
    const known = numbers.get(uid) ?? `uid${numbers.size}`;
    numbers.set(uid, known);
    return known;
  });
}

const texts = new WeakMap<object, string>();

function remembered<Value extends object>(value: Value, write: (value: Value) => string): string {
  let text = texts.get(value);
  if (text === undefined) {
    text = write(value);
    texts.set(value, text);
  }
  return text;
}

function objectText(object: KubeObject): string {
  return remembered(object, (value) => canonicalJson(timeless(shortened(value), '')));
}

function nodeText(node: CelldNode): string {
  return remembered(node, ({ uid, name, image, durability, bucket, phase, waitingFor, ...rest }) => {
    const { run, cells, restoring, deployment, isSwapping, isReady, isLost, behaviour, ended } = rest;
    const what = { uid, name, image, durability, bucket, phase, waitingFor, start: behaviour.start };
    const how = { hasRun: run > 0, cells, restoring, deployment, isSwapping, isReady, isLost };
    return canonicalJson({ ...what, ...how, lie: rest.lie ?? null, exitCode: ended?.exitCode ?? null });
  });
}

/** What Argo CD will do next depends on the head, the operation and how the last full one ended. */
function applicationText({ name, head, operation, history }: ApplicationState): string {
  const last = history.findLast(({ kind }) => kind === 'full');
  const { kind = '', revision, attempt = 0, tasks = [] } = operation ?? {};
  const running = [kind, revision?.id ?? '', attempt, tasks.map(({ state }) => state)];
  return canonicalJson([name, head.id, running, last?.revision.id ?? '', last?.phase ?? '']);
}

/** Templates are told by their revision, a generation by whether it was observed. */
function shortened(object: KubeObject): JsonObject {
  if (object['kind'] === 'Pod')
    return withAt(object, ['spec'], { node: textAt(object, 'spec', 'nodeName') !== '' });
  const observed =
    numberAt(object, 'metadata', 'generation') - numberAt(object, 'status', 'observedGeneration');
  const plain = withoutAt(withAt(object, ['metadata', 'generation'], observed), [
    'status',
    'observedGeneration',
  ]);
  return object['kind'] === 'StatefulSet' ? withAt(plain, ['spec', 'template'], revisionName(object)) : plain;
}

const TIMES: ReadonlySet<string> = new Set([
  'resourceVersion',
  'creationTimestamp',
  'lastTransitionTime',
  'startedAt',
  'finishedAt',
  'startTime',
  'lastPodAt',
  'acquireTime',
  'renewTime',
  'podIP',
  'podIPs',
  'restartCount',
  'containerID',
]);

function timeless(value: JsonValue, key: string): JsonValue {
  if (key === 'deletionTimestamp') return 'set';
  if (isJsonArray(value)) return value.map((item) => timeless(item, ''));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !TIMES.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, timeless(member, name)]));
}

function revisionOrder(revisions: readonly KubeObject[]): string {
  const sorted = [...revisions].sort((a, b) => numberAt(a, 'revision') - numberAt(b, 'revision'));
  return `revisions ${sorted.map(nameOf).join(' ')}`;
}

/** What an event carries counts, when it is due does not. */
function eventText(state: SimState, event: SimEvent): string {
  if (event.kind === 'hpa.write') {
    const { namespace, name, replicas, seen } = event;
    const set = state.store.byType.get('apps/statefulsets')?.get(`${namespace}/${name}`)?.object;
    return `hpa.write ${namespace}/${name} ${replicas} ${textAt(set, 'metadata', 'resourceVersion') === seen}`;
  }
  if (event.kind === 'set.act') {
    return `set.act ${objectText(event.set)} ${event.pods.map(objectText).join()}`;
  }
  if (event.kind === 'set.status')
    return remembered(event, (value) => canonicalJson({ ...value, status: timeless(value.status, '') }));
  if (event.kind === 'pod.ready' || event.kind === 'pod.crash') {
    return canonicalJson({ ...event, run: state.nodes.get(event.uid)?.run === event.run });
  }
  return remembered(event, canonicalJson);
}

/** 53 bits of a text, for sets of states that have been seen (cyrb53). */
export function fingerprint(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** A line between its uids: most lines of a state are those of the state before it. */
interface Line {
  readonly prints: readonly number[];
  readonly uids: readonly string[];
}

const lines = new Map<string, Line>();
const LINES_KEPT = 100_000;

function lineOf(text: string): Line {
  let line = lines.get(text);
  if (line === undefined) {
    line = { prints: text.split(UID).map(fingerprint), uids: text.match(UID) ?? [] };
    if (lines.size >= LINES_KEPT) lines.clear();
    lines.set(text, line);
  }
  return line;
}

/** 53 bits of lines, in which uids count by the order of their first appearance. */
export function fingerprintOf(texts: readonly string[]): number {
  const numbers = new Map<string, number>();
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  const mix = (value: number): void => {
    high = Math.imul(high ^ (value | 0), 2_654_435_761) ^ (high >>> 15);
    low = Math.imul(low ^ (value / 4_294_967_296) ^ (value | 0), 1_597_334_677) ^ (low >>> 13);
  };
  for (const text of texts) {
    const { prints, uids } = lineOf(text);
    prints.forEach((print, index) => {
      mix(print);
      const uid = uids[index];
      if (uid === undefined) return;
      const number = numbers.get(uid) ?? numbers.size;
      numbers.set(uid, number);
      mix(number + 1);
    });
  }
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** What a person, or a failing test, wants to see of a world at a glance. */
export function summary(state: SimState): readonly string[] {
  const pods = [...(state.store.byType.get('/pods')?.values() ?? [])].map(({ object }) => object);
  return pods.map((pod) => {
    const node = state.nodes.get(textAt(pod, 'metadata', 'uid'));
    const container = mapsAt(pod, 'spec', 'containers')[0];
    const going = 'deletionTimestamp' in mapAt(pod, 'metadata') ? ' terminating' : '';
    const phase =
      node === undefined ? textAt(pod, 'status', 'phase') : `${node.phase} restoring=${node.restoring}`;
    return `${nameOf(pod)} ${textAt(container, 'image')} ${phase}${going}`;
  });
}
