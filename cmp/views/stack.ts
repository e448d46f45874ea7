import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { canonicalJson } from '../../fleet/canonical-json.ts';
import { shortHash, type Sha256Hex } from '../../fleet/hash.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import {
  mayDelete,
  releaseApplicationName,
  stackLabels,
  stackMode,
  stackNames,
} from '../../fleet/stack/stack-names.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';
import type { Source } from '../source.ts';
import { SYNC_ANNOTATIONS } from '../sync-annotations.ts';
import { chartSource } from '../stack/chart-source.ts';
import { awsRef, releaseCluster } from '../stack/provider-refs.ts';
import { awsRegion, chartValues } from '../stack/stack-values.ts';

/** Everything that the objects of one stack are made from: checked, with every default filled in. */
export interface StackView {
  readonly stack: ResolvedCelldStack;
  /** Of the stack and of what AWS is asked for; the release has its own. */
  readonly namespace: string;
  readonly platform: ResolvedPlatform;
  readonly project: string;
  readonly source: Source;
  /** The stack as the guard reads it. */
  readonly guard: string;
  readonly sha256Hex: Sha256Hex;
}

function labelsOf({ stack }: StackView): JsonObject {
  return { ...stackLabels(stack, stack.spec.labels) };
}

/**
 * What holds data goes only when a person says so; without the policy Delete nothing goes. DESIGN 8, facts/celld-stack.md
 * 6.1 and 6.2.10.
 */
function deletion(stack: ResolvedCelldStack, holdsData: boolean): JsonObject {
  if (!mayDelete(stack)) return { [SYNC_ANNOTATIONS.options]: 'Delete=false,Prune=false' };
  return holdsData ? { [SYNC_ANNOTATIONS.options]: 'Delete=confirm,Prune=confirm' } : {};
}

/** The Application of the release: the chart with its values, and the guard. Row 6.1. */
export function releaseApplicationView(view: StackView): JsonObject {
  const { stack, namespace, platform, source, sha256Hex } = view;
  const { spec, metadata } = stack;
  const chart = chartSource(stack);
  if (chart === undefined) throw new Error('Cannot render a stack without a chart: the rules refuse it');
  // The store of azurite, and all that is in it, goes with the release.
  const holdsData = stackMode(stack) === 'azurite' && spec.azurite.persistence.enabled;
  return {
    name: releaseApplicationName(namespace, metadata.name, sha256Hex),
    argocdNamespace: platform.stacks.argocdNamespace,
    labels: labelsOf(view),
    annotations: deletion(stack, holdsData),
    finalizers: mayDelete(stack) ? ['resources-finalizer.argocd.argoproj.io'] : [],
    project: view.project,
    cluster: releaseCluster(stack),
    namespace: spec.namespace,
    chart: { repoURL: chart.repoURL, name: chart.chart, version: chart.version },
    release: stackNames(stack).release,
    ...valuesView(chartValues(stack, sha256Hex)),
    source: { ...source },
    guardPlugin: platform.stacks.guardPlugin,
    guard: view.guard,
  };
}

/** Null takes a default of the chart away, and an empty list replaces one: as a map they would be lost on the way (row 6.2.16). */
function valuesView(values: JsonObject): JsonObject {
  return isLossy(values)
    ? { valuesObject: null, valuesText: `${canonicalJson(values)}\n` }
    : { valuesObject: values, valuesText: null };
}

function isLossy(value: JsonValue): boolean {
  if (value === null) return true;
  const members = isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : undefined;
  return members !== undefined && (members.length === 0 || members.some(isLossy));
}

/** What Bucket, access block, encryption and role have in common. */
function awsView(view: StackView, name: string, holdsData = false): JsonObject {
  const { stack, namespace } = view;
  const { managementPolicies } = stack.spec;
  return {
    name,
    namespace,
    labels: labelsOf(view),
    annotations: deletion(stack, holdsData),
    managementPolicies: managementPolicies.length === 0 ? ['*'] : [...managementPolicies],
    region: awsRegion(stack),
    bucket: stackNames(stack).bucket,
    bucketObject: stackNames(stack).bucketObject,
    providerConfigRef: { ...awsRef(stack) },
  };
}

/** Row 2.3: the name of the S3 bucket is the external name, and its tag wins. */
export function bucketView(view: StackView): JsonObject {
  const { stack } = view;
  const { bucket, bucketObject } = stackNames(stack);
  const common = awsView(view, bucketObject, true);
  return {
    ...common,
    annotations: { ...objectOf(common['annotations']), [EXTERNAL_NAME]: bucket },
    forceDestroy: stack.spec.aws.forceDestroy,
    tags: { ...stackLabels(stack, stack.spec.tags), Name: bucket },
  };
}

const EXTERNAL_NAME = 'crossplane.io/external-name';

/** Rows 2.4 and 2.5. */
export function bucketPartView(view: StackView, name: string): JsonObject {
  const common = awsView(view, name);
  const external = { [EXTERNAL_NAME]: stackNames(view.stack).bucket };
  return { ...common, annotations: { ...objectOf(common['annotations']), ...external } };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Row 2.6. Its service account is that of the chart. */
export function podIdentityView(view: StackView): JsonObject {
  const { stack } = view;
  const { spec } = stack;
  const names = stackNames(stack);
  return {
    ...awsView(view, names.podIdentity),
    clusterName: spec.clusterName,
    rolePrefix: spec.aws.rolePrefix === '' ? null : spec.aws.rolePrefix,
    permissionsBoundaryArn: spec.aws.permissionsBoundaryArn === '' ? null : spec.aws.permissionsBoundaryArn,
    serviceAccount: names.fleet,
    releaseNamespace: spec.namespace,
    policy: bucketPolicy(names.bucket),
    tags: { ...stackLabels(stack, spec.tags) },
  };
}

/** The least that celld needs of its bucket. Row 2.6. */
function bucketPolicy(bucket: string): string {
  const statement = (Sid: string, actions: readonly string[], Resource: string): JsonObject => ({
    Sid,
    Effect: 'Allow',
    Action: actions.map((action) => `s3:${action}`),
    Resource,
  });
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      statement(
        'CelldBucket',
        ['ListBucket', 'GetBucketLocation', 'ListBucketMultipartUploads'],
        `arn:aws:s3:::${bucket}`,
      ),
      statement(
        'CelldObjects',
        ['GetObject', 'PutObject', 'DeleteObject', 'AbortMultipartUpload', 'ListMultipartUploadParts'],
        `arn:aws:s3:::${bucket}/*`,
      ),
    ],
  });
}

/** The CelldStack itself: what people read its status from, and what shows every change as drift (DESIGN D5). */
export function celldStackView({ stack, namespace, sha256Hex }: StackView): JsonObject {
  const { metadata, spec } = stack;
  const plain = JSON.parse(JSON.stringify({ ...spec, crossplane: undefined })) as JsonObject;
  return {
    name: metadata.name,
    namespace,
    labels: { ...metadata.labels },
    annotations: {
      ...metadata.annotations,
      [ANNOTATIONS.specHash]: shortHash({ metadata, plain }, sha256Hex),
    },
    spec: plain,
  };
}
