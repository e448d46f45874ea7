import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../cluster-api.ts';
import { controllerOf, fieldAt, numberAt, objectAt, objectsAt, textAt } from '../object-fields.ts';
import { parseTimestamp } from '../timestamp.ts';
import { celldContainer, type Workload, workloadOf } from './workload.ts';

/** The celld container of a pod, as its kubelet last told. */
export interface PodContainer {
  readonly id: string;
  readonly restarts: number;
  /** It ran once, or runs: what never started has written nothing (DESIGN D8). */
  readonly hasStarted: boolean;
  readonly isRunning: boolean;
  /** Milliseconds since the epoch at which the present run started. */
  readonly startedAt: number | undefined;
  readonly lastExit: { readonly code: number; readonly finishedAt: number | undefined } | undefined;
  /** Why it does not run, such as `ImagePullBackOff`. */
  readonly waitingFor: string | undefined;
}

/** One pod of a fleet. */
export interface FleetPod extends Workload {
  readonly name: string;
  readonly uid: string;
  /** -1: its name has none. */
  readonly ordinal: number;
  readonly ip: string;
  readonly node: string;
  readonly controller: string | undefined;
  readonly revision: string;
  readonly isTerminating: boolean;
  readonly isReady: boolean;
  /** When it became ready, as the API says it: another text is another time of being ready. */
  readonly readySince: string;
  readonly container: PodContainer;
}

/** Every pod carries the whole name of its revision. facts/scaling.md 3.1. */
const REVISION_LABEL = 'controller-revision-hash';

export function parsePod(pod: KubeObject): FleetPod {
  const ready = objectsAt(pod, 'status', 'conditions').find(({ type }) => type === 'Ready');
  const name = textAt(pod, 'metadata', 'name') ?? '';
  return {
    ...workloadOf(pod),
    name,
    uid: textAt(pod, 'metadata', 'uid') ?? '',
    ordinal: ordinalOf(name),
    ip: textAt(pod, 'status', 'podIP') ?? '',
    node: textAt(pod, 'spec', 'nodeName') ?? '',
    controller: textAt(controllerOf(pod), 'uid'),
    revision: textAt(objectAt(pod, 'metadata', 'labels'), REVISION_LABEL) ?? '',
    isTerminating: fieldAt(pod, 'metadata', 'deletionTimestamp') !== undefined,
    isReady: ready?.['status'] === 'True' && textAt(pod, 'status', 'phase') === 'Running',
    readySince: ready?.['status'] === 'True' ? (textAt(ready, 'lastTransitionTime') ?? '') : '',
    container: parseContainer(pod),
  };
}

function ordinalOf(name: string): number {
  const match = /-(0|[1-9]\d{0,8})$/.exec(name);
  return match === null ? -1 : Number(match[1]);
}

function parseContainer(pod: JsonObject): PodContainer {
  const name = textAt(celldContainer(pod), 'name');
  const status = objectsAt(pod, 'status', 'containerStatuses').find((entry) => entry['name'] === name);
  const running = fieldAt(status, 'state', 'running');
  const ended = fieldAt(status, 'state', 'terminated') ?? fieldAt(status, 'lastState', 'terminated');
  const id = textAt(status, 'containerID') ?? '';
  const restarts = numberAt(status, 'restartCount') ?? 0;
  const phase = textAt(pod, 'status', 'phase');
  return {
    id,
    restarts,
    // Without a word of the kubelet only a pod that is still pending is known not to have started.
    hasStarted:
      running !== undefined ||
      ended !== undefined ||
      id !== '' ||
      restarts > 0 ||
      (status === undefined && phase !== 'Pending' && phase !== undefined),
    isRunning: running !== undefined || (status === undefined && phase !== 'Pending' && phase !== undefined),
    startedAt: parseTimestamp(textAt(running, 'startedAt')),
    lastExit:
      ended === undefined
        ? undefined
        : {
            code: numberAt(ended, 'exitCode') ?? -1,
            finishedAt: parseTimestamp(textAt(ended, 'finishedAt')),
          },
    waitingFor: textAt(status, 'state', 'waiting', 'reason'),
  };
}
