import { bucketIdentity } from '../../../fleet/bucket.ts';
import { isWithin } from '../../../fleet/bucket-overlap.ts';
import { bucketProblems } from '../../../fleet/bucket-problems.ts';
import { textAt } from '../../../fleet/object-fields.ts';
import { stackMode } from '../../../fleet/stack/stack-names.ts';
import { allows, ANY } from '../../platform/tenant.ts';
import type { Finding } from '../../finding.ts';
import { tenantFinding } from '../../rules/tenant-finding.ts';
import { chartSource } from '../chart-source.ts';
import { releaseCluster } from '../provider-refs.ts';
import { effectiveBucket } from '../stack-values.ts';
import { isWritten, type StackContext, type StackRule, whereWritten } from '../stack-context.ts';

/** Whether the tenant may have stacks at all, and where its releases may go. Nothing in git chooses the project (T25). */
const checkReach: StackRule = (context) => {
  const { tenant, stack } = context;
  const { stacks } = tenant;
  if (stacks === undefined)
    return [
      refusal(['kind'], 'a CelldStack', 'the tenant has no stacks; ask the platform team to add its project'),
    ];
  const cluster = releaseCluster(stack);
  const { namespace } = stack.spec;
  return [
    ...(allows(tenant.projects, stacks.project)
      ? []
      : [refusal(['kind'], `project "${stacks.project}"`, 'stacks.project must be one of the tenant’s own')]),
    ...(allows(stacks.clusters, cluster)
      ? []
      : [
          refusal(
            clusterPath(context),
            `cluster "${cluster}"`,
            'ask the platform team to add it to stacks.clusters',
          ),
        ]),
    ...(allows(tenant.namespaces, namespace)
      ? []
      : [
          refusal(
            ['spec', 'namespace'],
            `namespace "${namespace}"`,
            'the release must go to a namespace of the tenant: ask the platform team to add it',
          ),
        ]),
  ];
};

function clusterPath(context: StackContext): readonly string[] {
  if (isWritten(context, 'providerConfigRefs', 'helm', 'name'))
    return ['spec', 'providerConfigRefs', 'helm', 'name'];
  if (isWritten(context, 'helmProviderConfigRef', 'name')) return ['spec', 'helmProviderConfigRef', 'name'];
  return ['spec', 'clusterName'];
}

function refusal(path: readonly string[], asked: string, hint: string): Finding {
  return {
    code: 'TENANT_NOT_ALLOWED',
    path,
    message: `${asked} must be allowed by the tenant in the platform file: it is not`,
    hint,
  };
}

/** Only addresses that Argo CD can use, of a chart that is known, in one version. Rows 2.2 and 6.2.12. */
const checkChart: StackRule = (context) => {
  const { stack, tenant } = context;
  const { chartUrl, chartVersion } = stack.spec;
  const source = chartSource(stack);
  const at = ['spec', chartUrl === '' ? 'chartRepository' : 'chartUrl'];
  const wrong = (path: readonly string[], message: string, hint: string): Finding => ({
    code: 'STACK_CHART',
    path,
    message,
    hint,
  });
  if (source === undefined)
    return [
      wrong(
        at,
        'spec.chartUrl must be <repository>/celld-<version>.tgz, or oci://<repository>/celld:<version>: Argo CD takes no other archive',
        'host the chart in a repository with an index, or write chartRepository and chartVersion',
      ),
    ];
  const isOther = isWritten(context, 'chartVersion') && chartVersion !== source.version;
  const allowed = tenant.stacks?.chartRepositories ?? [];
  return [
    ...(source.chart === 'celld'
      ? []
      : [
          wrong(
            at,
            'spec.chartUrl must be of the chart celld: it is of another',
            'its Jobs know celld’s alone',
          ),
        ]),
    ...(isOther
      ? [
          wrong(
            ['spec', 'chartVersion'],
            `spec.chartVersion must be that of chartUrl, which is ${source.version}: it is another`,
            'delete chartVersion',
          ),
        ]
      : []),
    ...(tenant.stacks === undefined || allowed.includes(source.repository)
      ? []
      : [
          refusal(
            at,
            `chart repository "${source.repository}"`,
            'ask the platform team to add it to stacks.chartRepositories',
          ),
        ]),
  ];
};

/** Azurite keeps everything in one pod, and its key is public. Row 5. */
const checkAzurite: StackRule = ({ stack, tenant }) => {
  if (stackMode(stack) !== 'azurite' || tenant.stacks?.development !== false) return [];
  return [
    {
      code: 'STACK_AZURITE',
      path: ['spec', 'azurite', 'enabled'],
      message: 'spec.azurite.enabled must be false: this tenant’s stacks are not for development',
      hint: 'name a bucket, or set aws.enabled; the platform file says which tenant is for development (stacks.development)',
    },
  ];
};

const checkBucket: StackRule = (context) => {
  const { tenant, effective, stack } = context;
  const name = effectiveBucket(effective);
  if (name === undefined || stackMode(stack) === 'azurite') return [];
  const endpoint = textAt(effective, 'celld', 'endpoint') ?? '';
  if (bucketProblems({ name }).some(({ field }) => field === 'name')) return [];
  const spec = { name, ...(endpoint !== '' && { endpoint }) };
  const fits = (prefix: string): boolean =>
    prefix === ANY || isWithin(bucketIdentity(spec), bucketIdentity({ ...spec, name: prefix }));
  const field = stackMode(stack) === 'aws' ? ['aws', 'bucketName'] : ['bucket'];
  const path = whereWritten(context, ['celld', 'bucket'], field);
  const endpointPath = whereWritten(context, ['celld', 'endpoint'], ['endpoint']);
  return [
    ...(tenant.bucketPrefixes.some(fits)
      ? []
      : [tenantFinding(tenant, { list: 'bucketPrefixes', path, asked: `bucket "${name}"` })]),
    ...(endpoint === '' || allows(tenant.bucketEndpoints, endpoint)
      ? []
      : [tenantFinding(tenant, { list: 'bucketEndpoints', path: endpointPath, asked: 'the endpoint' })]),
  ];
};

export const STACK_TENANT_RULES: readonly StackRule[] = [checkReach, checkChart, checkAzurite, checkBucket];
