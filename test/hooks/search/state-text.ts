import { canonicalJson } from '../../../fleet/canonical-json.ts';
import type { KubeObject, ResourceType } from '../../../fleet/cluster-api.ts';
import type { RolloutMemory } from '../../../fleet/rollout/memory.ts';
import { TYPES } from '../../../sim/api/resource-types.ts';
import { objectKey, objectsOf, type StoredObject } from '../../../sim/api/object-store.ts';
import { canonical, canonicalLines, fingerprintOf } from '../../../sim/canonical.ts';
import { isAlive } from '../../../sim/celld/node.ts';
import { mapsAt, textAt } from '../../../sim/json.ts';
import type { SimState } from '../../../sim/state.ts';
import { NAMESPACE } from '../../sim/objects.ts';
import type { JobState, SearchState } from './space.ts';

/** A container that has run so long and is not ready may be stuck. DESIGN D12. */
const STUCK_MS = 900_000;

/** A state as text: equal for two states if and only if the search takes them for one. */
export function stateText(state: SearchState): string {
  return canonical(state.sim, { also: ownLines(state) });
}

/** The same in 53 bits. */
export function statePrint(state: SearchState, also: readonly string[] = []): number {
  return fingerprintOf(canonicalLines(state.sim, { also: [...ownLines(state), ...also] }));
}

function ownLines({ sim, head, sync, job, old }: SearchState): readonly string[] {
  return [
    `head ${head} sync ${sync === undefined ? '' : `${sync.commit} ${sync.phase} ${sync.jobUid}`}`,
    `scaled by others ${wasScaledByOthers(sim)}`,
    ...[...sim.nodes.values()].map(
      (node) =>
        `${node.name} ${node.run > 1} ${isAlive(node) && !node.isReady && sim.now - node.startedAt >= STUCK_MS}`,
    ),
    jobText(sim, job),
    jobText(sim, old),
  ];
}

function stored(sim: SimState, type: ResourceType): StoredObject | undefined {
  const name = 'chat-celld';
  return objectsOf(sim.store, type).get(objectKey(NAMESPACE, name));
}

function versionOf(sim: SimState, type: ResourceType): string {
  return textAt(stored(sim, type)?.object, 'metadata', 'resourceVersion');
}

/** Field owners are no part of an object's text; of these the Job asks. */
function wasScaledByOthers(sim: SimState): boolean {
  const managers = stored(sim, TYPES.statefulSet)?.managers ?? [];
  return managers.some(
    ({ manager, subresource }) => subresource === 'scale' && manager !== 'celld-gitops-rollout',
  );
}

function jobText(sim: SimState, job: JobState | undefined): string {
  if (job === undefined) return 'no job';
  const { commit, jobUid, podUid, memory, endingSince, next } = job;
  const ending = endingSince === undefined ? '' : sim.now - endingSince;
  return [
    `job ${commit} ${jobUid} ${podUid} ${ending}`,
    memoryText(sim, memory),
    next === undefined ? 'looks' : nextText(sim, next),
  ].join('\n');
}

function nextText(sim: SimState, { decision }: NonNullable<JobState['next']>): string {
  if (decision.kind !== 'act') return decision.kind;
  const { act } = decision;
  const version = 'resourceVersion' in act ? act.resourceVersion : '';
  const type = act.kind.endsWith('Lease') || act.kind === 'recordRan' ? TYPES.lease : scalerOrSet(act.kind);
  const isCurrent = version === versionOf(sim, type);
  return canonicalJson({ ...act, resourceVersion: isCurrent ? 'current' : 'old' });
}

function scalerOrSet(kind: string): ResourceType {
  const isScaler = kind === 'pauseScaler' || kind === 'resumeScaler' || kind === 'setBounds';
  return isScaler ? TYPES.scaledObject : TYPES.statefulSet;
}

/** Every moment by its age; every version by whether it is the present one. */
function memoryText(sim: SimState, memory: RolloutMemory): string {
  const { now } = sim;
  const age = (moment: number | undefined) => (moment === undefined ? '-' : now - moment);
  const ages = (moments: ReadonlyMap<string, number>) =>
    [...moments].map(([key, at]) => `${key} ${now - at}`);
  const lease = versionOf(sim, TYPES.lease);
  const { foreignLease } = memory;
  const isSameLease = foreignLease.key.endsWith(` ${lease}`);
  return [
    age(memory.startedAt),
    `${fleetText(sim, memory.fleet.key)} ${age(memory.fleet.since)}`,
    `${memory.size.key} ${age(memory.size.since)} ${memory.sawScaler} ${memory.isQuiet}`,
    `${memory.difference.key} ${age(memory.difference.since)}`,
    `${memory.promotedTurns} ${memory.updateRevision} ${memory.asked} ${memory.released}`,
    `${isSameLease ? foreignLease.key.split(' ')[0] : 'other'} ${age(foreignLease.since)}`,
    `${age(memory.leaseWaitSince)} ${age(memory.leaseRenewedAt)} ${age(memory.pauseAskedAt)}`,
    `${[...memory.progress].sort().join()} ${age(memory.progressAt)} ${memory.leastRestoring}`,
    [...memory.deletedSilent].sort().join(),
    ages(memory.silentSince).join(),
    ages(memory.fences).join(),
    `${memory.served.key} ${age(memory.served.since)} ${memory.ending === undefined}`,
  ].join('|');
}

/** The pods that were ready: each as the live one of its uid, or not any more. */
function fleetText(sim: SimState, key: string): string {
  if (key === '') return '';
  const pods = objectsOf(sim.store, TYPES.pod);
  const live = new Set([...pods.values()].map(({ object }) => readyText(object)));
  const shown = (entry: string) => {
    const [uid = '', container] = entry.split(' ');
    return container === undefined ? uid : `${uid} ${live.has(entry) ? 'ready' : 'was ready'}`;
  };
  return key.split(';').map(shown).join(';');
}

const readyTexts = new WeakMap<KubeObject, string>();

function readyText(pod: KubeObject): string {
  let text = readyTexts.get(pod);
  if (text === undefined) {
    const ready = mapsAt(pod, 'status', 'conditions').find(({ type }) => type === 'Ready');
    const container = textAt(mapsAt(pod, 'status', 'containerStatuses')[0], 'containerID');
    text = `${textAt(pod, 'metadata', 'uid')} ${container} ${textAt(ready, 'lastTransitionTime')}`;
    readyTexts.set(pod, text);
  }
  return text;
}
