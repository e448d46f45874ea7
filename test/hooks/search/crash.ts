import { endProcess } from '../../../sim/kubelet/mishaps.ts';
import type { World } from '../../../sim/world.ts';

/** The process of a pod ends with 1, in this very moment. */
export function crashNow(world: World, name: string): void {
  endProcess(world, name, 1);
  for (const { key, event } of world.pending())
    if (event.kind === 'pod.crash' && event.name === name) world.fireNow(key);
}
