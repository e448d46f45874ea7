import type { JsonObject } from '../../../documents/json.ts';
import { numberAt } from '../../../fleet/object-fields.ts';
import { objectsAt, textAt } from '../harness/json-at.ts';
import type { Change } from './record.ts';

/** What was there at one moment of a history. */
export interface FleetView {
  readonly set: JsonObject | undefined;
  /** By name. */
  readonly pods: ReadonlyMap<string, JsonObject>;
  readonly scaler: JsonObject | undefined;
  readonly autoscalers: ReadonlyMap<string, JsonObject>;
}

export const NOTHING: FleetView = {
  set: undefined,
  pods: new Map(),
  scaler: undefined,
  autoscalers: new Map(),
};

/** The view after one more change. `app`: whose fleet is looked at. */
export function afterChange(view: FleetView, { kind, type, object }: Change, app: string): FleetView {
  const name = textAt(object, 'metadata', 'name');
  const now = type === 'DELETED' ? undefined : object;
  if (kind === 'StatefulSet' && name === `${app}-celld`) return { ...view, set: now };
  if (kind === 'ScaledObject' && name === `${app}-celld`) return { ...view, scaler: now };
  if (kind === 'HorizontalPodAutoscaler')
    return { ...view, autoscalers: withEntry(view.autoscalers, name, now) };
  const isFleet = textAt(object, 'metadata', 'labels', 'celld-operator.io/workerapp') === app;
  if (kind !== 'Pod' || !isFleet || ordinalOf(object) < 0) return view;
  // A later pod of this name may be here already.
  const known = view.pods.get(name);
  const isOther = known !== undefined && uidOf(known) !== uidOf(object);
  return now === undefined && isOther ? view : { ...view, pods: withEntry(view.pods, name, now) };
}

function withEntry(
  map: ReadonlyMap<string, JsonObject>,
  name: string,
  object: JsonObject | undefined,
): ReadonlyMap<string, JsonObject> {
  const changed = new Map(map);
  if (object === undefined) changed.delete(name);
  else changed.set(name, object);
  return changed;
}

export function uidOf(object: JsonObject | undefined): string {
  return textAt(object, 'metadata', 'uid');
}

/** -1 for a pod that is no StatefulSet's. */
export function ordinalOf(pod: JsonObject): number {
  return Number(/-celld-(\d+)$/.exec(textAt(pod, 'metadata', 'name'))?.[1] ?? -1);
}

export function revisionOf(pod: JsonObject | undefined): string {
  return textAt(pod, 'metadata', 'labels', 'controller-revision-hash');
}

export function partitionOf(set: JsonObject | undefined): number {
  return numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition') ?? 0;
}

export function replicasOf(set: JsonObject | undefined): number {
  return numberAt(set, 'spec', 'replicas') ?? 0;
}

export function isTerminating(pod: JsonObject | undefined): boolean {
  return textAt(pod, 'metadata', 'deletionTimestamp') !== '';
}

export function isReady(pod: JsonObject | undefined): boolean {
  return objectsAt(pod, 'status', 'conditions').some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  );
}

/** False where no container runs: such a pod holds no cells. DESIGN D12. */
export function isRunning(pod: JsonObject | undefined): boolean {
  return objectsAt(pod, 'status', 'containerStatuses').some(
    (container) => textAt(container, 'state', 'running', 'startedAt') !== '',
  );
}
