import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../documents/json.ts';
import { textAt } from '../../cluster/harness/json-at.ts';
import { addressBlock } from './addresses.ts';
import type { BehaviourChange } from './celld/behaviour.ts';
import { FolderBucket, publishEverywhere } from './celld/bucket.ts';
import { type CelldEvent, parseEvent } from './celld/events.ts';
import { openConnection } from './connection.ts';
import { createMachines, machineNames } from './machines.ts';
import { PodWorker } from './pod-worker.ts';
import type { KubeletSettings } from './settings.ts';
import { watchObjects } from './watch.ts';

/** A kubelet for every machine of a test cluster. Pods are named `NAMESPACE/NAME`, or `NAME` where it is in one namespace only; the newest of it. */
export interface Kubelet {
  readonly machines: readonly string[];
  /** Undefined where no such pod is on a machine. */
  ipOf(pod: string): string | undefined;
  /** True while the pod's container runs. */
  runs(pod: string): boolean;
  /** Any signal to the container's process: SIGKILL, SIGSTOP... */
  signal(pod: string, name: NodeJS.Signals): void;
  /** Tells a fake celld how to behave from now on. */
  control(pod: string, change: BehaviourChange): Promise<void>;
  /** The pod's machine is gone, as far as this pod goes; it stays Terminating once it is deleted. Bug row C7. */
  loseMachine(pod: string): Promise<void>;
  machineReturns(pod: string): void;
  /** Writes `deploy/current.json` of a bucket, named as in CELLD_BUCKET. */
  deploy(bucket: string, version: string): void;
  /** Everything that every fake celld has logged so far, by time. */
  celldEvents(): readonly CelldEvent[];
  /** What the containers of all pods of this name have written. */
  logOf(pod: string): string;
  /** Ends every process and forgets every pod; the API server is not told. */
  stop(): Promise<void>;
}

/** Starts it: from here on every pod of the API server is bound and run. */
export async function startKubelet(settings: KubeletSettings): Promise<Kubelet> {
  const connection = openConnection(settings.kubeconfig);
  const addresses = await addressBlock();
  const machines = machineNames(settings.machines ?? 3);
  const world = join(settings.folder, 'buckets');
  if (settings.deployment !== undefined) publishEverywhere(world, settings.deployment);
  await createMachines(connection, machines);
  const workers = new Map<string, PodWorker>();
  const logs: { readonly pod: string; readonly file: string }[] = [];
  const begin = (pod: JsonObject): PodWorker => {
    const [name, uid] = [textAt(pod, 'metadata', 'name'), textAt(pod, 'metadata', 'uid')];
    const folder = join(settings.folder, 'pods', `${name}-${uid}`);
    logs.push({ pod: name, file: join(folder, 'log') });
    const machine = machines[logs.length % machines.length] ?? '';
    const place = { ip: addresses.take(), machine, behaviour: settings.behaviour?.(pod) ?? {} };
    return new PodWorker({ connection, settings, folder, world }, pod, place);
  };
  const watching = watchObjects(connection, '/api/v1/pods', ({ type, object }) => {
    const uid = textAt(object, 'metadata', 'uid');
    if (type === 'DELETED') {
      workers.get(uid)?.vanish();
      workers.delete(uid);
      return;
    }
    const isOver = ['Succeeded', 'Failed'].includes(textAt(object, 'status', 'phase'));
    if (!workers.has(uid) && !isOver) workers.set(uid, begin(object));
    workers.get(uid)?.update(object);
  });
  await watching.started;
  const find = (name: string) => findPod([...workers.values()], name);
  const must = (name: string) => {
    const found = find(name);
    if (found === undefined) throw new Error(`Cannot find pod ${name} on any machine`);
    return found;
  };
  const running = (name: string) => {
    const container = must(name).container;
    if (container === undefined) throw new Error(`Cannot reach pod ${name}: its container does not run`);
    return container.process;
  };
  return {
    machines,
    ipOf: (pod) => find(pod)?.place.ip,
    runs: (pod) => find(pod)?.container !== undefined,
    signal: (pod, name) => running(pod).signal(name),
    control: (pod, change) => running(pod).control(change),
    loseMachine: (pod) => must(pod).lose(),
    machineReturns: (pod) => must(pod).comeBack(),
    deploy: (bucket, version) => new FolderBucket(world, bucket).publish(version),
    celldEvents: () => readEvents(logs.map(({ file }) => file)),
    logOf: (pod) =>
      logs
        .filter((log) => log.pod === pod)
        .map(({ file }) => readLog(file))
        .join(''),
    stop: async () => {
      watching.close();
      const ends = [...workers.values()].flatMap(({ container }) => container?.process.ended ?? []);
      for (const worker of workers.values()) worker.vanish();
      await Promise.all(ends);
      addresses.close();
      connection.close();
    },
  };
}

/** Two namespaces may hold a pod of one name: an order must not reach the wrong one. */
function findPod(workers: readonly PodWorker[], wanted: string): PodWorker | undefined {
  const [name = '', namespace] = wanted.split('/').reverse();
  const found = workers.filter(
    ({ pod }) =>
      textAt(pod, 'metadata', 'name') === name &&
      (namespace === undefined || textAt(pod, 'metadata', 'namespace') === namespace),
  );
  const namespaces = new Set(found.map(({ pod }) => textAt(pod, 'metadata', 'namespace')));
  if (namespaces.size > 1)
    throw new Error(`Cannot tell which pod ${name} is meant: name it NAMESPACE/${name}`);
  return found.at(-1);
}

function readEvents(files: readonly string[]): readonly CelldEvent[] {
  return files
    .flatMap((file) => readLog(file).split('\n'))
    .flatMap((line) => parseEvent(line) ?? [])
    .sort((a, b) => a.at - b.at);
}

function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
