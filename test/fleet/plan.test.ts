import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../fleet/canonical-json.ts';
import { fleetDeadlines, jobDeadlineSeconds } from '../../fleet/deadlines.ts';
import { largestSize, smallestSize } from '../../fleet/fleet-size.ts';
import { templateHash } from '../../fleet/hash.ts';
import {
  buildFleetPlan,
  fleetPlanBytes,
  type FleetPlanInput,
  fleetPlanText,
  planHash,
} from '../../fleet/plan.ts';
import { versionOf } from '../../fleet/version.ts';

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const INPUT: FleetPlanInput = {
  app: 'chat',
  namespace: 'prod',
  bucket: { name: 's3://cells/chat' },
  image: 'ghcr.io/denoland/celld:v0.6.2',
  version: versionOf('0.6.2'),
  namedMinors: [],
  expectedApp: { version: '0123456789abcdef', source: 'pinned' },
  deploymentPolicy: 'Restart',
  updateStrategy: 'Rolling',
  durability: 'bucket',
  size: { mode: 'fixed', replicas: 3 },
  podManagementPolicy: 'Parallel',
  paused: false,
  podTemplate: { spec: { containers: [] } },
  volumeClaimTemplates: [],
};

test('canonicalJson() sorts keys at every depth and leaves lists in order', () => {
  assert.equal(
    canonicalJson({ b: [{ d: 1, c: null }, 2], a: 'é\u2028"' }),
    '{"a":"é\u2028\\"","b":[{"c":null,"d":1},2]}',
  );
});

test('canonicalJson() leaves out what is undefined and keeps a key named __proto__', () => {
  assert.equal(canonicalJson({ a: undefined, b: 1 }), '{"b":1}');
  assert.equal(canonicalJson(JSON.parse('{"__proto__":{"x":1}}')), '{"__proto__":{"x":1}}');
});

test('canonicalJson() refuses what JSON cannot carry', () => {
  assert.throws(() => canonicalJson({ a: Number.NaN }), /not finite/);
  assert.throws(() => canonicalJson([undefined]), /undefined/);
  assert.throws(() => canonicalJson({ a: () => 1 }), /function/);
});

test('canonicalJson() reads back as the same value and is the same for any order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      assert.equal(canonicalJson(reversed(value)), text);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

test('templateHash() is 16 hexadecimal digits and does not depend on the order of keys', () => {
  const hash = templateHash({ a: 1, b: 2 }, sha256Hex);
  assert.match(hash, /^[0-9a-f]{16}$/);
  assert.equal(templateHash({ b: 2, a: 1 }, sha256Hex), hash);
  assert.notEqual(templateHash({ a: 1, b: 3 }, sha256Hex), hash);
});

test('buildFleetPlan() derives bucket identity, hashes and deadlines', () => {
  const plan = buildFleetPlan(INPUT, sha256Hex);
  assert.equal(plan.planVersion, 1);
  assert.equal(plan.version, '0.6.2');
  assert.equal(plan.bucket.key, 'aws/cells/chat');
  assert.equal(plan.templateHash, templateHash(INPUT.podTemplate, sha256Hex));
  assert.deepEqual(plan.deadlines, { settle: 10, step: 1200, overall: 3600 });
});

test('a FleetPlan survives JSON unchanged and its text is the same for the same input', () => {
  const plan = buildFleetPlan(INPUT, sha256Hex);
  assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan);
  assert.deepEqual(JSON.parse(fleetPlanText(plan)), plan);
  assert.equal(fleetPlanText(buildFleetPlan({ ...INPUT }, sha256Hex)), fleetPlanText(plan));
});

test('planHash() changes with every field of the plan and not with itself', () => {
  const plan = buildFleetPlan(INPUT, sha256Hex);
  assert.equal(planHash({ ...plan }, sha256Hex), plan.planHash);
  const changes: Partial<FleetPlanInput>[] = [
    { paused: true },
    { restartToken: 'again' },
    { acknowledgeStop: 'again' },
    { acknowledgeDowngrade: '0.6.2->0.6.0' },
    { dataWrittenBy: '0.5.1' },
    { size: { mode: 'fixed', replicas: 4 } },
    { bucket: { name: 's3://cells/other' } },
    { expectedApp: { version: '0123456789abcdef', source: 'follow' } },
    { namedMinors: ['0.7'] },
    { deadlines: { step: 1300 } },
    { podTemplate: {} },
  ];
  const hashes = changes.map((change) => buildFleetPlan({ ...INPUT, ...change }, sha256Hex).planHash);
  assert.equal(new Set([plan.planHash, ...hashes]).size, changes.length + 1);
});

test('fleetPlanBytes() counts UTF-8 bytes, not characters', () => {
  const bytes = (token: string) =>
    fleetPlanBytes(buildFleetPlan({ ...INPUT, restartToken: token }, sha256Hex));
  assert.equal(bytes('é€') - bytes(''), 5);
});

test('fleetDeadlines() never lets a step be shorter than the longest start and the settle time', () => {
  const size = { mode: 'fixed', replicas: 1 } as const;
  assert.deepEqual(fleetDeadlines(size), { settle: 10, step: 1200, overall: 1200 });
  assert.deepEqual(fleetDeadlines(size, { step: 60, settle: 30 }), { settle: 30, step: 930, overall: 930 });
});

test('fleetDeadlines() ends the whole rollout after six hours, however many pods there may be', () => {
  const size = { mode: 'autoscaled', minReplicas: 2, maxReplicas: 1000 } as const;
  assert.deepEqual([smallestSize(size), largestSize(size)], [2, 1000]);
  assert.equal(fleetDeadlines(size).overall, 21_600);
  assert.ok(jobDeadlineSeconds(fleetDeadlines(size)) > 21_600);
});

test('fleetDeadlines() takes a shorter bound for the whole rollout, but none below one step or above six hours', () => {
  const size = { mode: 'fixed', replicas: 100 } as const;
  const overall = (wanted: number) => fleetDeadlines(size, { overall: wanted }).overall;
  assert.deepEqual([900, 7200, 86_400].map(overall), [1200, 7200, 21_600]);
});
