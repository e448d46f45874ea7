import { parseNeighbour, type GateSnapshot, type Neighbour } from '../fleet/gate/snapshot.ts';
import { LABELS, podSelectorText } from '../fleet/labels.ts';
import { textAt } from '../fleet/object-fields.ts';
import { RESOURCES } from '../fleet/resources.ts';
import type { Known } from '../fleet/rollout/snapshot.ts';
import { readKnown } from './attempt.ts';
import { gatherFleet } from './gather-fleet.ts';
import type { HookOptions } from './options.ts';

/** One fresh look at everything that the gate judges by. */
export async function gatherGate(options: HookOptions): Promise<GateSnapshot> {
  const { api, plan } = options;
  const [fleet, claims, neighbours] = await Promise.all([
    gatherFleet(api, plan),
    readClaims(options),
    readNeighbours(options),
  ]);
  return { ...fleet, claims, neighbours };
}

async function readClaims({ api, plan }: HookOptions): Promise<Known<readonly string[]>> {
  return await readKnown<readonly string[]>(
    'list the fleet’s volume claims',
    async () => {
      const { items } = await api.list(RESOURCES.volumeClaim, plan.namespace, podSelectorText(plan));
      return items.map((claim) => textAt(claim, 'metadata', 'name') ?? '?');
    },
    [],
  );
}

/** Every labelled StatefulSet and pod of the namespace that is another fleet's. */
async function readNeighbours({ api, plan }: HookOptions): Promise<Known<readonly Neighbour[]>> {
  return await readKnown<readonly Neighbour[]>(
    'list the other fleets of the namespace',
    async () => {
      const [sets, pods] = await Promise.all([
        api.list(RESOURCES.statefulSet, plan.namespace, LABELS.workerapp),
        api.list(RESOURCES.pod, plan.namespace, LABELS.workerapp),
      ]);
      const found = [
        ...sets.items.map((set) => parseNeighbour(set, 'StatefulSet', plan.app)),
        ...pods.items.map((pod) => parseNeighbour(pod, 'Pod', plan.app)),
      ];
      return found.filter((neighbour) => neighbour !== undefined);
    },
    [],
  );
}
