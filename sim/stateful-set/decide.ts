import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { at, numberAt, textAt } from '../json.ts';
import {
  isCreated,
  isEnded,
  isRunningAndReady,
  isTerminating,
  isUnavailable,
  ordinalOf,
  revisionOf,
} from './pod-facts.ts';

export interface SetView {
  readonly set: KubeObject;
  readonly pods: readonly KubeObject[];
  readonly currentRevision: string;
  readonly updateRevision: string;
  /** The MaxUnavailableStatefulSet gate: off in 1.36, on in 1.35.0 to 1.35.3 and from 1.37. facts/scaling.md 3.3. */
  readonly maxUnavailable: boolean;
}

export type SetAction =
  | { readonly kind: 'create'; readonly ordinal: number; readonly revision: string }
  | { readonly kind: 'delete'; readonly pod: KubeObject };

export interface SetDecision {
  readonly actions: readonly SetAction[];
  readonly status: JsonObject;
}

/** A place in the set: its pod, or the one that is to be created. */
interface Slot {
  readonly ordinal: number;
  readonly pod?: KubeObject;
  readonly revision: string;
}

/**
 * One turn of `updateStatefulSet` (`stateful_set_control.go`, read at 1.36.3): first missing pods, then pods beyond the
 * size, then, from the top down to the partition, one pod of another revision. facts/scaling.md 3.1 and 3.4,
 * facts/proven.md 1.
 */
export function decideSet(view: SetView): SetDecision {
  const { slots, condemned } = placesOf(view);
  const counted = [...slots.flatMap(({ pod }) => (pod === undefined ? [] : [pod])), ...condemned];
  const status = completed(view, statusOf(view, counted));
  if (isTerminating(view.set)) return { actions: [], status };
  const filled = fill(view, slots);
  if (filled.blocked) return { actions: filled.actions, status };
  const shrunk = shrink(view, condemned);
  const actions = [...filled.actions, ...shrunk.actions];
  if (shrunk.blocked || textAt(view.set, 'spec', 'updateStrategy', 'type') === 'OnDelete')
    return { actions, status };
  const released = view.maxUnavailable ? updateWithin(view, slots) : update(view, slots);
  return { actions: [...actions, ...released.map(deletion)], status: afterRelease(status, released) };
}

interface Step {
  readonly actions: readonly SetAction[];
  readonly blocked: boolean;
}

function deletion(pod: KubeObject): SetAction {
  return { kind: 'delete', pod };
}

function isOrdered({ set }: SetView): boolean {
  return textAt(set, 'spec', 'podManagementPolicy') !== 'Parallel';
}

function placesOf(view: SetView): {
  readonly slots: readonly Slot[];
  readonly condemned: readonly KubeObject[];
} {
  const { set, pods } = view;
  const start = numberAt(set, 'spec', 'ordinals', 'start');
  const end = start + numberAt(set, 'spec', 'replicas');
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(pod), pod]));
  const slots = Array.from({ length: end - start }, (_, index): Slot => {
    const pod = byOrdinal.get(start + index);
    if (pod !== undefined) return { ordinal: start + index, pod, revision: revisionOf(pod) };
    return { ordinal: start + index, revision: revisionForNew(view, index) };
  });
  const condemned = pods
    .filter((pod) => ordinalOf(pod) >= 0 && (ordinalOf(pod) < start || ordinalOf(pod) >= end))
    .sort((a, b) => ordinalOf(b) - ordinalOf(a));
  return { slots, condemned };
}

/**
 * A missing pod below the partition comes back on the current revision, one at or above it on the update revision: so a
 * closed partition rolls back a released pod that dies. The partition counts from `ordinals.start`. facts/proven.md 1,
 * facts/scaling.md 3.1, facts/histories.md Y35.
 */
function revisionForNew({ set, currentRevision, updateRevision }: SetView, index: number): string {
  const strategy = at(set, 'spec', 'updateStrategy');
  if (textAt(strategy, 'type') !== 'RollingUpdate') return updateRevision;
  const isOld =
    at(strategy, 'rollingUpdate') === undefined
      ? index < numberAt(set, 'status', 'currentReplicas')
      : index < numberAt(strategy, 'rollingUpdate', 'partition');
  return isOld ? currentRevision : updateRevision;
}

/** OrderedReady stops at the first pod that is missing, terminating or not ready; Parallel never stops. */
function fill(view: SetView, slots: readonly Slot[]): Step {
  const actions: SetAction[] = [];
  for (const { ordinal, pod, revision } of slots) {
    if (pod === undefined) actions.push({ kind: 'create', ordinal, revision });
    else if (isEnded(pod) && !isTerminating(pod)) actions.push(deletion(pod));
    const isWell = pod !== undefined && !isEnded(pod) && !isUnavailable(pod);
    if (!isWell && isOrdered(view)) return { actions, blocked: true };
  }
  return { actions, blocked: false };
}

/**
 * Scale-in takes the highest ordinals: all at once in Parallel. OrderedReady takes one, and none past an unready pod
 * unless that one is the lowest unready pod itself: two unready ones block each other for ever (facts/histories.md Y17).
 */
function shrink(view: SetView, condemned: readonly KubeObject[]): Step {
  if (!isOrdered(view)) {
    return { actions: condemned.filter((pod) => !isTerminating(pod)).map(deletion), blocked: false };
  }
  const [top] = condemned;
  if (top === undefined) return { actions: [], blocked: false };
  const lowestUnready = condemned.findLast(isUnavailable);
  if (isTerminating(top) || (!isRunningAndReady(top) && top !== lowestUnready))
    return { actions: [], blocked: true };
  return { actions: [deletion(top)], blocked: true };
}

/** Without the gate: the highest pod of another revision, ready or not; nothing below one that is not ready. */
function update(view: SetView, slots: readonly Slot[]): readonly KubeObject[] {
  for (const { pod, revision } of aboveThePartition(view, slots)) {
    if (pod === undefined) return [];
    if (revision !== view.updateRevision && !isTerminating(pod)) return [pod];
    if (isUnavailable(pod)) return [];
  }
  return [];
}

/** With the gate: nothing while any pod, at any ordinal, is unavailable. kubernetes#137409. */
function updateWithin(view: SetView, slots: readonly Slot[]): readonly KubeObject[] {
  if (slots.some(({ pod }) => pod === undefined || isUnavailable(pod))) return [];
  const next = aboveThePartition(view, slots).find(({ revision }) => revision !== view.updateRevision);
  return next?.pod === undefined ? [] : [next.pod];
}

function aboveThePartition({ set }: SetView, slots: readonly Slot[]): readonly Slot[] {
  const partition = numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  return slots.slice(partition).reverse();
}

function statusOf(view: SetView, pods: readonly KubeObject[]): JsonObject {
  const { set, currentRevision, updateRevision } = view;
  const living = pods.filter((pod) => isCreated(pod) && !isTerminating(pod));
  const ready = pods.filter(isRunningAndReady).length;
  return {
    observedGeneration: numberAt(set, 'metadata', 'generation'),
    replicas: pods.filter(isCreated).length,
    readyReplicas: ready,
    availableReplicas: ready,
    currentReplicas: living.filter((pod) => revisionOf(pod) === currentRevision).length,
    updatedReplicas: living.filter((pod) => revisionOf(pod) === updateRevision).length,
    currentRevision,
    updateRevision,
    collisionCount: 0,
  };
}

/** A released pod is counted out at once. */
function afterRelease(status: JsonObject, released: readonly KubeObject[]): JsonObject {
  if (released.length === 0) return status;
  return { ...status, currentReplicas: numberAt(status, 'currentReplicas') - released.length };
}

/**
 * The update revision becomes the current one only when every pod of the wanted size is updated and ready: also at zero
 * replicas, whatever the partition. facts/scaling.md 3.1, facts/proven.md 1.
 */
function completed({ set }: SetView, status: JsonObject): JsonObject {
  const wanted = numberAt(set, 'spec', 'replicas');
  const isComplete =
    textAt(set, 'spec', 'updateStrategy', 'type') === 'RollingUpdate' &&
    ['updatedReplicas', 'readyReplicas', 'replicas'].every((count) => status[count] === wanted);
  if (!isComplete) return status;
  return {
    ...status,
    currentReplicas: status['updatedReplicas'] ?? 0,
    currentRevision: status['updateRevision'] ?? '',
  };
}
