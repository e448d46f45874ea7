import type { ResourceType } from '../fleet/cluster-api.ts';
import { ApiError, type KubeObject } from '../fleet/cluster-api.ts';
import { namesOfFleet } from '../fleet/names.ts';
import { RESOURCES } from '../fleet/resources.ts';
import { parseAutoscaler, parseScaler } from '../fleet/rollout/scaler.ts';
import type { Known, RolloutSnapshot, ScalerView } from '../fleet/rollout/snapshot.ts';
import { readKnown } from './attempt.ts';
import { gatherFleet } from './gather-fleet.ts';
import type { RolloutOptions } from './options.ts';

/** One fresh look at everything that the rollout decides by, but the pods' own state. */
export async function gatherRollout(options: RolloutOptions): Promise<RolloutSnapshot> {
  const { api, clock, plan } = options;
  const [fleet, scaling] = await Promise.all([gatherFleet(api, plan), readScaling(options)]);
  return { now: clock.now(), monotonic: clock.monotonic(), ...fleet, scaling };
}

async function readScaling(options: RolloutOptions): Promise<Known<ScalerView>> {
  const { plan, job } = options;
  const nothing: ScalerView = { isServed: false, scalers: [], autoscalers: [] };
  return await readKnown(
    'list what scales the fleet',
    async () => {
      const [scaled, autoscalers] = await Promise.all([
        listIfServed(options, RESOURCES.scaledObject),
        listIfServed(options, RESOURCES.autoscaler),
      ]);
      const ownName = namesOfFleet(plan).scaledObject;
      return {
        isServed: scaled !== undefined,
        scalers: (scaled ?? [])
          .map((object) => parseScaler(object, plan, job.uid))
          .filter(({ name, targetsSet }) => targetsSet || name === ownName),
        autoscalers: (autoscalers ?? [])
          .map((object) => parseAutoscaler(object, plan))
          .filter((autoscaler) => autoscaler !== undefined),
      };
    },
    nothing,
  );
}

/** Undefined where the cluster does not serve the kind: 404 of a list. */
async function listIfServed(
  { api, plan }: RolloutOptions,
  type: ResourceType,
): Promise<readonly KubeObject[] | undefined> {
  try {
    return (await api.list(type, plan.namespace)).items;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
