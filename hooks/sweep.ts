import { PORTS } from '../fleet/labels.ts';
import type { FleetPod } from '../fleet/rollout/pod.ts';
import type { RolloutSnapshot } from '../fleet/rollout/snapshot.ts';
import type { StateReading } from '../fleet/state-reader.ts';
import { isAtLeast } from '../fleet/version.ts';
import { readPods } from './gather-fleet.ts';
import type { RolloutOptions } from './options.ts';

/** Pods that are read at the same time. */
const PARALLEL_READS = 16;

/** The snapshot with a census: every pod's `/state`, then the list of pods once more. DESIGN D12. */
export async function sweep(options: RolloutOptions, snapshot: RolloutSnapshot): Promise<RolloutSnapshot> {
  if (!snapshot.pods.known) return snapshot;
  const before = snapshot.pods.value;
  const readings = await readAll(options, before);
  const pods = await readPods(options.api, options.plan);
  const { clock } = options;
  const look = { ...snapshot, now: clock.now(), monotonic: clock.monotonic(), pods };
  if (!pods.known) return look;
  return { ...look, census: { readings, changed: changedPods(before, pods.value) } };
}

async function readAll(
  options: RolloutOptions,
  pods: readonly FleetPod[],
): Promise<ReadonlyMap<string, StateReading>> {
  const readings = new Map<string, StateReading>();
  const queue = [...pods];
  const worker = async () => {
    for (let pod = queue.shift(); pod !== undefined; pod = queue.shift())
      readings.set(pod.uid, await readState(options, pod));
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, worker));
  return readings;
}

/** A pod without an address answers nobody. To 0.1 there is one listener for everything. facts/celld.md 1. */
async function readState({ states }: RolloutOptions, { ip, version }: FleetPod): Promise<StateReading> {
  if (ip === '') return { kind: 'unreadable', reason: 'unreachable' };
  const isOld = version !== undefined && !isAtLeast(version, '0.2.0');
  return await states.read({ ip, port: isOld ? PORTS.public.port : PORTS.internal.port });
}

/** Pods that are new, gone or not the same in the second list: whoever answered may have been another one. Y33. */
function changedPods(before: readonly FleetPod[], after: readonly FleetPod[]): readonly string[] {
  const names = new Set([...before, ...after].map(({ name }) => name));
  const keyOf = (pods: readonly FleetPod[], name: string) => {
    const pod = pods.find((candidate) => candidate.name === name);
    return pod && `${pod.uid} ${pod.ip} ${pod.container.id} ${pod.isReady} ${pod.container.isRunning}`;
  };
  return [...names].filter((name) => keyOf(before, name) !== keyOf(after, name));
}
