import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MEMORY_CEILING_PERCENT,
  PROBES,
  SHUTDOWN_DRAIN_MS,
  SHUTDOWN_TOTAL_MS,
  TERMINATION_GRACE_SECONDS,
} from '../../../fleet/bounds.ts';
import { type Capability, supports } from '../../../fleet/celld-capabilities.ts';
import { DEPLOYMENT_FEATURES, missingFeatures } from '../../../fleet/celld-deployment-features.ts';
import { reportsDeployment, stateFields } from '../../../fleet/celld-state-fields.ts';
import {
  defaultDurability,
  deploymentAdoption,
  healthPath,
  KNOWN_VERSIONS,
} from '../../../fleet/celld-versions.ts';
import { versionOf, type VersionText } from '../../../fleet/version.ts';

function assertAtMost(value: number, bound: number): void {
  assert.ok(value <= bound, `${value} is above ${bound}`);
}

function eachVersion<T>(read: (version: ReturnType<typeof versionOf>) => T): readonly T[] {
  return KNOWN_VERSIONS.map((text) => read(versionOf(text)));
}

test('readiness asks /__celld/health to 0.3 and /.well-known/celld/health from 0.4 on', () => {
  const [old, now] = ['/__celld/health', '/.well-known/celld/health'];
  assert.deepEqual(eachVersion(healthPath), [old, old, old, old, now, now, now, now, now, now, now]);
});

test('a deployment is taken up at start to 0.3 and polled from 0.4 on', () => {
  const four = KNOWN_VERSIONS.indexOf('0.4.0');
  eachVersion(deploymentAdoption).forEach((adoption, at) => {
    assert.equal(adoption, at < four ? 'at-start' : 'polled');
  });
});

test('a node without CELLD_DURABILITY waits for the bucket to 0.2 and for the fleet from 0.3 on', () => {
  const three = KNOWN_VERSIONS.indexOf('0.3.0');
  eachVersion(defaultDurability).forEach((durability, at) => {
    assert.equal(durability, at < three ? 'bucket' : 'fleet');
  });
});

const FIRST: readonly [Capability, VersionText][] = [
  ['gs-bucket', '0.2.0'],
  ['trust-forwarded-headers', '0.2.1'],
  ['az-bucket', '0.3.0'],
  ['fleet-durability', '0.3.0'],
  ['in-place-deployment', '0.4.0'],
];

for (const [capability, first] of FIRST) {
  test(`supports() allows ${capability} from ${first} on`, () => {
    const able = KNOWN_VERSIONS.filter((text) => supports(versionOf(text), capability));
    assert.deepEqual(able, KNOWN_VERSIONS.slice(KNOWN_VERSIONS.findIndex((text) => text === first)));
  });
}

test('supports() allows a vars file before 0.5 only', () => {
  assert.ok(supports(versionOf('0.4.1'), 'vars-file'));
  assert.ok(!supports(versionOf('0.5.0'), 'vars-file'));
});

test('a pod gets more time to stop than celld takes, in every version', () => {
  const grace = TERMINATION_GRACE_SECONDS * 1000;
  const sealOfTheNodeLog = 13_000;
  const margin = 10_000;
  assertAtMost(SHUTDOWN_TOTAL_MS + margin, grace);
  assertAtMost(SHUTDOWN_DRAIN_MS + sealOfTheNodeLog + margin, grace);
});

test('three quarters of the total bound cover the token wait that 0.4.1 has as its default', () => {
  const tokenWait = 30_000;
  assertAtMost(tokenWait, SHUTDOWN_TOTAL_MS * 0.75);
  assertAtMost(SHUTDOWN_DRAIN_MS, SHUTDOWN_TOTAL_MS);
});

test('liveness is a TCP probe, because health answers 503 in a drain', () => {
  assert.equal(PROBES.liveness.kind, 'tcp');
  assert.equal(PROBES.startup.kind, 'tcp');
  assert.equal(PROBES.readiness.kind, 'http');
});

test('a start may take ten minutes, and a hung node is restarted after one', () => {
  assert.equal(PROBES.startup.periodSeconds * PROBES.startup.failureThreshold, 600);
  assert.equal(PROBES.liveness.periodSeconds * PROBES.liveness.failureThreshold, 60);
  assert.equal(PROBES.readiness.periodSeconds * PROBES.readiness.failureThreshold, 15);
});

test('the memory ceiling leaves room below the limit at which celld refuses everything', () => {
  assertAtMost(MEMORY_CEILING_PERCENT, 94);
});

const FIELD_COUNTS = [7, 9, 15, 15, 24, 24, 24, 24, 31, 31, 31];

test('/state has the fields that each version documents', () => {
  assert.deepEqual(
    eachVersion((version) => stateFields(version).length),
    FIELD_COUNTS,
  );
  assert.deepEqual(
    stateFields(versionOf('0.2.0')).map(({ name }) => name),
    [
      'ownership',
      'occupied',
      'shedding',
      'residents',
      'published',
      'publishes',
      'stops',
      'evicting',
      'restoring',
    ],
  );
});

test('/state says which deployment is served from 0.4 on', () => {
  const four = KNOWN_VERSIONS.indexOf('0.4.0');
  eachVersion(reportsDeployment).forEach((reports, at) => {
    assert.equal(reports, at >= four);
  });
});

test('/state never has a boolean, so shedding is null or a reason', () => {
  const shedding = stateFields(versionOf('0.2.0')).find(({ name }) => name === 'shedding');
  assert.equal(shedding?.kind, 'text or null');
});

test('a deployment that needs a feature newer than the node, or one that nobody knows, is refused', () => {
  assert.deepEqual(missingFeatures(versionOf('0.2.0'), ['assets-v1', 'd1-v1', 'tomorrow-v1']), [
    'd1-v1',
    'tomorrow-v1',
  ]);
  assert.deepEqual(missingFeatures(versionOf('0.6.0'), ['python-workers-v1']), ['python-workers-v1']);
  const all = DEPLOYMENT_FEATURES.map(({ name }) => name);
  assert.deepEqual(missingFeatures(versionOf('0.6.1'), all), []);
});
