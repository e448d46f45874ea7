import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../cluster-api.ts';
import { ANNOTATIONS, LABELS } from '../labels.ts';
import { namesOfFleet } from '../names.ts';
import { annotationOf, controllerOf, numberAt, objectAt, objectsAt, textAt } from '../object-fields.ts';
import type { FleetPlan } from '../plan.ts';

/** A ScaledObject that targets the fleet's StatefulSet, or that has the name of the fleet's own. */
export interface Scaler {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Of that name and with the fleet's label: the only one that the Job may change. */
  readonly isOurs: boolean;
  readonly targetsSet: boolean;
  /** Who asked for the pause; undefined: not paused. */
  readonly pausedBy: 'this-job' | 'this-fleet' | 'someone' | undefined;
  /** KEDA's condition `Paused=True`; on its own no proof. facts/scaling.md 1.2. */
  readonly isPauseSeen: boolean;
  readonly minReplicas: number;
  readonly maxReplicas: number;
}

/** A HorizontalPodAutoscaler that targets the fleet's StatefulSet. */
export interface Autoscaler {
  readonly name: string;
  /** Made by KEDA from a ScaledObject of this uid. */
  readonly controller: string | undefined;
}

const PAUSED_REPLICAS = 'autoscaling.keda.sh/paused-replicas';
/** Go's `strconv.ParseBool`; what it does not know counts as true. facts/scaling.md 1.1. */
const FALSE: readonly string[] = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

/** The id under which a Job holds a pause: the fleet, then the Job's uid. */
export function holderId({ namespace, app }: Pick<FleetPlan, 'namespace' | 'app'>, jobUid: string): string {
  return `celld-gitops/${namespace}/${app}/${jobUid}`;
}

export function parseScaler(object: KubeObject, plan: FleetPlan, jobUid: string): Scaler {
  const name = textAt(object, 'metadata', 'name') ?? '';
  const label = textAt(objectAt(object, 'metadata', 'labels'), LABELS.workerapp);
  const names = namesOfFleet(plan);
  return {
    name,
    uid: textAt(object, 'metadata', 'uid') ?? '',
    resourceVersion: textAt(object, 'metadata', 'resourceVersion') ?? '',
    isOurs: name === names.scaledObject && label === plan.app,
    targetsSet: targets(objectAt(object, 'spec', 'scaleTargetRef'), names.statefulSet),
    pausedBy: pausedBy(object, plan, jobUid),
    isPauseSeen: objectsAt(object, 'status', 'conditions').some(
      (condition) => condition['type'] === 'Paused' && condition['status'] === 'True',
    ),
    minReplicas: numberAt(object, 'spec', 'minReplicaCount') ?? 0,
    maxReplicas: numberAt(object, 'spec', 'maxReplicaCount') ?? 100,
  };
}

function pausedBy(object: KubeObject, plan: FleetPlan, jobUid: string): Scaler['pausedBy'] {
  const paused = annotationOf(object, ANNOTATIONS.paused);
  const isPaused = paused !== undefined && !FALSE.includes(paused);
  if (!isPaused) return annotationOf(object, PAUSED_REPLICAS) === undefined ? undefined : 'someone';
  const holder = annotationOf(object, ANNOTATIONS.pausedBy);
  if (holder === holderId(plan, jobUid)) return 'this-job';
  return holder?.startsWith(holderId(plan, '')) === true ? 'this-fleet' : 'someone';
}

export function parseAutoscaler(object: KubeObject, plan: FleetPlan): Autoscaler | undefined {
  if (!targets(objectAt(object, 'spec', 'scaleTargetRef'), namesOfFleet(plan).statefulSet)) return undefined;
  return { name: textAt(object, 'metadata', 'name') ?? '', controller: textAt(controllerOf(object), 'uid') };
}

/** By kind and name: an apiVersion that differs may still be served. facts/operators.md A4 row 6. */
function targets(reference: JsonObject, set: string): boolean {
  return reference['kind'] === 'StatefulSet' && reference['name'] === set;
}
