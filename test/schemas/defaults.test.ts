import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withDefaults } from '../../schemas/defaults.ts';
import type { Json, JsonSchema } from '../../schemas/json-schema.ts';
import { resolveWorkerApp } from '../../schemas/resolve-workerapp.ts';
import { workerAppSchema } from '../../schemas/workerapp-schema.ts';
import { MINIMAL_APP } from './minimal-app.ts';

/** facts/operators.md A1, and the fields that this project adds. */
const RESOLVED_MINIMAL_SPEC = {
  ...MINIMAL_APP.spec,
  celld: { ...MINIMAL_APP.spec.celld, updateStrategy: 'Rolling' },
  deploymentPolicy: 'Restart',
  replicas: 3,
  resources: { cpuMillis: 500, memoryGi: 8, ephemeralStorageGi: 10, maxResidentCells: 1000 },
  scheduling: { spreadAcrossZones: false },
  service: { type: 'ClusterIP' },
  websockets: false,
  durability: 'bucket',
  trustForwardedHeaders: false,
  autoscaling: {
    enabled: false,
    minReplicas: 2,
    maxReplicas: 10,
    targets: { residentCellUtilization: 70 },
  },
  telemetry: { enabled: true, retention: '30d' },
  clusterDomain: 'cluster.local',
  podManagementPolicy: 'Parallel',
  paused: false,
};

test('a WorkerApp with required fields only gets every default and nothing else', () => {
  assert.deepEqual(resolveWorkerApp(MINIMAL_APP), {
    ok: true,
    app: { ...MINIMAL_APP, spec: RESOLVED_MINIMAL_SPEC },
  });
});

test('resolveWorkerApp() returns every error and no model where the schema is broken', () => {
  const result = resolveWorkerApp({ ...MINIMAL_APP, spec: { ...MINIMAL_APP.spec, replicas: 0, paused: 1 } });
  assert.ok(!result.ok);
  assert.deepEqual(
    result.errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`),
    ['/spec/replicas minimum', '/spec/paused type'],
  );
});

const SCHEMA: JsonSchema = {
  type: 'object',
  required: ['name', 'size'],
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    size: { type: 'integer', default: 1 },
    plain: { type: 'object', properties: { inner: { type: 'integer', default: 2 } } },
    filled: {
      type: 'object',
      default: {},
      properties: { inner: { type: 'object', default: { a: 1 }, properties: { b: { default: 3 } } } },
    },
    list: {
      type: 'array',
      items: { type: 'object', properties: { kind: { type: 'string', default: 'x' } } },
    },
    free: { type: 'object', additionalProperties: { type: 'string' } },
  },
};
const FILLED = { inner: { a: 1, b: 3 } };

/** What the API server does with a structural schema, case by case. */
const CASES: readonly { readonly what: string; readonly given: Json; readonly wanted: Json }[] = [
  {
    what: 'fills an absent field and cascades into an object default',
    given: { name: 'a' },
    wanted: { name: 'a', size: 1, filled: FILLED },
  },
  {
    what: 'fills inside a present object, and not an absent object without a default',
    given: { name: 'a', size: 5, plain: {}, filled: { inner: {} } },
    wanted: { name: 'a', size: 5, plain: { inner: 2 }, filled: { inner: { b: 3 } } },
  },
  {
    what: 'fills each item of a list and leaves other items alone',
    given: { name: 'a', list: [{}, { kind: 'y' }, 7, null] },
    wanted: { name: 'a', list: [{ kind: 'x' }, { kind: 'y' }, 7, null], size: 1, filled: FILLED },
  },
  {
    what: 'replaces a null by the default',
    given: { name: 'a', size: null, filled: null },
    wanted: { name: 'a', size: 1, filled: FILLED },
  },
  {
    what: 'drops a null of an optional field',
    given: { name: 'a', plain: null, list: null },
    wanted: { name: 'a', size: 1, filled: FILLED },
  },
  {
    what: 'keeps a null of a required field, of a free key and of an unknown field, for the schema to refuse',
    given: { name: null, free: { a: null }, other: null },
    wanted: { name: null, free: { a: null }, other: null, size: 1, filled: FILLED },
  },
  { what: 'leaves a value of another type alone', given: 'text', wanted: 'text' },
  {
    what: 'leaves a field of another type alone',
    given: { name: 'a', filled: 'text' },
    wanted: { name: 'a', filled: 'text', size: 1 },
  },
];

for (const { what, given, wanted } of CASES) {
  test(`withDefaults() ${what}`, () => assert.deepEqual(withDefaults(SCHEMA, given), wanted));
}

test('withDefaults() keeps a key "__proto__" as data and touches no prototype', () => {
  const given = JSON.parse('{"name":"a","__proto__":{"size":9},"free":{"__proto__":"x"}}') as Json;
  const result = JSON.stringify(withDefaults(SCHEMA, given));
  assert.equal(
    result,
    '{"name":"a","__proto__":{"size":9},"free":{"__proto__":"x"},"size":1,"filled":{"inner":{"a":1,"b":3}}}',
  );
  assert.equal(Object.hasOwn(Object.prototype, 'size'), false);
});

test('withDefaults() fills once: a second time changes nothing, and the input is not touched', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (spec) => {
      const given = { ...MINIMAL_APP, spec } as Json;
      const before = JSON.stringify(given);
      const once = withDefaults(workerAppSchema, given);
      assert.equal(JSON.stringify(given), before);
      assert.deepEqual(withDefaults(workerAppSchema, once), once);
    }),
  );
});
