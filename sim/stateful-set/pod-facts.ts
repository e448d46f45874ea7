import { isJsonArray } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { at, mapAt, mapsAt, textAt } from '../json.ts';

/** The StatefulSet controller's predicates (`stateful_set_utils.go`). Every pod's label carries the whole revision name. */
export const REVISION_LABEL = 'controller-revision-hash';
export const POD_NAME_LABEL = 'statefulset.kubernetes.io/pod-name';

export function revisionOf(pod: KubeObject): string {
  return textAt(pod, 'metadata', 'labels', REVISION_LABEL);
}

/** The number at the end of a pod's name; -1 where there is none. */
export function ordinalOf(pod: KubeObject): number {
  const match = /-(\d+)$/.exec(textAt(pod, 'metadata', 'name'));
  return match === null ? -1 : Number(match[1]);
}

export function isTerminating(pod: KubeObject): boolean {
  return at(pod, 'metadata', 'deletionTimestamp') !== undefined;
}

/** A pod that the API server has given a phase. */
export function isCreated(pod: KubeObject): boolean {
  return textAt(pod, 'status', 'phase') !== '';
}

export function isRunningAndReady(pod: KubeObject): boolean {
  return textAt(pod, 'status', 'phase') === 'Running' && isReady(pod);
}

export function isReady(pod: KubeObject): boolean {
  return mapsAt(pod, 'status', 'conditions').some(
    (condition) => condition['type'] === 'Ready' && condition['status'] === 'True',
  );
}

export function isEnded(pod: KubeObject): boolean {
  return ['Failed', 'Succeeded'].includes(textAt(pod, 'status', 'phase'));
}

/** `minReadySeconds` is never rendered and not simulated: available is ready. */
export function isUnavailable(pod: KubeObject): boolean {
  return !isRunningAndReady(pod) || isTerminating(pod);
}

/** The uid of the object that controls this one; empty where there is none. */
export function controllerOf(object: KubeObject): string {
  const owners = mapAt(object, 'metadata')['ownerReferences'];
  if (!isJsonArray(owners)) return '';
  const controller = owners.find((owner) => at(owner, 'controller') === true);
  return textAt(controller, 'uid');
}
