import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import { judgeWorkerApp } from '../../cmp/judge-workerapp.ts';
import { NO_PARAMETERS } from '../../cmp/parameters/parameters.ts';
import { defaultPlatform } from '../../cmp/platform/default-platform.ts';
import { touches, withoutFaults } from '../../cmp/without-faults.ts';
import { parseDocuments } from '../../documents/parse-documents.ts';
import type { JsonValue } from '../../documents/json.ts';

const platform = defaultPlatform();
const [tenant] = platform.tenants;

/** The codes of everything that is wrong with a WorkerApp with this spec beside appVersion. */
function codesOf(spec: string): readonly string[] {
  const text = `apiVersion: celld-operator.io/v1alpha1\nkind: WorkerApp\nmetadata:\n  name: chat\nspec:\n  appVersion: "1"\n${spec}`;
  const [document] = parseDocuments({ file: 'a.yaml', text }).documents;
  assert.ok(document && tenant);
  const destination = { namespace: 'chat', project: 'default' };
  return judgeWorkerApp(document, { destination, platform, tenant, parameters: NO_PARAMETERS }).problems.map(
    ({ code, path }) => `${path} ${code}`,
  );
}

const FINE = '  celld:\n    image: ghcr.io/denoland/celld:v0.6.2\n  bucket:\n    name: s3://cells/chat\n';

suite('judgeWorkerApp()', () => {
  test('has nothing against a sound WorkerApp', () => assert.deepEqual(codesOf(FINE), []));

  test('says what rules have against the rest, although the schema refuses a field', () => {
    const spec =
      '  replcas: 3\n  celld:\n    image: ghcr.io/denoland/celld:latest\n  bucket:\n    name: s3://cells/chat/\n';
    assert.deepEqual(codesOf(spec), [
      'spec.replcas SCHEMA_UNKNOWN_FIELD',
      'spec.bucket.name BUCKET_INVALID',
      'spec.celld.image IMAGE_VERSION',
    ]);
  });

  test('does not say that a refused field is missing', () => {
    assert.deepEqual(codesOf(`${FINE}  durability: fleet\n  storage: {}\n`), [
      'spec.storage.sizeGi SCHEMA_REQUIRED',
    ]);
    assert.deepEqual(codesOf(`${FINE}  durability: fleet\n  storage:\n    sizeGi: 0\n`), [
      'spec.storage.sizeGi SCHEMA_RANGE',
    ]);
  });

  test('takes a map out that is left without what it requires', () => {
    assert.deepEqual(codesOf(`${FINE}  vars:\n    secretRef: X_Y\n  durability: fleet\n`), [
      'spec.vars.secretRef SCHEMA_PATTERN',
      'spec.storage DURABILITY_FLEET',
    ]);
  });

  test('says only what the schema has where the fleet itself cannot be told', () => {
    assert.deepEqual(codesOf('  bucket:\n    name: s3://cells/chat\n'), ['spec.celld SCHEMA_REQUIRED']);
    assert.deepEqual(codesOf('  celld: x\n  bucket: z\n'), [
      'spec.celld SCHEMA_TYPE',
      'spec.bucket SCHEMA_TYPE',
    ]);
  });
});

suite('withoutFaults()', () => {
  const error = (instancePath: string, params: Record<string, unknown> = {}) => ({
    instancePath,
    params,
    schemaPath: '',
    keyword: '',
  });
  const value = parse('a: {b: 1, "c/d": 2}\nl: [1, {x: 1}, 3]\n') as JsonValue;

  test('takes out fields, unknown fields, and whole lists', () => {
    assert.deepEqual(withoutFaults(value, [error('/a/b')]).value, { a: { 'c/d': 2 }, l: [1, { x: 1 }, 3] });
    assert.deepEqual(withoutFaults(value, [error('/a', { additionalProperty: 'c/d' })]).value, {
      a: { b: 1 },
      l: [1, { x: 1 }, 3],
    });
    assert.deepEqual(withoutFaults(value, [error('/a/c~1d'), error('/l/1/x'), error('/l/2')]).value, {
      a: { b: 1 },
    });
  });

  test('leaves the value alone where the path leads nowhere', () => {
    assert.deepEqual(withoutFaults(value, [error('/z/y'), error('')]).value, value);
  });

  test('touches() is true at, above and below, and false beside', () => {
    const removed = [['spec', 'storage']];
    assert.deepEqual(
      ['spec.storage', 'spec.storage.sizeGi', 'spec', 'spec.storageClass', 'spec.durability'].map((path) =>
        touches(path, removed),
      ),
      [true, true, true, false, false],
    );
  });
});
