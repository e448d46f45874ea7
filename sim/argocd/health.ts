import type { KubeObject } from '../../fleet/cluster-api.ts';
import { LABELS } from '../../fleet/labels.ts';
import { at, mapsAt, numberAt, textAt } from '../json.ts';
import { jobCondition } from '../jobs/job-status.ts';
import type { ApplicationOptions } from './application.ts';

export interface Health {
  readonly status: 'Healthy' | 'Progressing' | 'Degraded' | 'Suspended' | 'Missing';
  readonly message: string;
}

const HEALTHY: Health = { status: 'Healthy', message: '' };
const PROGRESSING: Health = { status: 'Progressing', message: '' };

/** An object's health as Argo CD judges it. facts/argocd.md 4, facts/scaling.md 2.2 and 2.3. */
export function healthOf(object: KubeObject | undefined, options: ApplicationOptions): Health {
  if (object === undefined) return { status: 'Missing', message: '' };
  if (at(object, 'metadata', 'deletionTimestamp') !== undefined)
    return { status: 'Progressing', message: 'Pending deletion' };
  switch (textAt(object, 'kind')) {
    case 'StatefulSet':
      return isFleet(object) && options.hasHealthOverride ? observed(object) : setHealth(object);
    case 'Job':
      return jobHealth(object);
    case 'ScaledObject':
      return scalerHealth(object);
    case 'Service':
      return serviceHealth(object);
    default:
      return HEALTHY;
  }
}

export function isFleet(object: KubeObject): boolean {
  return at(object, 'metadata', 'labels', LABELS.workerapp) !== undefined;
}

function observed(set: KubeObject): Health {
  return numberAt(set, 'status', 'observedGeneration') >= numberAt(set, 'metadata', 'generation')
    ? HEALTHY
    : PROGRESSING;
}

/** Never Degraded; with the partition at or above the size, Healthy although nothing is updated. */
function setHealth(set: KubeObject): Health {
  const replicas = numberAt(set, 'spec', 'replicas');
  if (observed(set).status !== 'Healthy' || numberAt(set, 'status', 'readyReplicas') < replicas)
    return PROGRESSING;
  const partition = numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  return numberAt(set, 'status', 'updatedReplicas') < replicas - partition ? PROGRESSING : HEALTHY;
}

function jobHealth(job: KubeObject): Health {
  const failed = jobCondition(job, 'Failed');
  if (failed !== undefined) return { status: 'Degraded', message: failed.message };
  return jobCondition(job, 'Complete') === undefined ? PROGRESSING : HEALTHY;
}

function scalerHealth(scaledObject: KubeObject): Health {
  const status = (type: string) =>
    mapsAt(scaledObject, 'status', 'conditions').find((condition) => condition['type'] === type)?.['status'];
  if (status('Ready') === 'False' || status('Fallback') === 'True')
    return { status: 'Degraded', message: '' };
  if (status('Ready') !== 'True') return PROGRESSING;
  return status('Paused') === 'True' ? { status: 'Suspended', message: 'ScaledObject is paused' } : HEALTHY;
}

function serviceHealth(service: KubeObject): Health {
  const isBalanced = textAt(service, 'spec', 'type') === 'LoadBalancer';
  return isBalanced && mapsAt(service, 'status', 'loadBalancer', 'ingress').length === 0
    ? PROGRESSING
    : HEALTHY;
}
