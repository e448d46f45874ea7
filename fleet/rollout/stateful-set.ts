import { isJsonArray, type JsonArray, type JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../cluster-api.ts';
import { ANNOTATIONS } from '../labels.ts';
import {
  annotationOf,
  controllerOf,
  fieldAt,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
} from '../object-fields.ts';
import { type Workload, workloadOf } from './workload.ts';

/** A fleet's StatefulSet, as far as the Jobs decide by it. */
export interface FleetSet {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly isTerminating: boolean;
  /** `Kind/name` of the object that controls it: another operator still runs it. */
  readonly controller: string | undefined;
  readonly isObserved: boolean;
  readonly replicas: number;
  /** Undefined: `rollingUpdate` is absent. */
  readonly partition: number | undefined;
  readonly strategy: string;
  readonly firstOrdinal: number;
  readonly selector: JsonObject;
  readonly serviceName: string;
  readonly podManagementPolicy: string;
  readonly volumeClaimTemplates: JsonArray;
  readonly template: JsonObject;
  readonly workload: Workload;
  readonly currentRevision: string;
  readonly updateRevision: string;
  readonly approvedTemplate: string | undefined;
  readonly approvedPlan: string | undefined;
  readonly holder: string | undefined;
  readonly savedReplicas: number | undefined;
  readonly stoppedFor: string | undefined;
  readonly bucketKey: string | undefined;
  /** Managers that have applied `spec.replicas`: without it in their next apply, the API server sets it to 1. */
  readonly replicasAppliedBy: readonly string[];
  /** True where something other than the Jobs wrote the size through the scale subresource last: an autoscaler may. */
  readonly wasScaledByOthers: boolean;
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** `ours` is the field manager of the rollout Job. */
export function parseSet(set: KubeObject, ours: string): FleetSet {
  const controller = controllerOf(set);
  const template = objectAt(set, 'spec', 'template');
  const workload = workloadOf(template);
  const claims = fieldAt(set, 'spec', 'volumeClaimTemplates');
  return {
    name: textAt(set, 'metadata', 'name') ?? '',
    uid: textAt(set, 'metadata', 'uid') ?? '',
    resourceVersion: textAt(set, 'metadata', 'resourceVersion') ?? '',
    isTerminating: fieldAt(set, 'metadata', 'deletionTimestamp') !== undefined,
    controller: controller && `${textAt(controller, 'kind') ?? '?'}/${textAt(controller, 'name') ?? '?'}`,
    isObserved:
      (numberAt(set, 'status', 'observedGeneration') ?? 0) >= (numberAt(set, 'metadata', 'generation') ?? 1),
    replicas: numberAt(set, 'spec', 'replicas') ?? 1,
    partition: numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition'),
    strategy: textAt(set, 'spec', 'updateStrategy', 'type') ?? '',
    firstOrdinal: numberAt(set, 'spec', 'ordinals', 'start') ?? 0,
    selector: objectAt(set, 'spec', 'selector'),
    serviceName: textAt(set, 'spec', 'serviceName') ?? '',
    podManagementPolicy: textAt(set, 'spec', 'podManagementPolicy') ?? 'OrderedReady',
    volumeClaimTemplates: isJsonArray(claims) ? claims : [],
    template,
    workload,
    currentRevision: textAt(set, 'status', 'currentRevision') ?? '',
    updateRevision: textAt(set, 'status', 'updateRevision') ?? '',
    approvedTemplate: annotationOf(set, ANNOTATIONS.approvedTemplateHash),
    approvedPlan: annotationOf(set, ANNOTATIONS.approvedPlan),
    holder: annotationOf(set, ANNOTATIONS.holder),
    savedReplicas: savedReplicas(set),
    stoppedFor: annotationOf(set, ANNOTATIONS.stoppedFor),
    bucketKey: workload.bucketKey ?? annotationOf(set, ANNOTATIONS.bucket),
    replicasAppliedBy: replicasAppliedBy(set),
    wasScaledByOthers: wasScaledByOthers(set, ours),
  };
}

/** Never zero: a size that cannot be read as one is no saved size (DESIGN D2). */
function savedReplicas(set: KubeObject): number | undefined {
  const text = annotationOf(set, ANNOTATIONS.savedReplicas) ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

function replicasAppliedBy(set: KubeObject): readonly string[] {
  const appliers = objectsAt(set, 'metadata', 'managedFields')
    .filter((entry) => entry['operation'] === 'Apply' && ownsReplicas(entry))
    .map((entry) => textAt(entry, 'manager') ?? '?');
  return [...appliers, ...(clientSideReplicas(set) ? ['kubectl apply'] : [])];
}

function ownsReplicas(entry: JsonObject): boolean {
  return fieldAt(entry, 'fieldsV1', 'f:spec', 'f:replicas') !== undefined;
}

/** What cannot be read counts as having it: unknown is never proceed (DESIGN D12). */
function clientSideReplicas(set: KubeObject): boolean {
  const text = annotationOf(set, LAST_APPLIED);
  if (text === undefined) return false;
  try {
    return fieldAt(JSON.parse(text) as JsonObject, 'spec', 'replicas') !== undefined;
  } catch {
    return true;
  }
}

function wasScaledByOthers(set: KubeObject, ours: string): boolean {
  return objectsAt(set, 'metadata', 'managedFields').some(
    (entry) => entry['subresource'] === 'scale' && entry['manager'] !== ours && ownsReplicas(entry),
  );
}
