import type { JsonObject } from '../documents/json.ts';
import type { ResourceType } from './cluster-api.ts';
import { type FleetId, namesOfFleet } from './names.ts';
import { RESOURCES } from './resources.ts';

/** The two Jobs of a fleet. */
export type Hook = 'gate' | 'rollout';

export type HookVerb = 'get' | 'list' | 'create' | 'patch' | 'delete';

/** One thing that a Job may do in its namespace, and why it must. */
export interface HookPermission {
  readonly type: ResourceType;
  readonly subresource?: 'status' | 'scale';
  readonly verbs: readonly HookVerb[];
  /** The only object that is meant; left out: every one of the namespace, since lists and generated names have none. */
  readonly name?: (fleet: FleetId) => string;
  /** Left out of the Role of a chart's fleet: no such object is beside it. */
  readonly ofWorkerApp?: true;
  readonly why: string;
}

const statefulSet = (fleet: FleetId): string => namesOfFleet(fleet).statefulSet;
const lease = (fleet: FleetId): string => namesOfFleet(fleet).lease;
const scaledObject = (fleet: FleetId): string => namesOfFleet(fleet).scaledObject;
const workerApp = ({ app }: FleetId): string => app;

/** What both Jobs need to say how they end. DESIGN D4. */
function endings(job: (fleet: FleetId) => string): readonly HookPermission[] {
  return [
    {
      type: RESOURCES.workerApp,
      subresource: 'status',
      verbs: ['patch'],
      name: workerApp,
      ofWorkerApp: true,
      why: 'says in the status what it waits for and how it ended',
    },
    { type: RESOURCES.event, verbs: ['create'], why: 'says why it refused' },
    {
      type: RESOURCES.job,
      subresource: 'status',
      verbs: ['patch'],
      name: job,
      why: 'ends itself with the sentence that Argo CD shows',
    },
  ];
}

/**
 * Everything that the Jobs may do, and the one table from which their Roles are made. No Secrets, no wildcard, no `bind` or
 * `escalate`; what is written is written by name, but for pods, whose ordinals are not known beforehand. T26.
 */
export const HOOK_PERMISSIONS: Readonly<Record<Hook, readonly HookPermission[]>> = {
  gate: [
    {
      type: RESOURCES.statefulSet,
      verbs: ['get', 'patch'],
      name: statefulSet,
      why: 'judges the fleet, closes its partition, approves its template',
    },
    { type: RESOURCES.statefulSet, verbs: ['list'], why: 'finds another fleet on the same bucket prefix' },
    { type: RESOURCES.pod, verbs: ['list'], why: 'judges by what runs' },
    {
      type: RESOURCES.volumeClaim,
      verbs: ['list'],
      why: 'finds volumes of a fleet that nobody knows any more',
    },
    { type: RESOURCES.lease, verbs: ['get'], name: lease, why: 'reads the record of what ran' },
    ...endings((fleet) => namesOfFleet(fleet).gateJob),
  ],
  rollout: [
    {
      type: RESOURCES.statefulSet,
      verbs: ['get', 'patch'],
      name: statefulSet,
      why: 'moves the partition, and keeps its notes as annotations',
    },
    {
      type: RESOURCES.statefulSet,
      subresource: 'status',
      verbs: ['patch'],
      name: statefulSet,
      why: 'sends a pod that dies forward where there is no way back',
    },
    {
      type: RESOURCES.statefulSet,
      subresource: 'scale',
      verbs: ['patch'],
      name: statefulSet,
      why: 'sets the size',
    },
    { type: RESOURCES.pod, verbs: ['list', 'delete'], why: 'counts the pods, and removes one that is stuck' },
    {
      type: RESOURCES.lease,
      verbs: ['get', 'create', 'patch'],
      name: lease,
      why: 'keeps every other Job of the fleet away, and records what ran',
    },
    { type: RESOURCES.scaledObject, verbs: ['list'], why: 'finds whatever scales the fleet' },
    {
      type: RESOURCES.scaledObject,
      verbs: ['patch'],
      name: scaledObject,
      ofWorkerApp: true,
      why: 'pauses and resumes the scaler, and sets its bounds',
    },
    { type: RESOURCES.autoscaler, verbs: ['list'], why: 'sees that a paused scaler is gone' },
    ...endings((fleet) => namesOfFleet(fleet).rolloutJob),
  ],
};

/** The rules of a Job's Role, in the order of the table. */
export function roleRules(hook: Hook, fleet: FleetId): readonly JsonObject[] {
  const rows = HOOK_PERMISSIONS[hook].filter(({ ofWorkerApp }) => fleet.chart === undefined || !ofWorkerApp);
  return rows.map(({ type, subresource, verbs, name }) => ({
    apiGroups: [type.group],
    resources: [subresource === undefined ? type.plural : `${type.plural}/${subresource}`],
    ...(name !== undefined && { resourceNames: [name(fleet)] }),
    verbs: [...verbs],
  }));
}
