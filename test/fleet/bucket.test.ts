import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketIdentity, type BucketSpec } from '../../fleet/bucket.ts';
import {
  type BucketOverlap,
  bucketOverlap,
  isWithin,
  overlaps,
  sameDomain,
} from '../../fleet/bucket-overlap.ts';
import { bucketProblems } from '../../fleet/bucket-problems.ts';

const R2 = 'https://0123.r2.cloudflarestorage.com';

test('bucketIdentity() takes a name apart', () => {
  assert.deepEqual(bucketIdentity({ name: 's3://cells/teams/chat', endpoint: R2 }), {
    scheme: 's3',
    bucket: 'cells',
    prefix: 'teams/chat',
    endpoint: R2,
    key: 'endpoint:0123.r2.cloudflarestorage.com:443/cells/teams/chat',
  });
  assert.deepEqual(bucketIdentity({ name: 'az://cells', storageAccount: 'acme' }), {
    scheme: 'az',
    bucket: 'cells',
    prefix: '',
    storageAccount: 'acme',
    key: 'azure:acme/cells',
  });
  assert.equal(bucketIdentity({ name: 'gs://cells/a' }).key, 'google/cells/a');
});

const OVERLAPS: readonly [string, BucketSpec, BucketSpec, BucketOverlap][] = [
  ['one prefix', { name: 's3://b/a' }, { name: 's3://b/a' }, 'same'],
  ['one root', { name: 's3://b' }, { name: 's3://b' }, 'same'],
  ['a slash at the end', { name: 's3://b/a/' }, { name: 's3://b/a' }, 'same'],
  ['empty segments, which celld drops', { name: 's3://b//a//c' }, { name: 's3://b/a/c' }, 'same'],
  ['no scheme, which is s3', { name: 'b/a' }, { name: 's3://b/a' }, 'same'],
  [
    'host in capitals and its default port',
    { name: 's3://b', endpoint: R2 },
    { name: 's3://b', endpoint: 'https://0123.R2.cloudflarestorage.com:443/' },
    'same',
  ],
  ['a dot after the host', { name: 's3://b', endpoint: R2 }, { name: 's3://b', endpoint: `${R2}.` }, 'same'],
  [
    'AWS by its endpoint',
    { name: 's3://b/a' },
    { name: 's3://b/a', endpoint: 'https://s3.eu-west-1.amazonaws.com' },
    'same',
  ],
  [
    'Google by its S3 endpoint',
    { name: 'gs://b/a' },
    { name: 's3://b/a', endpoint: 'https://storage.googleapis.com' },
    'same',
  ],
  ['another prefix', { name: 's3://b/a' }, { name: 's3://b/c' }, 'none'],
  ['a longer segment', { name: 's3://b/a' }, { name: 's3://b/ab' }, 'none'],
  ['a longer bucket', { name: 's3://b' }, { name: 's3://bb' }, 'none'],
  ['another store', { name: 's3://b/a' }, { name: 'gs://b/a' }, 'none'],
  ['another endpoint', { name: 's3://b/a', endpoint: R2 }, { name: 's3://b/a' }, 'none'],
  [
    'another port',
    { name: 's3://b', endpoint: 'https://x' },
    { name: 's3://b', endpoint: 'https://x:9000' },
    'none',
  ],
  [
    'a host that only ends like AWS',
    { name: 's3://b' },
    { name: 's3://b', endpoint: 'https://evilamazonaws.com' },
    'none',
  ],
  [
    'another account',
    { name: 'az://b', storageAccount: 'acme' },
    { name: 'az://b', storageAccount: 'acmf' },
    'none',
  ],
  ['a capital letter in the prefix', { name: 's3://b/A' }, { name: 's3://b/a' }, 'none'],
  ['one below the other', { name: 's3://b/a' }, { name: 's3://b/a/c' }, 'nested'],
  ['one at the root', { name: 's3://b' }, { name: 's3://b/a' }, 'nested'],
  ['a folder of celld', { name: 's3://b' }, { name: 's3://b/cells' }, 'inside-celld-folder'],
  ['below a folder of celld', { name: 's3://b/a' }, { name: 's3://b/a/deploy/x' }, 'inside-celld-folder'],
  [
    'a name that only begins like a folder of celld',
    { name: 's3://b' },
    { name: 's3://b/cells-2' },
    'nested',
  ],
];

for (const [what, a, b, expected] of OVERLAPS) {
  test(`bucketOverlap() says ${expected}, both ways, for ${what}`, () => {
    const [x, y] = [bucketIdentity(a), bucketIdentity(b)];
    assert.equal(bucketOverlap(x, y), expected);
    assert.equal(bucketOverlap(y, x), expected);
    assert.equal(sameDomain(x, y), expected === 'same');
    assert.equal(overlaps(x, y), expected !== 'none');
  });
}

test('isWithin() lets a fleet lie at or below a prefix, never above or beside it', () => {
  const allowed = bucketIdentity({ name: 's3://cells/team-a' });
  const within = (name: string) => isWithin(bucketIdentity({ name }), allowed);
  assert.deepEqual(
    [
      's3://cells/team-a',
      's3://cells/team-a/chat',
      's3://cells/team-ab',
      's3://cells',
      'gs://cells/team-a',
    ].map(within),
    [true, true, false, false, false],
  );
});

const PROBLEMS: readonly [BucketSpec, readonly string[]][] = [
  [{ name: 's3://cells' }, []],
  [{ name: 's3://cells/a/b.c_d-e', endpoint: R2 }, []],
  [{ name: 'gs://cells/a' }, []],
  [{ name: 'az://cells', storageAccount: 'acme01' }, []],
  [{ name: 'cells' }, ['name: must be s3://, gs:// or az://, a bucket, and optionally a slash and a prefix']],
  [
    { name: 'S3://cells' },
    ['name: must be s3://, gs:// or az://, a bucket, and optionally a slash and a prefix'],
  ],
  [
    { name: 's3://-cells' },
    ['name: must be s3://, gs:// or az://, a bucket, and optionally a slash and a prefix'],
  ],
  [{ name: 's3://cells/' }, ['name: must have no empty path segment and no slash at its end']],
  [{ name: 's3://cells/a/' }, ['name: must have no empty path segment and no slash at its end']],
  [{ name: 's3://cells/a//b' }, ['name: must have no empty path segment and no slash at its end']],
  [{ name: 's3://cells/a/../b' }, ['name: must have no path segment . or ..']],
  [{ name: 's3://cells/./b' }, ['name: must have no path segment . or ..']],
  [{ name: 's3://cells/a b' }, ['name: must have only letters, digits, -, _, . and / in its prefix']],
  [{ name: 's3://cells/a\n' }, ['name: must have only letters, digits, -, _, . and / in its prefix']],
  [{ name: 'gs://cells', endpoint: R2 }, ['endpoint: must be left out unless the bucket is s3://']],
  [{ name: 's3://cells', endpoint: 'http://minio:9000' }, ['endpoint: must be an https URL']],
  [{ name: 's3://cells', endpoint: 'minio' }, ['endpoint: must be an https URL']],
  [{ name: 's3://cells', endpoint: 'https://u:p@x' }, ['endpoint: must have no user, query or fragment']],
  [{ name: 's3://cells', endpoint: 'https://x/?' }, ['endpoint: must have no user, query or fragment']],
  [{ name: 'az://cells' }, ['storageAccount: must be set for az://']],
  [
    { name: 'az://cells', storageAccount: 'ACME' },
    ['storageAccount: must be 3 to 24 lower-case letters and digits'],
  ],
  [
    { name: 's3://cells', storageAccount: 'acme' },
    ['storageAccount: must be left out unless the bucket is az://'],
  ],
];

for (const [spec, expected] of PROBLEMS) {
  test(`bucketProblems() of ${JSON.stringify(spec)}`, () => {
    assert.deepEqual(
      bucketProblems(spec).map(({ field, reason }) => `${field}: ${reason}`),
      expected,
    );
  });
}
