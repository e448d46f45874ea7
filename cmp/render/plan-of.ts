import {
  isJsonArray,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  isJsonObject,
} from '../../documents/json.ts';
import type { Problem } from '../../documents/problem.ts';
import type { Sha256Hex } from '../../fleet/hash.ts';
import { buildFleetPlan, fleetPlanBytes, PLAN_LIMIT_BYTES, type FleetPlan } from '../../fleet/plan.ts';
import type { FleetSize } from '../../fleet/fleet-size.ts';
import type { WantedDeadlines } from '../../fleet/deadlines.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import type { AppContext } from '../views/app-context.ts';

export type Planned =
  { readonly ok: true; readonly plan: FleetPlan } | { readonly ok: false; readonly problem: Problem };

/** The plan of one fleet, from its file and the StatefulSet that is rendered from it (DESIGN 3). */
export function planOf(context: AppContext, statefulSet: JsonObject, sha256Hex: Sha256Hex): Planned {
  const { spec, metadata } = context.app;
  const plan = buildFleetPlan(
    {
      app: metadata.name,
      namespace: context.namespace,
      bucket: spec.bucket,
      image: spec.celld.image,
      version: context.version,
      namedMinors: context.platform.knownMinors,
      expectedApp: { version: context.appVersion, source: spec.appVersion === 'auto' ? 'follow' : 'pinned' },
      deploymentPolicy: spec.deploymentPolicy,
      updateStrategy: spec.celld.updateStrategy,
      durability: spec.durability,
      size: fleetSize(context),
      deadlines: wantedDeadlines(context.platform.rollout),
      podManagementPolicy: spec.podManagementPolicy,
      paused: spec.paused,
      ...acknowledgements(context),
      ...allowedMutations(context.platform),
      podTemplate: asObject(member(statefulSet, 'template')),
      volumeClaimTemplates: asArray(member(statefulSet, 'volumeClaimTemplates')),
    },
    sha256Hex,
  );
  const bytes = fleetPlanBytes(plan);
  return bytes <= PLAN_LIMIT_BYTES
    ? { ok: true, plan }
    : { ok: false, problem: tooLarge(metadata.name, bytes) };
}

function wantedDeadlines(rollout: ResolvedPlatform['rollout']): WantedDeadlines {
  return {
    settle: rollout.settleSeconds,
    step: rollout.stepDeadlineSeconds,
    overall: rollout.jobDeadlineSeconds,
  };
}

/** Left out where nothing is allowed, as it is by default. */
function allowedMutations({ allowedMutations }: ResolvedPlatform): Pick<FleetPlan, 'allowedMutations'> {
  const isEmpty = Object.values(allowedMutations).every(({ length }) => length === 0);
  return isEmpty ? {} : { allowedMutations };
}

function fleetSize({ app: { spec } }: AppContext): FleetSize {
  const { enabled, minReplicas, maxReplicas } = spec.autoscaling;
  return enabled
    ? { mode: 'autoscaled', minReplicas, maxReplicas }
    : { mode: 'fixed', replicas: spec.replicas };
}

type Acknowledgements = Pick<
  FleetPlan,
  'restartToken' | 'acknowledgeStop' | 'acknowledgeDowngrade' | 'dataWrittenBy'
>;

function acknowledgements({ app: { spec } }: AppContext): Acknowledgements {
  const { acknowledgeDowngrade, dataWrittenBy } = spec.celld;
  return {
    ...(spec.restartToken !== undefined && { restartToken: spec.restartToken }),
    ...(spec.acknowledgeStop !== undefined && { acknowledgeStop: spec.acknowledgeStop }),
    ...(acknowledgeDowngrade !== undefined && { acknowledgeDowngrade }),
    ...(dataWrittenBy !== undefined && { dataWrittenBy }),
  };
}

function tooLarge(app: string, bytes: number): Problem {
  return {
    code: 'PLAN_TOO_LARGE',
    path: 'spec',
    message: `Cannot render WorkerApp "${app}": its plan must be at most ${PLAN_LIMIT_BYTES} bytes: it has ${bytes}`,
    hint: 'shorten spec.podTemplate or spec.scheduling: the hooks receive the whole pod template',
  };
}

function member(statefulSet: JsonObject, name: string): JsonValue | undefined {
  const spec = statefulSet['spec'];
  return isJsonObject(spec) ? spec[name] : undefined;
}

function asObject(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('Cannot plan a fleet: its StatefulSet has no pod template');
  return value;
}

function asArray(value: JsonValue | undefined): JsonArray {
  return isJsonArray(value) ? value : [];
}
