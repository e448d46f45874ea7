import type { ClusterApi, ObjectRef, ResourceType } from '../fleet/cluster-api.ts';
import { podSelectorText } from '../fleet/labels.ts';
import { namesOfFleet } from '../fleet/names.ts';
import type { FleetPlan } from '../fleet/plan.ts';
import { RESOURCES } from '../fleet/resources.ts';
import { type FleetLease, parseLease } from '../fleet/rollout/lease.ts';
import { type FleetPod, parsePod } from '../fleet/rollout/pod.ts';
import type { Known } from '../fleet/rollout/snapshot.ts';
import { type FleetSet, parseSet } from '../fleet/rollout/stateful-set.ts';
import { readKnown } from './attempt.ts';
import { MANAGERS } from './options.ts';

export interface FleetReads {
  readonly set: Known<FleetSet | undefined>;
  readonly pods: Known<readonly FleetPod[]>;
  readonly lease: Known<FleetLease | undefined>;
}

export function refTo({ namespace }: FleetPlan, type: ResourceType, name: string): ObjectRef {
  return { type, namespace, name };
}

/** What both Jobs read of a fleet, all at the same time. */
export async function gatherFleet(api: ClusterApi, plan: FleetPlan): Promise<FleetReads> {
  const [set, pods, lease] = await Promise.all([
    readSet(api, plan),
    readPods(api, plan),
    readLease(api, plan),
  ]);
  return { set, pods, lease };
}

async function readSet(api: ClusterApi, plan: FleetPlan): Promise<Known<FleetSet | undefined>> {
  const { statefulSet } = namesOfFleet(plan);
  return await readKnown<FleetSet | undefined>(
    `read StatefulSet ${statefulSet}`,
    async () => parseSet(await api.get(refTo(plan, RESOURCES.statefulSet, statefulSet)), MANAGERS.rollout),
    undefined,
  );
}

/** Every pod with the fleet's label (a chart's: with the chart's), whoever controls it, by ordinal. */
export async function readPods(api: ClusterApi, plan: FleetPlan): Promise<Known<readonly FleetPod[]>> {
  return await readKnown<readonly FleetPod[]>(
    'list the fleet’s pods',
    async () => {
      const { items } = await api.list(RESOURCES.pod, plan.namespace, podSelectorText(plan));
      return items.map(parsePod).toSorted((a, b) => a.ordinal - b.ordinal);
    },
    [],
  );
}

async function readLease(api: ClusterApi, plan: FleetPlan): Promise<Known<FleetLease | undefined>> {
  const { lease } = namesOfFleet(plan);
  return await readKnown<FleetLease | undefined>(
    `read Lease ${lease}`,
    async () => parseLease(await api.get(refTo(plan, RESOURCES.lease, lease))),
    undefined,
  );
}
