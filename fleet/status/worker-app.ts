import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../cluster-api.ts';
import { ANNOTATIONS } from '../labels.ts';
import { annotationOf, fieldAt, numberAt, objectAt, objectsAt, textAt, textsAt } from '../object-fields.ts';

/** How a Job's last run ended, as its condition RolloutRefused says (DESIGN D4). */
export interface JobEnding {
  readonly isRefused: boolean;
  readonly reason: string;
  readonly message: string;
  readonly since: string;
}

/** A stored WorkerApp, as far as its status follows from it. */
export interface WorkerApp {
  readonly uid: string;
  readonly generation: number;
  readonly planHash: string | undefined;
  /** Undefined: it follows the bucket, and the render that stored it did not say what it found. */
  readonly expectedAppVersion: string | undefined;
  readonly followsPointer: boolean;
  readonly tracksDeployments: boolean;
  readonly adoptsInPlace: boolean;
  readonly isPaused: boolean;
  /** Undefined: an autoscaler decides. */
  readonly replicas: number | undefined;
  readonly hasHostnames: boolean;
  readonly iamRole: string | undefined;
  /** Optional objects that the render left out, because the cluster lacked their API. */
  readonly omitted: string;
  readonly status: JsonObject;
  readonly rollout: { readonly partition: number | undefined; readonly waitingOn: string };
  readonly lastJob: JobEnding | undefined;
}

export function parseWorkerApp(object: KubeObject): WorkerApp {
  const spec = objectAt(object, 'spec');
  const status = objectAt(object, 'status');
  const wanted = textAt(spec, 'appVersion') ?? '';
  const follows = wanted === 'auto';
  return {
    uid: textAt(object, 'metadata', 'uid') ?? '',
    generation: numberAt(object, 'metadata', 'generation') ?? 0,
    planHash: annotationOf(object, ANNOTATIONS.planHash),
    expectedAppVersion: annotationOf(object, ANNOTATIONS.appVersion) ?? (follows ? undefined : wanted),
    followsPointer: follows,
    tracksDeployments: follows || fieldAt(spec, 'deployTrackingSecretRef') !== undefined,
    adoptsInPlace: textAt(spec, 'deploymentPolicy') === 'InPlace',
    isPaused: fieldAt(spec, 'paused') === true,
    replicas: fieldAt(spec, 'autoscaling', 'enabled') === true ? undefined : numberAt(spec, 'replicas'),
    hasHostnames: textsAt(spec, 'hostnames').length > 0,
    iamRole: textAt(spec, 'bucket', 'credentialsFrom', 'iamRole'),
    omitted: annotationOf(object, ANNOTATIONS.omittedObjects) ?? '',
    status,
    rollout: {
      partition: numberAt(status, 'rollout', 'partition'),
      waitingOn: textAt(status, 'rollout', 'waitingOn') ?? '',
    },
    lastJob: lastJob(status),
  };
}

function lastJob(status: JsonObject): JobEnding | undefined {
  const condition = liveCondition(status, 'RolloutRefused');
  if (condition === undefined) return undefined;
  return {
    isRefused: condition['status'] === 'True',
    reason: textAt(condition, 'reason') ?? '',
    message: textAt(condition, 'message') ?? '',
    since: textAt(condition, 'lastTransitionTime') ?? '',
  };
}

/** A condition of a status, by its type. */
export function liveCondition(status: JsonObject, type: string): JsonObject | undefined {
  return objectsAt(status, 'conditions').find((condition) => condition['type'] === type);
}
