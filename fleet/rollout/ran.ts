import { isJsonArray, isJsonObject, type JsonValue } from '../../documents/json.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { Durability } from '../environment-input.ts';
import { textAt } from '../object-fields.ts';
import { type CelldVersion, formatVersion, parseVersion } from '../version.ts';
import type { FleetPod } from './pod.ts';
import type { Workload } from './workload.ts';

/**
 * One version and durability that wrote, or may have written, a bucket prefix (DESIGN D8). `released`: a pod of it was
 * asked for; `pod` is its uid once known, `before` the uid of the pod that it takes the place of. `started`: a
 * container of it was seen to run.
 */
export interface RanEntry {
  /** `unknown`: the image did not say. */
  readonly version: string;
  readonly durability: Durability | 'unknown';
  readonly state: 'released' | 'started';
  readonly ordinal?: number;
  readonly before?: string;
  readonly pod?: string;
  /** Job that asked for it: only that one has watched the place all the time, and may learn the uid. */
  readonly by?: string;
}

/** What wrote each bucket prefix, by the key of its safety domain. */
export type RanRecord = Readonly<Record<string, readonly RanEntry[]>>;

export function formatRan(record: RanRecord): string {
  return canonicalJson(record);
}

/** Undefined: it cannot be read, which is not the same as empty. */
export function parseRan(text: string | undefined): RanRecord | undefined {
  if (text === undefined) return {};
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const read = Object.entries(value).map(([key, entries]) => [key, parseEntries(entries)] as const);
  return read.some(([, entries]) => entries === undefined)
    ? undefined
    : (Object.fromEntries(read) as RanRecord);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function parseEntries(value: JsonValue): readonly RanEntry[] | undefined {
  if (!isJsonArray(value)) return undefined;
  const entries = value.map(parseEntry);
  return entries.includes(undefined) ? undefined : (entries as readonly RanEntry[]);
}

function parseEntry(value: JsonValue): RanEntry | undefined {
  const version = textAt(value, 'version') ?? '';
  const durability = textAt(value, 'durability');
  const state = textAt(value, 'state');
  const isKnown = version === 'unknown' || parseVersion(version) !== undefined;
  if (!isKnown || (durability !== 'bucket' && durability !== 'fleet' && durability !== 'unknown'))
    return undefined;
  if (state !== 'released' && state !== 'started') return undefined;
  const [before, pod, by] = [textAt(value, 'before'), textAt(value, 'pod'), textAt(value, 'by')];
  const ordinal = isJsonObject(value) && typeof value['ordinal'] === 'number' ? value['ordinal'] : undefined;
  return {
    version,
    durability,
    state,
    ...(ordinal !== undefined && { ordinal }),
    ...(before !== undefined && { before }),
    ...(pod !== undefined && { pod }),
    ...(by !== undefined && { by }),
  };
}

export function versionText(version: CelldVersion | undefined): string {
  return version === undefined ? 'unknown' : formatVersion(version);
}

export function isSameRun(a: Pick<RanEntry, 'version' | 'durability'>, b: typeof a): boolean {
  return a.version === b.version && a.durability === b.durability;
}

/** The entry that a pod, or a template, would leave. */
export function runOf({ version, durability }: Pick<Workload, 'version' | 'durability'>): RanEntry {
  return { version: versionText(version), durability, state: 'started' };
}

export interface RanWatch {
  readonly pods: readonly FleetPod[];
  readonly jobUid: string;
  /** What the plan runs: of anything else, what was released and never started is forgotten before it is replaced. */
  readonly wanted: Pick<Workload, 'version' | 'durability'>;
}

/** What a fleet's entries say once its live pods are looked at: started, learned uids, and what is dropped. */
export function reconcileRan(entries: readonly RanEntry[], watch: RanWatch): readonly RanEntry[] {
  const { pods, wanted } = watch;
  const started = pods.filter(({ container }) => container.hasStarted).map(runOf);
  const kept = entries
    .map((entry) => reconcileEntry(entry, watch))
    .filter((entry) => countsAsStarted(entry, pods) || isSameRun(entry, runOf(wanted)));
  return mergeRuns([...kept, ...started]);
}

/** One entry a version and durability once it started; until then one for each ordinal, the last one counts. */
export function mergeRuns(entries: readonly RanEntry[]): readonly RanEntry[] {
  const started = entries.filter(({ state }) => state === 'started');
  const isStarted = (entry: RanEntry) => started.some((other) => isSameRun(other, entry));
  const pending = entries.filter((entry) => !isStarted(entry));
  const unique = (list: readonly RanEntry[], same: (a: RanEntry, b: RanEntry) => boolean) =>
    list.filter((entry, index) => !list.slice(index + 1).some((later) => same(entry, later)));
  return [
    ...unique(started.map(startedOf), isSameRun),
    ...unique(pending, (a, b) => isSameRun(a, b) && a.ordinal === b.ordinal),
  ].toSorted((a, b) => (runKey(a) < runKey(b) ? -1 : 1));
}

function runKey({ version, durability, ordinal = -1 }: RanEntry): string {
  return `${version} ${durability} ${String(ordinal + 1).padStart(5, '0')}`;
}

function startedOf({ version, durability }: RanEntry): RanEntry {
  return { version, durability, state: 'started' };
}

function reconcileEntry(entry: RanEntry, { pods, jobUid }: RanWatch): RanEntry {
  if (entry.state === 'started') return startedOf(entry);
  if (pods.some((pod) => pod.container.hasStarted && isSameRun(runOf(pod), entry))) return startedOf(entry);
  const isPlace = entry.ordinal !== undefined && entry.before !== undefined && entry.pod === undefined;
  if (!isPlace || entry.by !== jobUid) return entry;
  const pod = pods.find(({ ordinal }) => ordinal === entry.ordinal);
  const isNew = pod !== undefined && pod.uid !== entry.before && isSameRun(runOf(pod), entry);
  return isNew ? { ...entry, pod: pod.uid } : entry;
}

/**
 * Whether an entry counts as having written: `released` does unless the very pod that was asked for is still there and
 * never started, or the pod that it would take the place of is.
 */
export function countsAsStarted(entry: RanEntry, pods: readonly FleetPod[]): boolean {
  if (entry.state === 'started') return true;
  if (entry.pod !== undefined) {
    return !pods.some(({ uid, container }) => uid === entry.pod && !container.hasStarted);
  }
  return entry.before === undefined || !pods.some(({ uid }) => uid === entry.before);
}
