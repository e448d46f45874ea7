import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KNOWN_MINORS, KNOWN_VERSIONS, NEWEST_VERSION, versionStanding } from '../../fleet/celld-versions.ts';
import {
  compareVersions,
  formatVersion,
  minorLine,
  parseCelldImage,
  parseVersion,
  versionOf,
} from '../../fleet/version.ts';
import { formatRange, isInRange, rowFor } from '../../fleet/version-table.ts';

const IMAGES: readonly [string, Record<string, string>][] = [
  [
    'ghcr.io/denoland/celld:v0.6.2',
    { repository: 'ghcr.io/denoland/celld', tag: 'v0.6.2', version: '0.6.2', suffix: '' },
  ],
  ['celld:0.3.0', { repository: 'celld', tag: '0.3.0', version: '0.3.0', suffix: '' }],
  [
    'registry:5000/celld:v0.2.1',
    { repository: 'registry:5000/celld', tag: 'v0.2.1', version: '0.2.1', suffix: '' },
  ],
  ['registry:5000/celld', { repository: 'registry:5000/celld' }],
  ['registry:5000/celld:v0.2', { repository: 'registry:5000/celld', tag: 'v0.2' }],
  ['celld:v1', { repository: 'celld', tag: 'v1' }],
  ['celld:latest', { repository: 'celld', tag: 'latest' }],
  ['celld', { repository: 'celld' }],
  ['celld@sha256:abc', { repository: 'celld', digest: 'sha256:abc' }],
  [
    'r:5000/celld:v0.6.1-rc1@sha256:abc',
    { repository: 'r:5000/celld', tag: 'v0.6.1-rc1', version: '0.6.1', suffix: '-rc1', digest: 'sha256:abc' },
  ],
  ['celld:0.6.1.2', { repository: 'celld', tag: '0.6.1.2', version: '0.6.1', suffix: '.2' }],
  ['celld:0.6.1x', { repository: 'celld', tag: '0.6.1x' }],
  ['celld:00.6.1', { repository: 'celld', tag: '00.6.1' }],
  ['celld:0.6.1234567890', { repository: 'celld', tag: '0.6.1234567890' }],
  ['celld:sha-0123456789abcdef', { repository: 'celld', tag: 'sha-0123456789abcdef' }],
  ['', { repository: '' }],
];

for (const [image, expected] of IMAGES) {
  test(`parseCelldImage() takes "${image}" apart`, () => {
    const { version, ...rest } = parseCelldImage(image);
    assert.deepEqual({ ...rest, ...(version && { version: formatVersion(version) }) }, expected);
  });
}

test('parseVersion() takes x.y.z and nothing else', () => {
  assert.deepEqual(parseVersion('0.6.2'), { major: 0, minor: 6, patch: 2 });
  for (const text of ['v0.6.2', '0.6', '0.6.2-rc1', '0.06.2', '0.6.2 ', '0.6.2\n', '']) {
    assert.equal(parseVersion(text), undefined, JSON.stringify(text));
  }
});

test('compareVersions() orders the known versions as the table does, by number and not by text', () => {
  const versions = KNOWN_VERSIONS.map(versionOf);
  assert.deepEqual([...versions].reverse().sort(compareVersions), versions);
  assert.ok(compareVersions(versionOf('0.10.0'), versionOf('0.9.0')) > 0);
  assert.equal(minorLine(versionOf('0.10.3')), '0.10');
});

test('NEWEST_VERSION is the last row of the table, and every minor line from 0.2 on is known', () => {
  assert.equal(NEWEST_VERSION, KNOWN_VERSIONS.at(-1));
  assert.deepEqual(KNOWN_MINORS, ['0.2', '0.3', '0.4', '0.5', '0.6']);
});

test('versionStanding() lets known minor lines run with any patch, and a newer one only when it is named', () => {
  const standing = (text: '0.1.0' | '0.2.0' | '0.6.99' | '0.7.0' | '1.0.0') =>
    versionStanding(versionOf(text), ['0.7']);
  assert.deepEqual(
    [standing('0.1.0'), standing('0.2.0'), standing('0.6.99'), standing('0.7.0'), standing('1.0.0')],
    ['too-old', 'known', 'known', 'named', 'too-new'],
  );
});

test('isInRange() includes where a range begins and leaves out where it ends', () => {
  const range = { since: '0.2.1', before: '0.4.0' } as const;
  assert.deepEqual(
    KNOWN_VERSIONS.filter((text) => isInRange(versionOf(text), range)),
    ['0.2.1', '0.3.0'],
  );
  assert.equal(formatRange(range), '0.2.1 to before 0.4.0');
  assert.deepEqual(
    [formatRange({ since: '0.4.0' }), formatRange({ before: '0.4.0' }), formatRange({})],
    ['0.4.0 and later', 'before 0.4.0', 'every version'],
  );
});

test('rowFor() reports a table that has a gap', () => {
  assert.throws(
    () => rowFor([{ since: '0.4.0', value: 1, source: '' }], versionOf('0.3.0')),
    /the table has a gap/,
  );
});
