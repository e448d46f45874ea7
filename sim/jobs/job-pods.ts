import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { TYPES } from '../api/resource-types.ts';
import type { Handlers, SimContext } from '../context.ts';
import type { PodSubject } from '../events.ts';
import { mapsAt, numberAt, textAt, withAt } from '../json.ts';
import { KUBELET, podRef } from '../kubelet/kubelet.ts';
import { conditions, terminated } from '../kubelet/pod-status.ts';
import { isTerminating } from '../stateful-set/pod-facts.ts';
import { timestamp } from '../timestamp.ts';

/** A pod of a Job: a program that runs, is told to stop, and is killed. */
export const PROCESS_HANDLERS: Handlers<'process.start' | 'process.kill' | 'process.ended'> = {
  'process.start': start,
  'process.kill': kill,
  'process.ended': ended,
};

function findPod({ api }: SimContext, subject: PodSubject): KubeObject | undefined {
  const pod = api.find(podRef(subject));
  return textAt(pod, 'metadata', 'uid') === subject.uid ? pod : undefined;
}

function start(context: SimContext, subject: PodSubject): void {
  const pod = findPod(context, subject);
  const owner = mapsAt(pod, 'metadata', 'ownerReferences')[0];
  const job = context.api.find({
    type: TYPES.job,
    namespace: subject.namespace,
    name: textAt(owner, 'name'),
  });
  if (pod === undefined || job === undefined || isTerminating(pod)) return;
  const program = context.config.program(job);
  if (program === undefined) return;
  const { namespace, name, uid } = subject;
  context.api.replace(podRef(subject), withAt(pod, ['spec', 'nodeName'], 'n1'), KUBELET);
  writeStatus(context, pod, {
    phase: 'Running',
    state: { running: { startedAt: timestamp(context.state.now) } },
  });
  const account = textAt(pod, 'spec', 'serviceAccountName');
  context.startProgram(program, {
    name,
    user: `system:serviceaccount:${namespace}:${account === '' ? 'default' : account}`,
    job: { name: textAt(job, 'metadata', 'name'), uid: textAt(job, 'metadata', 'uid') },
    pod: { name, uid },
    onEnd: (exitCode, message) =>
      context.schedule({ kind: 'process.ended', namespace, name, uid, exitCode, message }, 0),
  });
}

/** SIGTERM to a Job's pod that is being deleted, SIGKILL when its grace period is over. */
export function terminateProcess(context: SimContext, pod: KubeObject): void {
  const namespace = textAt(pod, 'metadata', 'namespace');
  const name = textAt(pod, 'metadata', 'name');
  const uid = textAt(pod, 'metadata', 'uid');
  if (context.state.lostPods.has(uid)) return;
  context.terminateProgram(uid);
  const isRunning = context.processes.has(uid);
  const grace = numberAt(pod, 'metadata', 'deletionGracePeriodSeconds') * 1000;
  context.schedule({ kind: 'process.kill', namespace, name, uid }, isRunning ? grace : 0);
}

/** The grace period is over; a pod in which nothing runs any more goes at once. */
function kill(context: SimContext, subject: PodSubject): void {
  if (context.state.lostPods.has(subject.uid)) return;
  const process = context.processes.get(subject.uid);
  if (process !== undefined) process.kill();
  else if (findPod(context, subject) !== undefined) {
    context.api.delete(podRef(subject), { gracePeriodSeconds: 0 }, KUBELET);
  }
}

type Ended = PodSubject & { readonly exitCode: number; readonly message: string };

function ended(context: SimContext, { exitCode, message, ...subject }: Ended): void {
  const pod = findPod(context, subject);
  context.processes.delete(subject.uid);
  if (pod === undefined || context.state.lostPods.has(subject.uid)) return;
  const run = { exitCode, startedAt: 0, finishedAt: context.state.now };
  writeStatus(context, pod, {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    state: terminated(run, message),
  });
  if (isTerminating(pod)) context.api.delete(podRef(subject), { gracePeriodSeconds: 0 }, KUBELET);
}

function writeStatus(
  { api, state }: SimContext,
  pod: KubeObject,
  { phase, state: container }: { readonly phase: string; readonly state: JsonObject },
): void {
  const ref = podRef({
    namespace: textAt(pod, 'metadata', 'namespace'),
    name: textAt(pod, 'metadata', 'name'),
  });
  const image = mapsAt(pod, 'spec', 'containers')[0];
  const status = {
    phase,
    conditions: conditions(phase === 'Running', state.now),
    containerStatuses: [
      { name: textAt(image, 'name'), image: textAt(image, 'image'), restartCount: 0, state: container },
    ],
  };
  api.replaceStatus(ref, status, KUBELET);
}

/** The machine under a Job's pod is lost: the program may run on, and reaches nobody. facts/histories.md Y15. */
export function loseJobMachine(context: SimContext, uid: string): void {
  context.state.lostPods.add(uid);
  const process = context.processes.get(uid);
  if (process !== undefined) process.isCutOff = true;
}
