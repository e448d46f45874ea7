import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readDeploymentManifest, unsupportedFeatures } from '../../fleet/deployment-manifest.ts';
import { readDeploymentPointer } from '../../fleet/deployment-pointer.ts';
import { versionOf } from '../../fleet/version.ts';

const VERSION = '3f2a9c0d1e4b5a67';
const GOOD = {
  script_name: 'chat',
  version: VERSION,
  prefix: `deploy/chat/${VERSION}`,
  rollout: { percent: 100 },
};

suite('readDeploymentPointer() reads what celld loads', () => {
  const good: readonly (readonly [string, object])[] = [
    ['a pointer as celld deploy writes it', GOOD],
    ['one without a script name, as older celld wrote it', { ...GOOD, script_name: undefined }],
    ['one whose script name is null', { ...GOOD, script_name: null }],
    ['one that a later celld has added to', { ...GOOD, later: true }],
  ];
  for (const [name, value] of good) {
    test(name, () => {
      assert.deepEqual(readDeploymentPointer(JSON.stringify(value, null, 2)), {
        ok: true,
        pointer: { version: VERSION, prefix: GOOD.prefix, script: 'chat' },
      });
    });
  }

  const bad: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['half a pointer', JSON.stringify(GOOD).slice(0, 60)],
    ['a page of a proxy', '<html>it works</html>'],
    ['a list', JSON.stringify([GOOD])],
    ['no version', JSON.stringify({ ...GOOD, version: undefined })],
    ['a number as version', JSON.stringify({ ...GOOD, version: 1234567890123456 })],
    ['a version with a line end', JSON.stringify({ ...GOOD, version: `${VERSION}\n` })],
    ['no prefix', JSON.stringify({ ...GOOD, prefix: undefined })],
    ['the prefix of another version', JSON.stringify({ ...GOOD, prefix: 'deploy/chat/0000000000000000' })],
    ['a prefix that climbs', JSON.stringify({ ...GOOD, script_name: '..', prefix: `deploy/../${VERSION}` })],
    ['a prefix outside of deploy', JSON.stringify({ ...GOOD, prefix: `other/chat/${VERSION}` })],
    ['the name of another script', JSON.stringify({ ...GOOD, script_name: 'shop' })],
    ['no rollout', JSON.stringify({ ...GOOD, rollout: undefined })],
    ['a percentage that is no byte', JSON.stringify({ ...GOOD, rollout: { percent: 256 } })],
    ['a percentage with a fraction', JSON.stringify({ ...GOOD, rollout: { percent: 99.5 } })],
  ];
  for (const [name, text] of bad) {
    test(`and refuses ${name}, quoting nothing of it`, () => {
      const reading = readDeploymentPointer(text);
      assert.equal(reading.ok, false);
      assert.doesNotMatch(reading.problem, /3f2a|shop|html/);
    });
  }
});

suite('unsupportedFeatures() holds a deployment back', () => {
  const pointer = { version: VERSION, prefix: GOOD.prefix, script: 'chat' };
  const manifest = (features: unknown): string =>
    JSON.stringify({ schema_version: 2, version: VERSION, required_features: features });

  test('where the fleet’s celld lacks a feature, and only then', () => {
    const reading = readDeploymentManifest(manifest(['assets-v1', 'python-workers-v1']), pointer);
    assert.ok(reading);
    assert.deepEqual(unsupportedFeatures(reading, versionOf('0.6.0')), ['python-workers-v1']);
    assert.deepEqual(unsupportedFeatures(reading, versionOf('0.6.1')), []);
  });

  test('where a feature is known to no table', () => {
    const reading = readDeploymentManifest(manifest(['time-travel-v1']), pointer);
    assert.ok(reading);
    assert.deepEqual(unsupportedFeatures(reading, versionOf('0.6.2')), ['time-travel-v1']);
  });

  for (const [name, text] of [
    ['another version', JSON.stringify({ version: '0000000000000000' })],
    ['features that are no list', manifest('assets-v1')],
    ['a feature that is no text', manifest([1])],
    ['no JSON', '<html>'],
  ] as const) {
    test(`readDeploymentManifest() refuses a manifest with ${name}`, () => {
      assert.equal(readDeploymentManifest(text, pointer), undefined);
    });
  }
});
