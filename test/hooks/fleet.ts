import { createHash } from 'node:crypto';
import type { JsonObject } from '../../documents/json.ts';
import { supports } from '../../fleet/celld-capabilities.ts';
import { CLOSED_PARTITION } from '../../fleet/bounds.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { FleetSize } from '../../fleet/fleet-size.ts';
import { ANNOTATIONS, fleetLabels, fleetSelector } from '../../fleet/labels.ts';
import { fleetNames } from '../../fleet/names.ts';
import { buildFleetPlan, type FleetPlan, fleetPlanText } from '../../fleet/plan.ts';
import { parseVersion } from '../../fleet/version.ts';
import { hookJob, waved } from '../sim/applications.ts';
import { imageOf, NAMESPACE } from '../sim/objects.ts';

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The deployment that the simulated bucket names from the start. */
export const DEPLOYMENT = '0123456789abcdef';

/** What one commit says about a fleet, as far as the Jobs can tell. */
export interface FleetOptions {
  readonly app?: string;
  readonly version?: string;
  /** A number, or bounds with autoscaling. */
  readonly size?: number | readonly [min: number, max: number];
  readonly strategy?: 'Rolling' | 'Recreate';
  readonly durability?: 'bucket' | 'fleet';
  readonly policy?: 'Parallel' | 'OrderedReady';
  readonly bucket?: string;
  readonly appVersion?: string;
  readonly source?: 'pinned' | 'follow';
  readonly inPlace?: boolean;
  readonly paused?: boolean;
  readonly restartToken?: string;
  readonly acknowledgeStop?: string;
  readonly acknowledgeDowngrade?: string;
  readonly dataWrittenBy?: string;
  readonly claims?: readonly JsonObject[];
  readonly env?: readonly JsonObject[];
}

function podTemplate(options: FleetOptions): JsonObject {
  const {
    app = 'chat',
    version = '0.6.2',
    bucket = 's3://cells/chat',
    durability,
    inPlace,
    restartToken,
  } = options;
  const { appVersion = DEPLOYMENT, env = [] } = options;
  return {
    metadata: {
      labels: { ...fleetLabels(app) },
      annotations: {
        ...(inPlace !== true && { [ANNOTATIONS.appVersion]: appVersion }),
        ...(restartToken !== undefined && { [ANNOTATIONS.restartToken]: restartToken }),
      },
    },
    spec: {
      terminationGracePeriodSeconds: 60,
      containers: [
        {
          name: 'celld',
          image: imageOf(version),
          env: [
            { name: 'CELLD_BUCKET', value: bucket },
            ...(durability === undefined ? [] : [{ name: 'CELLD_DURABILITY', value: durability }]),
            ...env,
          ],
        },
      ],
    },
  };
}

function fleetSize(size: NonNullable<FleetOptions['size']>): FleetSize {
  return typeof size === 'number'
    ? { mode: 'fixed', replicas: size }
    : { mode: 'autoscaled', minReplicas: size[0], maxReplicas: size[1] };
}

/** The plan that cmp would render for it. */
export function planOf(options: FleetOptions = {}): FleetPlan {
  const { app = 'chat', version = '0.6.2', size = 3, bucket = 's3://cells/chat' } = options;
  const parsed = parseVersion(version);
  if (parsed === undefined) throw new Error(`not a version: ${version}`);
  const { restartToken, acknowledgeStop, acknowledgeDowngrade, dataWrittenBy } = options;
  return buildFleetPlan(
    {
      app,
      namespace: NAMESPACE,
      bucket: { name: bucket },
      image: imageOf(version),
      version: parsed,
      namedMinors: [],
      expectedApp: { version: options.appVersion ?? DEPLOYMENT, source: options.source ?? 'pinned' },
      deploymentPolicy: options.inPlace === true ? 'InPlace' : 'Restart',
      updateStrategy: options.strategy ?? 'Rolling',
      durability: options.durability ?? 'bucket',
      size: fleetSize(size),
      podManagementPolicy: options.policy ?? 'Parallel',
      paused: options.paused ?? false,
      ...(restartToken !== undefined && { restartToken }),
      ...(acknowledgeStop !== undefined && { acknowledgeStop }),
      ...(acknowledgeDowngrade !== undefined && { acknowledgeDowngrade }),
      ...(dataWrittenBy !== undefined && { dataWrittenBy }),
      podTemplate: podTemplate({
        ...options,
        ...(supports(parsed, 'fleet-durability') && { durability: options.durability ?? 'bucket' }),
      }),
      volumeClaimTemplates: [...(options.claims ?? [])],
    },
    sha256Hex,
  );
}

export function renderedSet(plan: FleetPlan): KubeObject {
  const names = fleetNames(plan.app);
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {
      name: names.statefulSet,
      namespace: NAMESPACE,
      labels: { ...fleetLabels(plan.app) },
      annotations: { [ANNOTATIONS.templateHash]: plan.templateHash, [ANNOTATIONS.bucket]: plan.bucket.key },
    },
    spec: {
      serviceName: names.internalService,
      podManagementPolicy: plan.podManagementPolicy,
      revisionHistoryLimit: 10,
      selector: { matchLabels: { ...fleetSelector(plan.app) } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: CLOSED_PARTITION } },
      ...(plan.volumeClaimTemplates.length > 0 && { volumeClaimTemplates: plan.volumeClaimTemplates }),
      template: plan.podTemplate,
    },
  };
}

/** The variable in which a Job's container gets its plan. */
export const PLAN_VARIABLE = 'FLEET_PLAN';

function job(plan: FleetPlan, kind: 'gate' | 'rollout'): KubeObject {
  const names = fleetNames(plan.app);
  const base = kind === 'gate' ? hookJob(names.gateJob, 'PreSync', 0) : hookJob(names.rolloutJob, 'Sync', 1);
  const env = [{ name: PLAN_VARIABLE, value: fleetPlanText(plan) }];
  const container = { name: kind, image: 'celld-gitops', env };
  const account = kind === 'gate' ? names.gateJob : names.rolloutJob;
  const spec = { restartPolicy: 'Never', serviceAccountName: account, containers: [container] };
  const podFailurePolicy = {
    rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [10, 11, 12, 13, 64] } }],
  };
  return {
    ...base,
    spec: { backoffLimit: 3, podFailurePolicy, template: { metadata: { labels: {} }, spec } },
  };
}

function scaledObject(plan: FleetPlan): KubeObject | undefined {
  if (plan.size.mode === 'fixed') return undefined;
  const names = fleetNames(plan.app);
  return {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name: names.scaledObject, namespace: NAMESPACE, labels: { ...fleetLabels(plan.app) } },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: names.statefulSet },
      minReplicaCount: plan.size.minReplicas,
      maxReplicaCount: plan.size.maxReplicas,
      pollingInterval: 30,
    },
  };
}

function workerApp(plan: FleetPlan): KubeObject {
  return {
    apiVersion: 'celld-operator.io/v1alpha1',
    kind: 'WorkerApp',
    metadata: {
      name: plan.app,
      namespace: NAMESPACE,
      annotations: { [ANNOTATIONS.planHash]: plan.planHash },
    },
    spec: {},
  };
}

/** Everything that cmp renders for one fleet, as far as the order of things is concerned (DESIGN D3). */
export function manifestsOf(plan: FleetPlan): readonly KubeObject[] {
  const scaled = scaledObject(plan);
  return [
    job(plan, 'gate'),
    waved(renderedSet(plan), 1),
    job(plan, 'rollout'),
    ...(scaled === undefined ? [] : [waved(scaled, 10)]),
    waved(workerApp(plan), 10),
  ];
}
