import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chartSource } from '../../../cmp/stack/chart-source.ts';
import { awsRef, releaseCluster } from '../../../cmp/stack/provider-refs.ts';
import { chartValues, computedValues, valuesHash, wantedValues } from '../../../cmp/stack/stack-values.ts';
import { sha256Hex } from '../../../cmp/sha256.ts';
import { fieldAt } from '../../../fleet/object-fields.ts';
import { releaseApplicationName, stackLabels, stackNames } from '../../../fleet/stack/stack-names.ts';
import type { JsonMap } from '../../../schemas/json-schema.ts';
import { stackOf } from './stacks.ts';

/** facts/celld-stack.md 1.1 to 1.3, row by row. */
const ROWS: readonly (readonly [what: string, spec: JsonMap, path: string, expected: unknown])[] = [
  ['a name without celld gets it', {}, 'fullnameOverride', 'cells-celld'],
  ['a release with celld keeps its name', { releaseName: 'my-celld-2' }, 'fullnameOverride', 'my-celld-2'],
  ['the account has the same name', { releaseName: 'shop' }, 'serviceAccount.name', 'shop-celld'],
  ['no bucket is an empty text', {}, 'celld.bucket', ''],
  ['a bucket passes', { bucket: 's3://b/p' }, 'celld.bucket', 's3://b/p'],
  [
    'azurite wins over aws',
    { azurite: { enabled: true, container: 'dev' }, aws: { enabled: true } },
    'celld.bucket',
    'az://dev',
  ],
  [
    'azurite wins: no placeholder of aws',
    { azurite: { enabled: true }, aws: { enabled: true } },
    'bootstrapPlaceholder',
    false,
  ],
  [
    'aws makes a bucket by the stack’s name',
    { aws: { enabled: true } },
    'celld.bucket',
    's3://hops-celld-cells',
  ],
  ['aws with a name of its own', { aws: { enabled: true, bucketName: 'mine' } }, 'celld.bucket', 's3://mine'],
  ['aws asks for the placeholder', { aws: { enabled: true } }, 'bootstrapPlaceholder', true],
  ['the default region', {}, 'celld.region', 'us-east-2'],
  ['aws.region wins over region', { region: 'a', aws: { enabled: true, region: 'b' } }, 'celld.region', 'b'],
  ['region without aws.region', { region: 'a', aws: { enabled: true } }, 'celld.region', 'a'],
  ['an empty region falls back', { region: '' }, 'celld.region', 'us-east-2'],
  ['a Secret passes', { credentials: { existingSecret: 's' } }, 'credentials.existingSecret', 's'],
  ['an explicit false is honoured', { persistence: { enabled: false } }, 'persistence.enabled', false],
  ['azurite has a volume of its own', {}, 'azurite.persistence.size', '2Gi'],
  ['the image has its defaults', { image: { tag: '0.4.1' } }, 'image.repository', 'ghcr.io/denoland/celld'],
];

suite('computedValues()', () => {
  for (const [what, spec, path, expected] of ROWS)
    test(`${path}: ${what}`, () =>
      assert.deepEqual(fieldAt(computedValues(stackOf(spec)), ...path.split('.')), expected));
});

test('A stack’s own objects are named after the stack, and what the release needs after the release', () => {
  const names = stackNames(stackOf({ releaseName: 'shop' }));
  assert.deepEqual(names, {
    release: 'shop',
    fleet: 'shop-celld',
    bucketObject: 'cells-s3',
    publicAccessBlock: 'cells-s3-pab',
    encryption: 'cells-s3-encryption',
    podIdentity: 'cells-celld',
    bucket: 'hops-celld-cells',
  });
});

test('Labels of the stack win over the two that it has by itself', () => {
  const labels = stackLabels(stackOf(), { team: 'a', 'hops.ops.com.ai/managed': 'no' });
  assert.deepEqual(labels, {
    'hops.ops.com.ai/managed': 'no',
    'hops.ops.com.ai/celldstack': 'cells',
    team: 'a',
  });
});

test('Applications of stacks of one name in two namespaces are two, and names run together are not one', () => {
  const names = [
    releaseApplicationName('a', 'cells', sha256Hex),
    releaseApplicationName('b', 'cells', sha256Hex),
    releaseApplicationName('a-b', 'c', sha256Hex),
    releaseApplicationName('a', 'b-c', sha256Hex),
  ];
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^celld-[a-z-]+-[0-9a-f]{8}$/);
});

test('Names and kinds of providers fall back independently', () => {
  const refs = { helm: { name: 'h' }, aws: { kind: 'ClusterProviderConfig' } };
  assert.equal(
    releaseCluster(stackOf({ providerConfigRefs: refs, helmProviderConfigRef: { name: 'old' } })),
    'h',
  );
  assert.equal(releaseCluster(stackOf({ helmProviderConfigRef: { name: 'old' } })), 'old');
  assert.equal(releaseCluster(stackOf()), 'in-cluster');
  assert.deepEqual(awsRef(stackOf({ providerConfigRefs: refs })), {
    name: 'in-cluster',
    kind: 'ClusterProviderConfig',
  });
});

test('An archive’s address is taken apart, an OCI one too, and any other is nobody’s guess', () => {
  const source = (chartUrl: string) => chartSource(stackOf({ chartUrl }));
  assert.deepEqual(source('https://charts.example.com/stable/celld-0.3.1-rc.1.tgz'), {
    repoURL: 'https://charts.example.com/stable',
    repository: 'https://charts.example.com/stable',
    chart: 'celld',
    version: '0.3.1-rc.1',
  });
  assert.deepEqual(source('oci://ghcr.io/charts/celld:0.4.0'), {
    repoURL: 'ghcr.io/charts',
    repository: 'oci://ghcr.io/charts',
    chart: 'celld',
    version: '0.4.0',
  });
  for (const url of [
    'https://x.example.com/celld.tgz',
    'https://x.example.com/celld-0.3.tgz',
    'https://x.example.com/celld-0.3.1.tgz?a=b',
  ])
    assert.equal(source(url), undefined, url);
});

test('The hash of the values changes with what is in a pod, and not with how many pods there are', () => {
  const hash = (spec: JsonMap) => {
    const stack = stackOf({ bucket: 's3://b', ...spec });
    return valuesHash(stack, wantedValues(stack), sha256Hex);
  };
  const before = hash({});
  assert.equal(hash({ replicaCount: 5, values: { service: { port: 80 } } }), before);
  for (const change of [
    { image: { tag: 'v0.3.1' } },
    { values: { resources: { limits: {} } } },
    { chartVersion: '0.4.0' },
  ])
    assert.notEqual(hash(change), before);
});

test('The fleet’s label is on the set and on its pods, over whatever all values say', () => {
  const values = chartValues(stackOf({ overrideAllValues: { podLabels: { team: 'a' } } }), sha256Hex);
  const label = { 'celld-operator.io/workerapp': 'cells-celld' };
  assert.deepEqual(values['commonLabels'], label);
  assert.deepEqual(values['podLabels'], { team: 'a', ...label });
});
