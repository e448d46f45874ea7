import { CLOSED_PARTITION } from '../fleet/bounds.ts';
import type { KubeObject } from '../fleet/cluster-api.ts';
import { fleetNames } from '../fleet/names.ts';
import { RESOURCES } from '../fleet/resources.ts';
import { numberAt, textAt } from '../sim/json.ts';
import { isRunningAndReady, isTerminating, ordinalOf, revisionOf } from '../sim/stateful-set/pod-facts.ts';
import type { World } from '../sim/world.ts';

/** How one ordinal stands. `warming`: ready on the new template, and its cells are still being restored. */
export type PodMark = 'old' | 'new' | 'warming' | 'starting' | 'ending' | 'none';

export interface FleetPicture {
  /** By ordinal. */
  readonly pods: readonly PodMark[];
  /** Undefined: closed, so that no pod is moved. */
  readonly partition: number | undefined;
}

export interface FleetName {
  readonly namespace: string;
  readonly app: string;
}

/** The pods of the fleet and its partition, as the API server has them. */
export function pictureOf(world: World, fleet: FleetName): FleetPicture {
  const set = setOf(world, fleet);
  const partition = numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  const pods = fleetPods(world, fleet);
  const size = Math.max(numberAt(set, 'spec', 'replicas'), ...pods.map((pod) => ordinalOf(pod) + 1));
  const marks = Array.from({ length: size }, (_, ordinal) => {
    const pod = pods.find((candidate) => ordinalOf(candidate) === ordinal);
    return pod === undefined ? 'none' : markOf(world, pod, textAt(set, 'status', 'updateRevision'));
  });
  return {
    pods: marks,
    partition: set === undefined || partition === CLOSED_PARTITION ? undefined : partition,
  };
}

/** Pods that serve. */
export function readyCount({ pods }: FleetPicture): number {
  return pods.filter((mark) => mark === 'old' || mark === 'new' || mark === 'warming').length;
}

function markOf(world: World, pod: KubeObject, updateRevision: string): PodMark {
  if (isTerminating(pod)) return 'ending';
  if (!isRunningAndReady(pod)) return 'starting';
  if (revisionOf(pod) !== updateRevision) return 'old';
  const restoring = world.state.nodes.get(textAt(pod, 'metadata', 'uid'))?.restoring ?? 0;
  return restoring > 0 ? 'warming' : 'new';
}

function setOf(world: World, { namespace, app }: FleetName): KubeObject | undefined {
  return world.api.find({ type: RESOURCES.statefulSet, namespace, name: fleetNames(app).statefulSet });
}

function fleetPods(world: World, fleet: FleetName): readonly KubeObject[] {
  return [...world.api.objects(RESOURCES.pod, fleet.namespace)].filter((pod) => isFleetPod(pod, fleet));
}

/** True for a pod of the StatefulSet; those of the Jobs are named after the fleet too. */
export function isFleetPod(pod: KubeObject, { app }: FleetName): boolean {
  return textAt(pod, 'metadata', 'name') === `${fleetNames(app).statefulSet}-${ordinalOf(pod)}`;
}
