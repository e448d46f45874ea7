import type { JsonObject } from '../../../documents/json.ts';
import { objectsAt, textAt } from '../../cluster/harness/json-at.ts';

/** A run of a container that is over. */
export interface EndedRun {
  readonly exitCode: number;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly message: string;
  readonly containerId: string;
}

export type ContainerState =
  | { readonly kind: 'waiting'; readonly reason: string; readonly message?: string }
  | { readonly kind: 'running'; readonly startedAt: Date }
  | { readonly kind: 'ended'; readonly run: EndedRun };

/** What is known of a pod with one container, as far as its status tells it. */
export interface PodFacts {
  readonly ip: string;
  readonly hostIp: string;
  readonly startTime: Date;
  /** Starts of the container so far. */
  readonly runs: number;
  readonly state: ContainerState;
  readonly last: EndedRun | undefined;
  readonly isStarted: boolean;
  readonly isReady: boolean;
  /** When readiness last changed. */
  readonly readySince: Date;
  /** The pod is over for good. */
  readonly isOver: boolean;
}

/** The status as the kubelet writes it. */
export function podStatus(pod: JsonObject, facts: PodFacts): JsonObject {
  const [container] = objectsAt(pod, 'spec', 'containers');
  const { ip, hostIp, state, last, runs } = facts;
  const image = textAt(container, 'image');
  return {
    phase: phaseOf(facts),
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    podIP: ip,
    podIPs: [{ ip }],
    startTime: seconds(facts.startTime),
    qosClass: 'Burstable',
    conditions: conditions(facts),
    containerStatuses: [
      {
        name: textAt(container, 'name'),
        image,
        imageID: runs === 0 ? '' : `fake://${image}`,
        ...(runs > 0 && { containerID: containerId(pod, runs) }),
        ready: facts.isReady,
        started: facts.isStarted,
        restartCount: Math.max(0, runs - 1),
        state: stateOf(state),
        lastState: last === undefined ? {} : stateOf({ kind: 'ended', run: last }),
      },
    ],
  };
}

export function containerId(pod: JsonObject, run: number): string {
  return `fake://${textAt(pod, 'metadata', 'uid')}-${String(run)}`;
}

function phaseOf({ isOver, state, runs }: PodFacts): string {
  if (isOver) return state.kind === 'ended' && state.run.exitCode === 0 ? 'Succeeded' : 'Failed';
  return runs === 0 ? 'Pending' : 'Running';
}

function stateOf(state: ContainerState): JsonObject {
  if (state.kind === 'waiting') {
    const { reason, message } = state;
    return { waiting: { reason, ...(message !== undefined && { message }) } };
  }
  if (state.kind === 'running') return { running: { startedAt: seconds(state.startedAt) } };
  const { exitCode, startedAt, finishedAt, message, containerId: id } = state.run;
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return {
    terminated: {
      exitCode,
      reason,
      startedAt: seconds(startedAt),
      finishedAt: seconds(finishedAt),
      containerID: id,
      ...(message !== '' && { message }),
    },
  };
}

function conditions({ isReady, readySince, startTime, isOver, state }: PodFacts): JsonObject[] {
  const isDone = isOver && state.kind === 'ended' && state.run.exitCode === 0;
  const ready = isReady ? {} : { reason: isDone ? 'PodCompleted' : 'ContainersNotReady' };
  const status = isReady ? 'True' : 'False';
  const since = seconds(readySince);
  const begun = { status: 'True', lastTransitionTime: seconds(startTime) };
  return [
    { type: 'PodScheduled', ...begun },
    { type: 'PodReadyToStartContainers', ...begun },
    { type: 'Initialized', ...begun },
    { type: 'ContainersReady', status, lastTransitionTime: since, ...ready },
    { type: 'Ready', status, lastTransitionTime: since, ...ready },
  ];
}

/** metav1.Time has whole seconds. */
function seconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
