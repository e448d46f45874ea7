import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { LIST_MAP_KEYS } from '../../scripts/schemas/list-map-keys.ts';
import { readSchemas } from '../../scripts/schemas/read-schemas.ts';
import type { Json } from '../../schemas/json-schema.ts';
import { validateWorkerApp } from '../../schemas/validators.generated.cjs';
import { workerAppSchema } from '../../schemas/workerapp-schema.ts';
import { FULL_APP, steps, withValueAt } from './minimal-app.ts';
import { schemaNodes } from './schema-nodes.ts';

const VALIDATORS = 'schemas/validators.generated.cjs';
const reference = new Ajv2020({ allErrors: true, messages: false, strict: false, keywords: [LIST_MAP_KEYS] });
const validateByReference = reference.compile(workerAppSchema);

/** Paths of FULL_APP's fields, to put arbitrary values at. */
const PLACES = pathsOf(FULL_APP, '');

function pathsOf(value: Json, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const children = Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child, path === '' ? key : `${path}.${key}`),
  );
  return path === '' ? children : [path, ...children];
}

test('the generated validator reports exactly what an interpreting validator of the published schema reports', () => {
  const change = fc.record({ place: fc.constantFrom(...PLACES), value: fc.jsonValue({ maxDepth: 2 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 5 }), (changes) => {
      const app = changes.reduce<Json>((base, { place, value }) => {
        const at = steps(place).map((step, index, all) =>
          all[index - 1] === 'annotations' ? String(step) : step,
        );
        return withValueAt(base, at, value as Json);
      }, FULL_APP);
      assert.equal(validateWorkerApp(app), validateByReference(app));
      assert.deepEqual(byPlace(validateWorkerApp.errors), byPlace(validateByReference.errors));
    }),
    { numRuns: 500 },
  );
});

function byPlace(errors: unknown): readonly string[] {
  return Array.isArray(errors) ? errors.map((error) => JSON.stringify(error, SHOWN)).sort() : [];
}
const SHOWN = [
  'instancePath',
  'schemaPath',
  'keyword',
  'params',
  'limit',
  'type',
  'missingProperty',
  'additionalProperty',
  'propertyName',
];

test('every schema path of an error leads to a word of the published schema', () => {
  const code = readFileSync(VALIDATORS, 'utf8');
  const published = readSchemas().map(({ schema }) => schema);
  const paths = new Set([...code.matchAll(/schemaPath:"#\/([^"]*)"/g)].map(([, path]) => String(path)));
  assert.ok(paths.size > 100);
  const astray = [...paths].filter(
    (path) => !published.some((schema) => at(schema, path.split('/')) !== undefined),
  );
  assert.deepEqual(astray, []);
});

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[step] : undefined,
    value,
  );
}

type LoadModule = (module: object, exports: object, require: (name: string) => never) => void;

test('validators import nothing', () => {
  const module = { exports: {} };
  const refuse = (name: string): never => assert.fail(`imports ${name}`);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a generated file, run as Node's loader runs it
  const load = new Function('module', 'exports', 'require', readFileSync(VALIDATORS, 'utf8')) as LoadModule;
  load(module, module.exports, refuse);
  assert.deepEqual(
    Object.keys(module.exports).sort(),
    readSchemas().map(({ typeName }) => `validate${typeName}`),
  );
});

test('text of millions of characters is refused in every field with a pattern, and overflows no stack', () => {
  const texts = [
    'a.'.repeat(2e6),
    'a'.repeat(4e6),
    `https://${'a/'.repeat(2e6)}`,
    `s3://${'a-'.repeat(2e6)}!`,
  ];
  for (const { path, schema } of schemaNodes(workerAppSchema)) {
    if (schema.pattern === undefined || /[[{]/.test(path)) continue;
    for (const text of texts) {
      assert.ok(!validateWorkerApp(withValueAt(FULL_APP, steps(path), text)));
      assert.deepEqual(
        validateWorkerApp.errors?.map(({ keyword }) => keyword),
        ['maxLength'],
        path,
      );
    }
  }
});

test('a million wrong items give a thousand errors, in bounded time', () => {
  const started = performance.now();
  for (const path of ['spec.scheduling.tolerations', 'spec.podTemplate.env', 'spec.hostnames']) {
    assert.ok(!validateWorkerApp(withValueAt(FULL_APP, steps(path), new Array<Json>(1e6).fill(1))));
    assert.ok((validateWorkerApp.errors?.length ?? 0) >= 1000);
    assert.ok((validateWorkerApp.errors?.length ?? 0) <= 1001);
  }
  assert.ok(performance.now() - started < 5000);
});
