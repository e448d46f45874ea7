import type { JsonObject } from '../../documents/json.ts';
import { ApiError, type KubeObject, type ObjectRef } from '../../fleet/cluster-api.ts';
import { TYPES } from '../api/resource-types.ts';
import type { Handlers, SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import { at, mapAt, mapsAt, numberAt, textAt } from '../json.ts';
import { controllerOf, isEnded, isTerminating } from '../stateful-set/pod-facts.ts';
import { ownerReference } from '../stateful-set/revisions.ts';
import { timestamp } from '../timestamp.ts';
import { failureOf, isFinished, type JobCondition, jobCondition } from './job-status.ts';

export const JOB_CONTROLLER = {
  user: 'system:serviceaccount:kube-system:job-controller',
  manager: 'kube-controller-manager',
};

/** The Job controller: one pod at a time, until one succeeds or the Job has failed. */
export const JOB_HANDLERS: Handlers<'job.sync' | 'job.deadline'> = {
  'job.sync': sync,
  'job.deadline': (context, { namespace, name, uid }) => {
    const job = context.api.find(jobRef({ namespace, name }));
    if (job === undefined || textAt(job, 'metadata', 'uid') !== uid || isFinished(job)) return;
    if (jobCondition(job, 'FailureTarget') !== undefined) return;
    const message = 'Job was active longer than specified deadline';
    addConditions(context, job, [['FailureTarget', { reason: 'DeadlineExceeded', message }]]);
  },
};

function jobRef({ namespace, name }: Subject): ObjectRef {
  return { type: TYPES.job, namespace, name };
}

export function enqueueJob(context: SimContext, { namespace, name }: Subject): void {
  context.schedule({ kind: 'job.sync', namespace, name }, context.duration(context.config.latency.watch));
}

export function jobCreated(context: SimContext, job: KubeObject): void {
  const seconds = numberAt(job, 'spec', 'activeDeadlineSeconds');
  const namespace = textAt(job, 'metadata', 'namespace');
  const event = {
    kind: 'job.deadline',
    namespace,
    name: textAt(job, 'metadata', 'name'),
    uid: textAt(job, 'metadata', 'uid'),
  } as const;
  if (seconds > 0) context.schedule(event, seconds * 1000);
}

function sync(context: SimContext, subject: Subject): void {
  const job = context.api.find(jobRef(subject));
  if (job === undefined || isFinished(job) || isTerminating(job)) return;
  const pods = podsOf(context, job);
  const failed = pods.filter((pod) => textAt(pod, 'status', 'phase') === 'Failed');
  const active = pods.filter((pod) => !isEnded(pod));
  const target = jobCondition(job, 'FailureTarget') ?? failureOf(job, failed);
  if (target !== undefined) endJob(context, { job, target, active });
  else if (pods.some((pod) => textAt(pod, 'status', 'phase') === 'Succeeded')) {
    addConditions(context, job, [
      ['Complete', { reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' }],
    ]);
  } else if (active.length === 0) replacePod(context, job, failed.length);
}

function podsOf({ api }: SimContext, job: KubeObject): readonly KubeObject[] {
  const uid = textAt(job, 'metadata', 'uid');
  return [...api.objects(TYPES.pod, textAt(job, 'metadata', 'namespace'))].filter(
    (pod) => controllerOf(pod) === uid,
  );
}

interface Ending {
  readonly job: KubeObject;
  readonly target: JobCondition;
  readonly active: readonly KubeObject[];
}

/**
 * `FailureTarget`, whoever wrote it, ends the Job: its pod is deleted (SIGTERM), and only when no pod is left, reason
 * and message are copied to `Failed`. On a lost node that never happens. facts/proven.md 2, facts/histories.md Y15.
 */
function endJob(context: SimContext, { job, target, active }: Ending): void {
  for (const pod of active) {
    if (isTerminating(pod)) continue;
    const namespace = textAt(pod, 'metadata', 'namespace');
    context.api.delete(
      { type: TYPES.pod, namespace, name: textAt(pod, 'metadata', 'name') },
      {},
      JOB_CONTROLLER,
    );
  }
  const isOver = podsOf(context, job).every(isEnded);
  addConditions(context, job, [
    ['FailureTarget', target],
    ...(isOver ? ([['Failed', target]] as const) : []),
  ]);
}

/** A new pod at once, or, after a failure, ten seconds later and later each time. */
function replacePod(context: SimContext, job: KubeObject, failures: number): void {
  const name = textAt(job, 'metadata', 'name');
  const namespace = textAt(job, 'metadata', 'namespace');
  const due = failures === 0 ? 0 : 10_000 * 2 ** (failures - 1);
  const last = numberAt(job, 'status', 'lastPodAt');
  if (last > 0 && context.state.now < last + due) {
    context.schedule({ kind: 'job.sync', namespace, name }, last + due - context.state.now);
    return;
  }
  context.api.replaceStatus(jobRef({ namespace, name }), started(context, job), JOB_CONTROLLER);
  try {
    context.api.create(TYPES.pod, newJobPod(job), JOB_CONTROLLER);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** `lastPodAt` is the simulation's own note for the backoff. */
function started({ state }: SimContext, job: KubeObject): JsonObject {
  const before = mapAt(job, 'status');
  return { startTime: timestamp(state.now), ...before, active: 1, lastPodAt: state.now };
}

function newJobPod(job: KubeObject): KubeObject {
  const name = textAt(job, 'metadata', 'name');
  const template = mapAt(job, 'spec', 'template');
  return {
    metadata: {
      generateName: `${name}-`,
      namespace: textAt(job, 'metadata', 'namespace'),
      labels: {
        ...mapAt(template, 'metadata', 'labels'),
        'job-name': name,
        'batch.kubernetes.io/job-name': name,
      },
      annotations: mapAt(template, 'metadata', 'annotations'),
      ownerReferences: [ownerReference(job)],
    },
    spec: mapAt(template, 'spec'),
  };
}

function addConditions(
  context: SimContext,
  job: KubeObject,
  added: readonly (readonly [type: string, condition: JobCondition])[],
): void {
  const present = mapsAt(job, 'status', 'conditions');
  const fresh = added.filter(
    ([type]) => !present.some((condition) => condition['type'] === type && condition['status'] === 'True'),
  );
  if (fresh.length === 0) return;
  const conditions = [
    ...present,
    ...fresh.map(([type, condition]) => ({
      type,
      status: 'True',
      ...condition,
      lastTransitionTime: timestamp(context.state.now),
    })),
  ];
  const status = { ...mapAt(job, 'status'), conditions, active: 0 };
  const subject = { namespace: textAt(job, 'metadata', 'namespace'), name: textAt(job, 'metadata', 'name') };
  if (at(job, 'metadata', 'uid') !== undefined)
    context.api.replaceStatus(jobRef(subject), status, JOB_CONTROLLER);
}
