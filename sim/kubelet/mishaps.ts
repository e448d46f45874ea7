import type { Lie } from '../celld/behaviour.ts';
import { loseCells } from '../celld/cells.ts';
import { noteOutage } from '../celld/lifecycle.ts';
import { type CelldNode, isAlive, isServing } from '../celld/node.ts';
import type { SimContext } from '../context.ts';
import { setNode, terminate, podRef } from './kubelet.ts';

/** What can happen to one pod's node. `undefined` where there is no such node. */
export function nodeNamed({ state }: SimContext, podName: string): CelldNode | undefined {
  return [...state.nodes.values()].find(({ name }) => name === podName);
}

/** The process ends by itself; 3 is a self-fence. */
export function endProcess(context: SimContext, podName: string, exitCode: number): void {
  const node = nodeNamed(context, podName);
  if (node === undefined || !isAlive(node)) return;
  const { namespace, name, uid, run } = node;
  context.schedule({ kind: 'pod.crash', namespace, name, uid, run, exitCode }, 0);
}

/** The process runs on and answers nothing: readiness fails, the TCP liveness probe does not. facts/celld.md 2. */
export function hang(context: SimContext, podName: string): void {
  const node = nodeNamed(context, podName);
  if (node === undefined || !isAlive(node)) return;
  if (isServing(node)) noteOutage(context, node);
  loseCells(context, node);
  setNode(context, { ...node, phase: 'silent', cells: 0, restoring: 0, isReady: false });
}

/** Its readiness probe fails, or passes again, while it serves on. facts/histories.md Y7 and Y42. */
export function setReady(context: SimContext, podName: string, isReady: boolean): void {
  const node = nodeNamed(context, podName);
  if (node !== undefined && isServing(node)) setNode(context, { ...node, isReady });
}

/** Its machine is gone: its pod stays as it is, Terminating for ever once it is deleted. Bug row C7. */
export function loseMachine(context: SimContext, podName: string): void {
  const node = nodeNamed(context, podName);
  if (node === undefined) return;
  if (isServing(node)) noteOutage(context, node);
  loseCells(context, node);
  setNode(context, { ...node, cells: 0, restoring: 0, isReady: false, isLost: true });
}

/** The machine comes back, empty: what was running is started again, what was to be deleted goes. */
export function machineReturns(context: SimContext, podName: string): void {
  const node = nodeNamed(context, podName);
  if (node?.isLost !== true) return;
  const pod = context.api.find(podRef(node));
  const back: CelldNode = { ...node, isLost: false, phase: 'waiting', waitingFor: 'ContainerCreating' };
  setNode(context, back);
  const { namespace, name, uid } = node;
  if (pod !== undefined) terminateIfDeleted(context, pod);
  context.schedule(
    { kind: 'pod.restart', namespace, name, uid },
    context.duration(context.config.latency.start),
  );
}

function terminateIfDeleted(context: SimContext, pod: Parameters<typeof terminate>[1]): void {
  const metadata = pod['metadata'];
  if (typeof metadata === 'object' && metadata !== null && 'deletionTimestamp' in metadata)
    terminate(context, pod);
}

/** From now on `/state` says this; undefined: the truth again. */
export function makeLie(context: SimContext, podName: string, lie: Lie | undefined): void {
  const node = nodeNamed(context, podName);
  if (node === undefined) return;
  context.state.nodes.set(node.uid, { ...node, lie });
}

/** Cells of the node go cold, as after a peer's fall: `restoring` rises until they are warm. */
export function goCold(context: SimContext, podName: string, cells: number): void {
  const node = nodeNamed(context, podName);
  if (node === undefined || !isServing(node)) return;
  const { namespace, name, uid } = node;
  context.state.nodes.set(uid, { ...node, restoring: Math.max(node.restoring, cells) });
  if (node.behaviour.staysCold === true) return;
  context.schedule(
    { kind: 'cells.warm', namespace, name, uid },
    context.duration(context.config.latency.rewarm),
  );
}
