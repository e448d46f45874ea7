import { CLOSED_PARTITION } from '../../../fleet/bounds.ts';
import { ANNOTATIONS } from '../../../fleet/labels.ts';
import { annotationOf } from '../../../fleet/object-fields.ts';
import { objectsAt, textAt } from '../harness/json-at.ts';
import type { CelldEvent } from '../../support/kubelet/celld/events.ts';
import { neighbourBreaches, writerBreaches } from './celld-invariants.ts';
import {
  afterChange,
  type FleetView,
  isReady,
  isRunning,
  isTerminating,
  NOTHING,
  ordinalOf,
  partitionOf,
  replicasOf,
  revisionOf,
  uidOf,
} from './fleet-view.ts';
import type { Change } from './record.ts';

/** Something that DESIGN 5 forbids, as it was seen. */
export interface Breach {
  readonly invariant: string;
  readonly at: number;
  readonly what: string;
}

export interface History {
  readonly app: string;
  readonly changes: readonly Change[];
  readonly events: readonly CelldEvent[];
  /** Downgrades that the plans acknowledged, such as `0.6.2->0.6.0`. */
  readonly acknowledged?: readonly string[];
  /** What the scenario does by its own hand, and so is nobody's breach: shrinks, and opened partitions. */
  readonly byHand?: readonly ('size' | 'partition')[];
}

export interface Verdict {
  readonly breaches: readonly Breach[];
  /** How often each check had something to look at: none at all proves nothing. */
  readonly checked: ReadonlyMap<string, number>;
}

interface Step {
  readonly history: History;
  readonly change: Change;
  readonly before: FleetView;
  readonly after: FleetView;
  /** When a pod was last taken on purpose. */
  readonly takenAt: number;
}

type Told = (invariant: string, what?: string) => void;

/** Plays a history again and says what must not have been. Pure: a history that was made up can be judged too. */
export function judgeHistory(history: History): Verdict {
  const breaches: Breach[] = [];
  const checked = new Map<string, number>();
  let view = NOTHING;
  let takenAt = 0;
  for (const change of history.changes) {
    const tell: Told = (invariant, what) => {
      if (what === undefined) checked.set(invariant, (checked.get(invariant) ?? 0) + 1);
      else breaches.push({ invariant, at: change.at, what });
    };
    const after = afterChange(view, change, history.app);
    const step: Step = { history, change, before: view, after, takenAt };
    for (const check of CHECKS) check(step, tell);
    if (takenBy(step).length > 0) takenAt = change.at;
    view = after;
  }
  const data = [...neighbourBreaches(history), ...writerBreaches(history)];
  checked.set('I3', history.events.filter(({ event }) => event === 'start').length);
  return { breaches: [...breaches, ...data], checked };
}

const CHECKS: readonly ((step: Step, tell: Told) => void)[] = [
  checkRelease,
  checkShrink,
  checkScaler,
  checkMove,
  checkSuccess,
];

/** Ordinals that this change of the set lets go: by the partition, or by a shrink that leaves some. */
function takenBy({ change, before, after, history }: Step): readonly number[] {
  if (change.kind !== 'StatefulSet' || before.set === undefined || after.set === undefined) return [];
  const byHand = history.byHand ?? [];
  const [from, to] = [partitionOf(before.set), partitionOf(after.set)];
  const update = textAt(after.set, 'status', 'updateRevision');
  const released = [...after.pods.values()]
    .filter((pod) => ordinalOf(pod) >= to && ordinalOf(pod) < from)
    .filter((pod) => revisionOf(pod) !== update && !isTerminating(pod))
    .map(ordinalOf);
  const [size, left] = [replicasOf(before.set), replicasOf(after.set)];
  const shrunk = left > 0 && left < size ? ordinals(left, size) : [];
  return [...(byHand.includes('partition') ? [] : released), ...(byHand.includes('size') ? [] : shrunk)];
}

function ordinals(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** I1 and I2: one pod at a time, of a fleet that is whole and said so since the last one was taken. */
function checkRelease(step: Step, tell: Told): void {
  const { after, change, history, takenAt } = step;
  const taken = takenBy(step);
  if (taken.length === 0) return;
  tell('I1');
  if (taken.length > 1) tell('I1', `ordinals ${taken.join(', ')} were taken at once`);
  const lowest = [...after.pods.values()].find((pod) => ordinalOf(pod) === taken[0]);
  // DESIGN 5 step 6: what holds no cells may go without the gates.
  if (!isRunning(lowest)) return;
  tell('I2');
  for (const pod of after.pods.values()) {
    const name = textAt(pod, 'metadata', 'name');
    if (isTerminating(pod)) tell('I2', `${name} was ending as ${String(taken[0])} was taken`);
    if (!isRunning(pod)) continue;
    if (pod !== lowest && !isReady(pod)) tell('I1', `${name} was not ready as ${String(taken[0])} was taken`);
    const said = history.events.findLast(
      ({ event, uid, at }) => event === 'state' && uid === uidOf(pod) && at <= change.at,
    );
    if (said === undefined || said.at < takenAt)
      tell('I2', `${name} was not asked before ${String(taken[0])} was taken`);
    else if (said['restoring'] !== 0 || said['told'] !== 'truth')
      tell(
        'I2',
        `${name} said ${String(said['told'])}, restoring ${String(said['restoring'])}, and ${String(taken[0])} was taken`,
      );
  }
}

/** D2: zero is written with the size saved, and nobody resumes at zero. */
function checkShrink({ change, before, after, history }: Step, tell: Told): void {
  if (change.kind !== 'StatefulSet' || before.set === undefined || after.set === undefined) return;
  if (replicasOf(after.set) > 0 || replicasOf(before.set) === 0 || history.byHand?.includes('size')) return;
  tell('D2');
  if (annotationOf(after.set, ANNOTATIONS.savedReplicas) === undefined)
    tell('D2', 'zero was written and no size was saved');
}

/** I9: the scaler is paused, and nobody else sizes the set, while the partition is below closed. */
function checkScaler({ change, before, after }: Step, tell: Told): void {
  const isOpen = after.set !== undefined && partitionOf(after.set) < CLOSED_PARTITION;
  if (!isOpen || change.kind === 'Pod' || change.kind === 'Job') return;
  const isNew = before.set === undefined || partitionOf(before.set) >= CLOSED_PARTITION;
  const name = textAt(after.set, 'metadata', 'name');
  const sized = [...after.autoscalers.values()].filter(
    (autoscaler) => textAt(autoscaler, 'spec', 'scaleTargetRef', 'name') === name,
  );
  tell('I9');
  if (isNew && sized.length > 0) tell('I9', 'the partition was lowered beside an autoscaler');
  if (after.scaler !== undefined && annotationOf(after.scaler, ANNOTATIONS.paused) !== 'true')
    tell('I9', 'the partition is open and the scaler is not paused');
}

/** I4: a pod comes on another revision only at an ordinal that was released, or where dying pods are to go forward. */
function checkMove({ change, before, after, history }: Step, tell: Told): void {
  if (change.kind !== 'Pod' || change.type !== 'ADDED' || after.set === undefined) return;
  const pod = change.object;
  const name = textAt(pod, 'metadata', 'name');
  if (!after.pods.has(name) || uidOf(before.pods.get(name)) === uidOf(pod)) return;
  tell('I4');
  const update = textAt(after.set, 'status', 'updateRevision');
  const isForward = revisionOf(pod) === update && textAt(after.set, 'status', 'currentRevision') !== update;
  const isReleased = history.changes.some(
    ({ kind, object, order }) =>
      kind === 'StatefulSet' && order <= change.order && partitionOf(object) <= ordinalOf(pod),
  );
  if (isForward && !isReleased && !history.byHand?.includes('partition'))
    tell('I4', `${name} came on another revision and nobody had released it`);
}

/** I8: a rollout Job ends well only where every pod is there, ready and on the update revision. */
function checkSuccess({ change, before, after, history }: Step, tell: Told): void {
  if (change.kind !== 'Job' || textAt(change.object, 'metadata', 'name') !== `${history.app}-celld-rollout`)
    return;
  const isDone = objectsAt(change.object, 'status', 'conditions').some(
    ({ type, status }) => type === 'Complete' && status === 'True',
  );
  const uid = uidOf(change.object);
  const wasDone = history.changes.some(
    (other) => other.order < change.order && uidOf(other.object) === uid && isComplete(other),
  );
  if (!isDone || wasDone || change.type === 'DELETED') return;
  tell('I8');
  const update = textAt(after.set, 'status', 'updateRevision');
  const pods = [...before.pods.values()].filter((pod) => !isTerminating(pod));
  if (pods.length === 0) tell('I8', 'success without a pod');
  for (const pod of pods)
    if (revisionOf(pod) !== update) tell('I8', `success while ${textAt(pod, 'metadata', 'name')} is old`);
  if (after.set !== undefined && partitionOf(after.set) < CLOSED_PARTITION)
    tell('I8', 'success with an open partition');
}

function isComplete({ object }: Change): boolean {
  return objectsAt(object, 'status', 'conditions').some(({ type }) => type === 'Complete');
}
