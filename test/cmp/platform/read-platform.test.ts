import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { readPlatform } from '../../../cmp/platform/read-platform.ts';
import { assertGolden } from '../rules/golden.ts';
import { told } from '../rules/judge.ts';
import type { Told, Tree } from '../rules/judge.ts';

const TENANT = { projects: ['team-a'], namespaces: ['team-a'] };
const OTHER = { projects: ['team-b'], namespaces: ['team-b'] };
const file = (change: Tree, ...tenants: readonly Tree[]): string =>
  stringify(
    {
      apiVersion: 'celld-gitops.io/v1alpha1',
      kind: 'Platform',
      ...change,
      tenants: tenants.length === 0 ? [TENANT] : tenants,
    },
    { version: '1.1', lineWidth: 0 },
  );

test('readPlatform() without a file gives the single-tenant default', () => {
  const { platform, problems } = readPlatform(undefined);
  assert.deepEqual(problems, []);
  const [tenant] = platform?.tenants ?? [];
  assert.deepEqual(tenant?.imagePrefixes, ['ghcr.io/denoland/celld:']);
  assert.deepEqual(tenant.bucketEndpoints, []);
  assert.deepEqual(
    [tenant.iamRoles, tenant.podAnnotations, tenant.tolerations, tenant.otlpEndpoints],
    [[], [], [], []],
  );
  assert.equal(platform?.passThrough.all, false);
});

test('readPlatform() reads its own default as a file', () => {
  const { platform } = readPlatform(undefined);
  const read = readPlatform({ file: 'platform.yaml', text: stringify(platform, { version: '1.1' }) });
  assert.deepEqual(read, { platform, problems: [] });
});

test('readPlatform() fills every default', () => {
  const { platform } = readPlatform({
    file: 'platform.yaml',
    text: file({ ingress: { gateway: { name: 'public' } } }),
  });
  assert.deepEqual(platform?.ingress.gateway, { name: 'public', namespace: 'infra' });
  assert.equal(platform.ingress.mode, 'httproute');
  assert.deepEqual(platform.limits, {
    files: 2000,
    bytes: 20971520,
    documents: 2000,
    apps: 1000,
    deadlineSeconds: 20,
  });
  assert.deepEqual(platform.openParameters, ['recurse', 'include', 'exclude']);
});

test('readPlatform() never falls back to the default', () => {
  for (const text of ['', '# nothing\n', '- a\n', file({ colour: 'red' })]) {
    assert.equal(readPlatform({ file: 'platform.yaml', text }).platform, undefined);
  }
});

const ROWS: readonly (readonly [sentence: string, text: string, codes: readonly string[]])[] = [
  ['refuses an empty file', '# nothing\n', ['PLATFORM_DOCUMENTS']],
  ['refuses two documents', `${file({})}---\n${file({})}`, ['PLATFORM_DOCUMENTS']],
  ['refuses a list', '- a\n', ['PLATFORM_DOCUMENTS']],
  [
    'names the nearest setting of an unknown one',
    file({ ingres: { mode: 'none' } }),
    ['SCHEMA_UNKNOWN_FIELD'],
  ],
  ['refuses a misspelt ingress mode', file({ ingress: { mode: 'gateway' } }), ['SCHEMA_VALUE']],
  [
    'refuses a file without tenants',
    'apiVersion: celld-gitops.io/v1alpha1\nkind: Platform\n',
    ['SCHEMA_REQUIRED'],
  ],
  [
    'refuses mode virtualservice without a gateway',
    file({ ingress: { mode: 'virtualservice' } }),
    ['PLATFORM_NEEDS_SETTING'],
  ],
  [
    'accepts mode virtualservice with a gateway',
    file({ ingress: { mode: 'virtualservice', istioGateways: ['infra/edge'] } }),
    [],
  ],
  [
    'refuses source prometheus without an address',
    file({ autoscaling: { source: 'prometheus' } }),
    ['PLATFORM_NEEDS_SETTING'],
  ],
  [
    'refuses credentials in a URL, without showing them',
    file({ autoscaling: { prometheusAddress: 'http://admin:hunter2@prometheus:9090' } }),
    ['PLATFORM_URL'],
  ],
  [
    'refuses a step deadline below the longest start',
    file({ rollout: { stepDeadlineSeconds: 900 } }),
    ['PLATFORM_BOUND'],
  ],
  [
    'refuses a Job deadline below the step deadline',
    file({ rollout: { jobDeadlineSeconds: 1000 } }),
    ['PLATFORM_BOUND'],
  ],
  ['refuses a minor that is known', file({ knownMinors: ['0.7', '0.6'] }), ['PLATFORM_MINOR']],
  ['refuses a minor below the oldest', file({ knownMinors: ['0.1'] }), ['PLATFORM_MINOR']],
  ['refuses a limit beyond its bounds', file({ limits: { deadlineSeconds: 600 } }), ['SCHEMA_RANGE']],
  [
    'refuses a namespace of two tenants (D16)',
    file({}, TENANT, { ...OTHER, namespaces: ['team-b', 'team-a'] }),
    ['PLATFORM_TENANT_OVERLAP'],
  ],
  [
    'refuses any namespace beside another tenant (D16)',
    file({}, TENANT, { ...OTHER, namespaces: ['*'] }),
    ['PLATFORM_TENANT_OVERLAP'],
  ],
  ['accepts one tenant with any namespace', file({}, { projects: ['*'], namespaces: ['*'] }), []],
  ['accepts one project with two tenants', file({}, TENANT, { ...OTHER, projects: ['team-a'] }), []],
  [
    'refuses a namespace pattern, which would not be compared whole',
    file({}, { ...TENANT, namespaces: ['team-*'] }),
    ['SCHEMA_PATTERN'],
  ],
  [
    'T8: refuses an image prefix that ends in a name',
    file({}, { ...TENANT, imagePrefixes: ['ghcr.io/x/celld'] }),
    ['PLATFORM_IMAGE_PREFIX'],
  ],
  [
    'accepts image prefixes that end in a sign',
    file({}, { ...TENANT, imagePrefixes: ['ghcr.io/x/celld:', 'ghcr.io/x/', 'ghcr.io/x/celld@'] }),
    [],
  ],
  [
    'T8: refuses a bucket prefix with dots',
    file({}, { ...TENANT, bucketPrefixes: ['s3://cells/a/../b'] }),
    ['PLATFORM_BUCKET_PREFIX'],
  ],
  [
    'refuses a bucket prefix that ends in a slash',
    file({}, { ...TENANT, bucketPrefixes: ['s3://cells/'] }),
    ['PLATFORM_BUCKET_PREFIX'],
  ],
  [
    'refuses a malformed host name',
    file({}, { ...TENANT, hostnames: ['*.*.example.com'] }),
    ['SCHEMA_PATTERN'],
  ],
  [
    'E10: refuses a metadata service as endpoint',
    file({}, { ...TENANT, bucketEndpoints: ['https://169.254.169.254'] }),
    ['PLATFORM_URL'],
  ],
  [
    'E10: refuses the node itself as endpoint, in any notation',
    file({}, { ...TENANT, bucketEndpoints: ['https://localhost:9000', 'https://0x7f.1', 'https://[::1]'] }),
    ['PLATFORM_URL', 'PLATFORM_URL', 'PLATFORM_URL'],
  ],
  [
    'refuses the same kind twice',
    file({
      passThrough: {
        kinds: [
          { group: '', kind: 'Secret' },
          { group: '', kind: 'Secret' },
        ],
      },
    }),
    ['SCHEMA_DUPLICATE_ITEM'],
  ],
  [
    'refuses a kind without namespace',
    file({ passThrough: { kinds: [{ group: 'rbac.authorization.k8s.io', kind: 'ClusterRole' }] } }),
    ['PLATFORM_CLUSTER_KIND'],
  ],
  [
    'accepts a kind without namespace beside all',
    file({ passThrough: { all: true, kinds: [{ group: '', kind: 'Namespace' }] } }),
    [],
  ],
  [
    'refuses a kind without namespace of one tenant',
    file({}, { ...TENANT, passThrough: { kinds: [{ group: '', kind: 'Namespace' }] } }),
    ['PLATFORM_CLUSTER_KIND'],
  ],
  [
    'refuses every kind beside several tenants',
    file({ passThrough: { all: true } }, TENANT, { ...OTHER, passThrough: { all: true } }),
    ['PLATFORM_ALL_KINDS', 'PLATFORM_ALL_KINDS'],
  ],
];

const sections: (readonly [string, readonly Told[]])[] = [];
for (const [sentence, text, codes] of ROWS) {
  test(`readPlatform() ${sentence}`, () => {
    const { platform, problems } = readPlatform({ file: 'platform.yaml', text });
    assert.deepEqual(
      problems.map(({ code }) => code),
      codes,
    );
    assert.equal(platform === undefined, codes.length > 0);
    if (problems.length > 0) sections.push([sentence, problems.map((problem) => told(problem, text))]);
  });
}
test('readPlatform() says what the golden file holds', () =>
  assertGolden(new URL('golden/read-platform.txt', import.meta.url), sections));
