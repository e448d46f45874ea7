import type { JsonObject } from '../../documents/json.ts';
import { type CelldNode, type EndedRun, isAlive } from '../celld/node.ts';
import { timestamp } from '../timestamp.ts';

/** A celld pod's status as the kubelet writes it, as far as it is read. */
export function podStatus(node: CelldNode, now: number): JsonObject {
  const container = {
    name: 'celld',
    image: node.image,
    imageID: node.run === 0 ? '' : `docker-pullable://${node.image}`,
    containerID: node.run === 0 ? '' : `containerd://${node.uid}-${node.run}`,
    ready: node.isReady,
    started: node.isReady,
    restartCount: Math.max(0, node.run - 1),
    state: isAlive(node)
      ? { running: { startedAt: timestamp(node.startedAt) } }
      : { waiting: { reason: node.waitingFor } },
    lastState: node.ended === undefined ? {} : terminated(node.ended),
  };
  return {
    phase: node.run === 0 ? 'Pending' : 'Running',
    podIP: node.ip,
    podIPs: [{ ip: node.ip }],
    conditions: conditions(node.isReady, now),
    containerStatuses: [container],
  };
}

export function conditions(isReady: boolean, now: number): readonly JsonObject[] {
  const lastTransitionTime = timestamp(now);
  const ready = isReady ? 'True' : 'False';
  return [
    { type: 'PodScheduled', status: 'True', lastTransitionTime },
    { type: 'Initialized', status: 'True', lastTransitionTime },
    { type: 'ContainersReady', status: ready, lastTransitionTime },
    { type: 'Ready', status: ready, lastTransitionTime },
  ];
}

export function terminated({ exitCode, startedAt, finishedAt }: EndedRun, message?: string): JsonObject {
  return {
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      startedAt: timestamp(startedAt),
      finishedAt: timestamp(finishedAt),
      ...(message !== undefined && { message }),
    },
  };
}
