import { bucketProblems } from '../../fleet/bucket-problems.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import { isClusterScoped } from '../passthrough/cluster-scoped-kinds.ts';
import type { Finding } from '../finding.ts';
import { ANY } from './tenant.ts';
import type { PassThroughSetting, Tenant } from './tenant.ts';
import { isLocalHost, originOf } from './url.ts';

type At = Finding['path'];

/** Members of lists that would match more than they seem to. */
export function checkPlatformLists(platform: ResolvedPlatform): readonly Finding[] {
  const { allowedMutations, passThrough, tenants } = platform;
  return [
    ...checkPrefixes(allowedMutations.imagePrefixes, ['allowedMutations', 'imagePrefixes']),
    ...checkKinds(passThrough, ['passThrough']),
    ...checkAll(platform),
    ...tenants.flatMap((tenant, index) => checkTenant(tenant, ['tenants', index])),
  ];
}

function checkTenant(tenant: Tenant, at: At): readonly Finding[] {
  return [
    ...checkPrefixes(tenant.imagePrefixes, [...at, 'imagePrefixes']),
    ...checkBucketPrefixes(tenant.bucketPrefixes, [...at, 'bucketPrefixes']),
    ...checkEndpoints(tenant.bucketEndpoints, [...at, 'bucketEndpoints']),
    ...checkCollectors(tenant.otlpEndpoints, [...at, 'otlpEndpoints']),
    ...(tenant.passThrough === undefined ? [] : checkKinds(tenant.passThrough, [...at, 'passThrough'])),
  ];
}

/** A prefix that ends inside a name matches another name: `ghcr.io/x/celld` matches `ghcr.io/x/celld-evil` (T8). */
function checkPrefixes(prefixes: readonly string[], at: At): readonly Finding[] {
  return bad(prefixes, at, (prefix) => /[:/@]$/.test(prefix)).map((path) => ({
    code: 'PLATFORM_IMAGE_PREFIX',
    path,
    message: 'an image prefix must end in ":", "/" or "@"',
    hint: 'write the whole repository and the sign that follows it, such as ghcr.io/denoland/celld:',
  }));
}

/** Whole segments only: what a store makes of `.`, `..` and empty ones is not ours to guess (T8). */
function checkBucketPrefixes(prefixes: readonly string[], at: At): readonly Finding[] {
  return bad(prefixes, at, hasPlainSegments).map((path) => ({
    code: 'PLATFORM_BUCKET_PREFIX',
    path,
    message: 'a bucket prefix must consist of whole segments: none empty, "." or ".."',
    hint: 'write it without a trailing slash, such as s3://cells/team-a',
  }));
}

function hasPlainSegments(prefix: string): boolean {
  return prefix === ANY || !bucketProblems({ name: prefix }).some(({ field }) => field === 'name');
}

function checkEndpoints(endpoints: readonly string[], at: At): readonly Finding[] {
  const fits = (endpoint: string): boolean => originOf(endpoint) !== undefined && !isLocalHost(endpoint);
  return bad(endpoints, at, fits).map((path) => ({
    code: 'PLATFORM_URL',
    path,
    message:
      'a bucket endpoint must be the https URL of a store: not of the node, a link-local address or a metadata service',
    hint: 'write it as WorkerApps write it, such as https://account.r2.cloudflarestorage.com',
  }));
}

function checkCollectors(collectors: readonly string[], at: At): readonly Finding[] {
  return bad(collectors, at, (entry) => entry === ANY || originOf(entry) !== undefined).map((path) => ({
    code: 'PLATFORM_URL',
    path,
    message: 'an OTLP endpoint must be scheme, host and port',
    hint: 'write it as http://collector.monitoring.svc:4318',
  }));
}

function checkKinds({ all, kinds }: PassThroughSetting, at: At): readonly Finding[] {
  if (all) return [];
  return kinds.flatMap((kind, index): readonly Finding[] =>
    isClusterScoped(kind)
      ? [
          {
            code: 'PLATFORM_CLUSTER_KIND',
            path: [...at, 'kinds', index],
            message: `kind "${kind.kind}" must not be listed: its objects belong to no namespace`,
            hint: 'delete it; only all: true, for an installation with one tenant, lets such kinds through',
          },
        ]
      : [],
  );
}

/** Whoever may pass on every kind may pass on a role for the whole cluster, and so is every tenant at once. */
function checkAll({ passThrough, tenants }: ResolvedPlatform): readonly Finding[] {
  if (tenants.length === 1) return [];
  const places = [
    { setting: passThrough as PassThroughSetting | undefined, path: ['passThrough', 'all'] as At },
    ...tenants.map((tenant, index) => ({
      setting: tenant.passThrough,
      path: ['tenants', index, 'passThrough', 'all'] as At,
    })),
  ];
  return places
    .filter(({ setting }) => setting?.all === true)
    .map(({ path }) => ({
      code: 'PLATFORM_ALL_KINDS',
      path,
      message: 'all: true needs a file with one tenant: there are more',
      hint: 'list the kinds that may pass through under kinds',
    }));
}

function bad(list: readonly string[], at: At, fits: (member: string) => boolean): readonly At[] {
  return list.flatMap((member, index) => (fits(member) ? [] : [[...at, index]]));
}
