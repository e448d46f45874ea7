import type { JsonArray, JsonObject } from '../../documents/json.ts';
import { bucketIdentity } from '../../fleet/bucket.ts';
import { defaultDurability } from '../../fleet/celld-versions.ts';
import type { Sha256Hex } from '../../fleet/hash.ts';
import { ANNOTATIONS, chartSelector, LABELS } from '../../fleet/labels.ts';
import { fieldAt, objectAt, objectsAt, textAt } from '../../fleet/object-fields.ts';
import { buildFleetPlan, type FleetPlan } from '../../fleet/plan.ts';
import { stackNames } from '../../fleet/stack/stack-names.ts';
import { parseCelldImage } from '../../fleet/version.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';
import { chartSource } from './chart-source.ts';
import { chartValues, effectiveBucket, effectiveImage, effectiveValues } from './stack-values.ts';

interface Planning {
  readonly stack: ResolvedCelldStack;
  readonly platform: ResolvedPlatform;
  readonly sha256Hex: Sha256Hex;
}

/** The plan of a stack's fleet, from the values that its chart gets; undefined for one without a bucket, which holds nothing. */
export function stackPlan({ stack, platform, sha256Hex }: Planning): FleetPlan | undefined {
  const effective = effectiveValues(chartValues(stack, sha256Hex));
  const bucket = bucketSpec(effective);
  if (bucket === undefined) return undefined;
  const image = effectiveImage(effective);
  const { version } = parseCelldImage(image);
  if (version === undefined) throw new Error('Cannot plan a stack without a version: the rules refuse it');
  const { fleet, release } = stackNames(stack);
  const chartVersion = chartSource(stack)?.version ?? '';
  const replicas = effective['replicaCount'];
  const { rollout } = platform;
  return buildFleetPlan(
    {
      app: fleet,
      namespace: stack.spec.namespace,
      chart: { release, version: chartVersion },
      bucket,
      image,
      version,
      namedMinors: platform.knownMinors,
      expectedApp: { version: '', source: 'any' },
      deploymentPolicy: 'Restart',
      durability: durabilityOf(effective) ?? defaultDurability(version),
      size: { mode: 'fixed', replicas: typeof replicas === 'number' ? replicas : 1 },
      deadlines: {
        settle: rollout.settleSeconds,
        step: rollout.stepDeadlineSeconds,
        overall: rollout.jobDeadlineSeconds,
      },
      // What the chart leaves to the API server.
      podManagementPolicy: 'OrderedReady',
      ...levers(stack),
      podTemplate: knownTemplate(effective, { fleet, release, image }),
      volumeClaimTemplates: knownClaims(effective, fleet, chartVersion),
    },
    sha256Hex,
  );
}

function bucketSpec(
  effective: JsonObject,
): { readonly name: string; readonly endpoint?: string } | undefined {
  const name = effectiveBucket(effective);
  const endpoint = textAt(effective, 'celld', 'endpoint') ?? '';
  const isAzurite = fieldAt(effective, 'azurite', 'enabled') === true;
  if (name === undefined) return undefined;
  return { name, ...(endpoint !== '' && !isAzurite && { endpoint }) };
}

function durabilityOf(effective: JsonObject): 'bucket' | 'fleet' | undefined {
  const entry = objectsAt(effective, 'extraEnv').find(({ name }) => name === 'CELLD_DURABILITY');
  const value = textAt(entry, 'value');
  return value === 'bucket' || value === 'fleet' ? value : undefined;
}

type Levers = Pick<FleetPlan, 'updateStrategy' | 'paused'> &
  Partial<Pick<FleetPlan, 'restartToken' | 'acknowledgeStop' | 'acknowledgeDowngrade' | 'dataWrittenBy'>>;

/** A stack's levers are annotations: upstream's fields have none. */
function levers({ metadata }: ResolvedCelldStack): Levers {
  const { annotations = {} } = metadata;
  const given = (name: keyof Levers, key: string) =>
    annotations[key] === undefined ? {} : { [name]: annotations[key] };
  return {
    updateStrategy: annotations[ANNOTATIONS.updateStrategy] === 'Recreate' ? 'Recreate' : 'Rolling',
    paused: annotations[ANNOTATIONS.pausedStack] === 'true',
    ...given('restartToken', ANNOTATIONS.restartToken),
    ...given('acknowledgeStop', ANNOTATIONS.acknowledgeStop),
    ...given('acknowledgeDowngrade', ANNOTATIONS.acknowledgeDowngrade),
    ...given('dataWrittenBy', ANNOTATIONS.dataWrittenBy),
  };
}

interface Known {
  readonly fleet: string;
  readonly release: string;
  readonly image: string;
}

/**
 * What is known of the chart's pod template: whose it is, which values made it, what decides about an upgrade. The rest is
 * the chart's; a live template with this hash is the one that these values make.
 */
function knownTemplate(effective: JsonObject, { fleet, release, image }: Known): JsonObject {
  const bucket = bucketSpec(effective);
  const annotations = objectAt(effective, 'podAnnotations');
  const grace = effective['terminationGracePeriodSeconds'];
  const ours = Object.entries(annotations).filter(([key]) => key.startsWith('celld-gitops.io/'));
  return {
    metadata: {
      labels: { ...chartSelector(release), [LABELS.workerapp]: fleet },
      annotations: Object.fromEntries(ours),
    },
    spec: {
      ...(typeof grace === 'number' && { terminationGracePeriodSeconds: grace }),
      containers: [
        {
          name: 'celld',
          image,
          env: [
            { name: 'CELLD_BUCKET', value: bucket?.name ?? '' },
            ...(bucket?.endpoint === undefined ? [] : [{ name: 'S3_ENDPOINT', value: bucket.endpoint }]),
          ],
        },
      ],
    },
  };
}

/** The chart's claim, with the labels that it gives it where nothing can be looked up. facts/celld-stack.md 5 and 6.2.11. */
function knownClaims(effective: JsonObject, fleet: string, chartVersion: string): JsonArray {
  const persistence = objectAt(effective, 'persistence');
  const storageClassName = textAt(persistence, 'storageClassName') ?? '';
  if (persistence['enabled'] !== true || (persistence['existingClaim'] ?? '') !== '') return [];
  return [
    {
      metadata: {
        name: 'data',
        labels: {
          'helm.sh/chart': `celld-${chartVersion.replaceAll('+', '_')}`,
          [LABELS.workerapp]: fleet,
        },
      },
      spec: {
        accessModes: persistence['accessModes'] ?? [],
        ...(storageClassName !== '' && { storageClassName }),
        resources: { requests: { storage: persistence['size'] ?? '' } },
      },
    },
  ];
}

/** For a message or a warning: where the bucket of a stack's pods is. */
export function stackBucketKey(stack: ResolvedCelldStack): string | undefined {
  const bucket = bucketSpec(effectiveValues(chartValues(stack, () => '')));
  return bucket && bucketIdentity(bucket).key;
}
