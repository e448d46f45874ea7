import { changedPods } from '../fleet/rollout/changed-pods.ts';
import type { FleetPod } from '../fleet/rollout/pod.ts';
import type { RolloutSnapshot } from '../fleet/rollout/snapshot.ts';
import { stateAddress } from '../fleet/rollout/state-address.ts';
import type { StateReading } from '../fleet/state-reader.ts';
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

async function readState({ states }: RolloutOptions, pod: FleetPod): Promise<StateReading> {
  const address = stateAddress(pod);
  return address === undefined ? { kind: 'unreadable', reason: 'unreachable' } : await states.read(address);
}
