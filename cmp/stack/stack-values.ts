import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { LONGEST_START_SECONDS, TERMINATION_GRACE_SECONDS } from '../../fleet/bounds.ts';
import { shortHash, type Sha256Hex } from '../../fleet/hash.ts';
import { ANNOTATIONS, LABELS } from '../../fleet/labels.ts';
import { objectAt, textAt } from '../../fleet/object-fields.ts';
import { stackMode, stackNames } from '../../fleet/stack/stack-names.ts';
import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';
import { chartSource } from './chart-source.ts';
import { mergeValues } from './merge-values.ts';

/** What upstream computes from the fields, key by key, empty ones too. facts/celld-stack.md 1.2 and 1.3. */
export function computedValues(stack: ResolvedCelldStack): JsonObject {
  const { spec } = stack;
  const { fleet } = stackNames(stack);
  return {
    fullnameOverride: fleet,
    replicaCount: spec.replicaCount,
    image: { ...spec.image },
    celld: {
      bucket: bucketOf(stack),
      endpoint: spec.endpoint,
      region: awsRegion(stack),
    },
    credentials: { existingSecret: spec.credentials.existingSecret },
    serviceAccount: { create: true, name: fleet },
    persistence: { ...spec.persistence },
    azurite: {
      enabled: spec.azurite.enabled,
      container: spec.azurite.container,
      persistence: { ...spec.azurite.persistence },
    },
    bootstrapPlaceholder: stackMode(stack) === 'aws',
  };
}

/** `aws.region`, then `region`, also without aws.enabled. Row 1.3. */
export function awsRegion({ spec }: ResolvedCelldStack): string {
  const region = spec.aws.region ?? spec.region;
  return region === '' ? 'us-east-2' : region;
}

function bucketOf(stack: ResolvedCelldStack): string {
  switch (stackMode(stack)) {
    case 'azurite':
      return `az://${stack.spec.azurite.container}`;
    case 'aws':
      return `s3://${stackNames(stack).bucket}`;
    case 'plain':
      return stack.spec.bucket;
  }
}

const LIVENESS_PERIOD_SECONDS = 20;

/**
 * What the chart would break a fleet with, mended as far as its values go (rows 5 and 7): a grace below celld's stop bound;
 * liveness by HTTP on a path that answers 503 for a whole start or drain, which the values cannot make TCP, but patient;
 * and a placeholder that every start of a pod deploys over the real application.
 */
export const MENDED_VALUES: JsonObject = {
  terminationGracePeriodSeconds: TERMINATION_GRACE_SECONDS,
  probes: {
    liveness: {
      periodSeconds: LIVENESS_PERIOD_SECONDS,
      failureThreshold: Math.ceil(LONGEST_START_SECONDS / LIVENESS_PERIOD_SECONDS),
    },
  },
  bootstrapPlaceholder: false,
  azurite: { bootstrapPlaceholder: false },
};

/** The values that the stack asks for, before the guard's marks are put on them. */
export function wantedValues(stack: ResolvedCelldStack): JsonObject {
  const override = asValues(stack.spec.overrideAllValues);
  if (Object.keys(override).length > 0) return override;
  const mended = mergeValues(computedValues(stack), MENDED_VALUES);
  return mergeValues(mended, asValues(stack.spec.values));
}

/** The file's own map: JSON by the reader of documents, which the generated type cannot say. */
function asValues(values: Readonly<Record<string, unknown>>): JsonObject {
  return values as JsonObject;
}

/** Values that change no pod: another number of them, or another Service, is no reason to replace one. */
const OUTSIDE_PODS: readonly string[] = ['replicaCount', 'service', 'internalService', 'commonLabels'];

/** Hash of everything that a pod template of the chart is made from; what the gate approves, since the chart writes none. */
export function valuesHash(stack: ResolvedCelldStack, values: JsonObject, sha256Hex: Sha256Hex): string {
  const inside = Object.entries(values).filter(([key]) => !OUTSIDE_PODS.includes(key));
  return shortHash(
    { chart: chartSource(stack)?.version ?? '', values: Object.fromEntries(inside) },
    sha256Hex,
  );
}

/**
 * The values as the chart gets them. The fleet's label goes to the StatefulSet by `commonLabels` and to its pods by
 * `podLabels`, since the chart gives pods no common label; the hash tells one pod template from the next (DESIGN 8).
 */
export function chartValues(stack: ResolvedCelldStack, sha256Hex: Sha256Hex): JsonObject {
  const wanted = wantedValues(stack);
  const { fleet } = stackNames(stack);
  const restart = stack.metadata.annotations?.[ANNOTATIONS.restartToken];
  return mergeValues(wanted, {
    commonLabels: { [LABELS.workerapp]: fleet },
    podLabels: { [LABELS.workerapp]: fleet },
    podAnnotations: {
      [ANNOTATIONS.valuesHash]: valuesHash(stack, wanted, sha256Hex),
      ...(restart !== undefined && { [ANNOTATIONS.restartToken]: restart }),
    },
  });
}

/** What the chart itself has where a value is not set; only what the plan has to know. Row 5. */
const CHART_DEFAULTS: JsonObject = {
  replicaCount: 1,
  image: { repository: 'ghcr.io/denoland/celld', tag: 'v0.3.0' },
  celld: { bucket: '', endpoint: '', region: 'us-east-2' },
  credentials: { existingSecret: '' },
  azurite: { enabled: false, container: 'celld', bootstrapPlaceholder: true, persistence: { enabled: true } },
  bootstrapPlaceholder: false,
  persistence: {
    enabled: true,
    size: '10Gi',
    storageClassName: '',
    existingClaim: '',
    accessModes: ['ReadWriteOnce'],
  },
  terminationGracePeriodSeconds: 35,
  probes: { liveness: { periodSeconds: 20, failureThreshold: 6 } },
};

/** The values as the chart's templates see them: null takes a default away. */
export function effectiveValues(values: JsonObject): JsonObject {
  return withoutNulls(mergeValues(CHART_DEFAULTS, values));
}

function withoutNulls(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, JsonValue][] =>
      value === null ? [] : [[key, isJsonObject(value) ? withoutNulls(value) : value]],
    ),
  );
}

/** The bucket that the chart's pods use, whatever layer of values says so; undefined for a stack without one. */
export function effectiveBucket(effective: JsonObject): string | undefined {
  const bucket = textAt(effective, 'celld', 'bucket') ?? '';
  if (bucket !== '') return bucket;
  const azurite = objectAt(effective, 'azurite');
  return azurite['enabled'] === true ? `az://${textAt(azurite, 'container') ?? ''}` : undefined;
}

/** The image of the chart's pods. */
export function effectiveImage(effective: JsonObject): string {
  const { repository, tag } = objectAt(effective, 'image');
  const text = (value: JsonValue | undefined): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return `${text(repository)}:${text(tag)}`;
}
