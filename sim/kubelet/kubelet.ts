import type { KubeObject, ObjectRef } from '../../fleet/cluster-api.ts';
import { TYPES } from '../api/resource-types.ts';
import { noteOutage, processEnds, processServes, processStarts } from '../celld/lifecycle.ts';
import { type CelldNode, isAlive, isServing, newNode } from '../celld/node.ts';
import type { Handlers, SimContext } from '../context.ts';
import type { PodSubject, Subject } from '../events.ts';
import { numberAt, textAt, withAt } from '../json.ts';
import { podStatus } from './pod-status.ts';

export const KUBELET = { user: 'system:node:n1', manager: 'kubelet' };
const MACHINES = 3;

/** A pod of a fleet, from its creation to its end. */
export const POD_HANDLERS: Handlers<'pod.start' | 'pod.ready' | 'pod.crash' | 'pod.restart' | 'pod.stopped'> =
  {
    'pod.start': start,
    'pod.ready': becomeReady,
    'pod.crash': crash,
    'pod.restart': restart,
    'pod.stopped': stopped,
  };

export function podRef({ namespace, name }: Subject): ObjectRef {
  return { type: TYPES.pod, namespace, name };
}

/** The pod of this uid, not a later one of its name. */
function findPod({ api }: SimContext, subject: PodSubject): KubeObject | undefined {
  const pod = api.find(podRef(subject));
  return textAt(pod, 'metadata', 'uid') === subject.uid ? pod : undefined;
}

function start(context: SimContext, subject: PodSubject): void {
  const pod = findPod(context, subject);
  if (pod === undefined) return;
  const behaviour = context.config.behaviour(pod);
  if (behaviour.start === 'unschedulable') return;
  const node = newNode(pod, nextAddress(context), behaviour);
  const machine = `n${(context.state.addresses % MACHINES) + 1}`;
  context.api.replace(podRef(subject), withAt(pod, ['spec', 'nodeName'], machine), KUBELET);
  if (behaviour.start === 'no-image') setNode(context, { ...node, waitingFor: 'ImagePullBackOff' });
  else run(context, node);
}

function nextAddress({ state, config }: SimContext): string {
  state.addresses += 1;
  const free = config.reusesAddresses ? state.freeAddresses.pop() : undefined;
  if (free !== undefined) return free;
  return `10.0.${state.addresses >> 8}.${state.addresses & 255}`;
}

/** Stores a node and writes its pod's status. */
export function setNode(context: SimContext, node: CelldNode): void {
  context.state.nodes.set(node.uid, node);
  writeStatus(context, node);
}

export function writeStatus(context: SimContext, node: CelldNode): void {
  if (findPod(context, node) === undefined) return;
  context.api.replaceStatus(podRef(node), podStatus(node, context.state.now), KUBELET);
}

/** The container starts, for the first time or again. */
function run(context: SimContext, before: CelldNode): void {
  const { start: how, readyAfter } = before.behaviour;
  const phase = how === 'silent' ? 'silent' : 'starting';
  const node: CelldNode = { ...before, phase, run: before.run + 1, startedAt: context.state.now };
  setNode(context, node);
  processStarts(context, node);
  const { latency } = context.config;
  const subject = { namespace: node.namespace, name: node.name, uid: node.uid, run: node.run };
  if (how === 'crash') {
    context.schedule({ kind: 'pod.crash', ...subject, exitCode: 1 }, context.duration(latency.start));
  } else if (how !== 'silent') {
    context.schedule({ kind: 'pod.ready', ...subject }, readyAfter ?? context.duration(latency.ready));
  }
}

function becomeReady(context: SimContext, event: PodSubject & { readonly run: number }): void {
  const node = context.state.nodes.get(event.uid);
  if (node?.run !== event.run || node.phase !== 'starting' || node.isLost) return;
  processServes(context, { ...node, isReady: node.behaviour.start === 'well' });
  const serving = context.state.nodes.get(event.uid);
  if (serving !== undefined) writeStatus(context, serving);
}

/** The process ends by itself: 3 is a self-fence (facts/celld.md 6). The kubelet restarts it in place, ever later. */
function crash(
  context: SimContext,
  event: PodSubject & { readonly run: number; readonly exitCode: number },
): void {
  const { state } = context;
  const node = state.nodes.get(event.uid);
  if (node?.run !== event.run || !isAlive(node) || node.phase === 'draining' || node.isLost) return;
  if (isServing(node)) noteOutage(context, node);
  const ended = { exitCode: event.exitCode, startedAt: node.startedAt, finishedAt: state.now };
  setNode(context, { ...stoppedNode(node), waitingFor: 'CrashLoopBackOff', ended });
  processEnds(context, node, false);
  const { namespace, name, uid } = event;
  context.schedule({ kind: 'pod.restart', namespace, name, uid }, backoff(node.run));
}

function stoppedNode(node: CelldNode): CelldNode {
  return {
    ...node,
    phase: 'waiting',
    cells: 0,
    restoring: 0,
    isReady: false,
    deployment: '',
    isSwapping: false,
  };
}

/** The first restart is prompt, then 10 s, 20 s, up to five minutes. */
function backoff(runs: number): number {
  return runs <= 1 ? 1000 : Math.min(300_000, 10_000 * 2 ** (runs - 2));
}

function restart(context: SimContext, event: PodSubject): void {
  const node = context.state.nodes.get(event.uid);
  if (node?.phase !== 'waiting' || node.isLost) return;
  const pod = findPod(context, event);
  if (pod !== undefined && !isBeingDeleted(pod)) run(context, node);
}

function isBeingDeleted(pod: KubeObject): boolean {
  return textAt(pod, 'metadata', 'deletionTimestamp') !== '';
}

/**
 * SIGTERM to a pod that is being deleted. It is not ready any more; a process that does not answer, or drains longer
 * than its grace period, is killed. facts/celld.md 6.
 */
export function terminate(context: SimContext, pod: KubeObject): void {
  const node = context.state.nodes.get(textAt(pod, 'metadata', 'uid'));
  if (node === undefined || node.isLost) return;
  const { namespace, name, uid } = node;
  const grace = numberAt(pod, 'metadata', 'deletionGracePeriodSeconds') * 1000;
  context.schedule({ kind: 'pod.stopped', namespace, name, uid }, Math.min(grace, drainTime(context, node)));
  if (!isServing(node)) return;
  noteOutage(context, node);
  setNode(context, { ...node, phase: 'draining', isReady: false });
}

function drainTime(context: SimContext, node: CelldNode): number {
  if (!isAlive(node)) return 100;
  if (node.phase === 'silent') return Number.MAX_SAFE_INTEGER;
  return node.behaviour.drainFor ?? context.duration(context.config.latency.drain);
}

function stopped(context: SimContext, subject: PodSubject): void {
  const node = context.state.nodes.get(subject.uid);
  if (node?.isLost === true) return;
  const pod = findPod(context, subject);
  if (node !== undefined) {
    const grace = numberAt(pod, 'metadata', 'deletionGracePeriodSeconds') * 1000;
    const hasDrained = node.phase === 'draining' && (node.behaviour.drainFor ?? 0) < grace;
    context.state.nodes.delete(subject.uid);
    if (context.config.reusesAddresses) context.state.freeAddresses.push(node.ip);
    processEnds(context, node, hasDrained);
  }
  if (pod !== undefined) context.api.delete(podRef(subject), { gracePeriodSeconds: 0 }, KUBELET);
}
