import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { requireDefaulted } from '../../scripts/schemas/types.ts';
import { workerAppSchema } from '../../schemas/workerapp-schema.ts';
import type { ResolvedWorkerApp, WorkerApp } from '../../schemas/workerapp.generated.ts';
import { schemaNodes } from './schema-nodes.ts';

test('every generated file is up to date', async () => {
  await promisify(execFile)(process.execPath, ['scripts/generate-schemas.ts', '--check']);
});

test('a field with a default is required in the resolved type, and no other becomes so', () => {
  const resolved = new Map(
    schemaNodes(requireDefaulted(workerAppSchema)).map(({ path, schema }) => [path, schema]),
  );
  for (const { path, schema } of schemaNodes(workerAppSchema)) {
    const defaulted = Object.entries(schema.properties ?? {}).filter(
      ([, child]) => child.default !== undefined,
    );
    const wanted = new Set([...(schema.required ?? []), ...defaulted.map(([name]) => name)]);
    assert.deepEqual([...(resolved.get(path)?.required ?? [])].sort(), [...wanted].sort(), path);
  }
});

// Judged by the compiler (npm run check): the types of both readings of a WorkerApp.
const written: WorkerApp = {
  apiVersion: 'celld-operator.io/v1alpha1',
  kind: 'WorkerApp',
  metadata: { name: 'chat' },
  spec: { appVersion: 'auto', celld: { image: 'a:1.2.3' }, bucket: { name: 's3://cells' } },
};
// @ts-expect-error: a field with a default is missing
const unresolved: ResolvedWorkerApp = written;
// @ts-expect-error: an optional field is absent, not undefined
const undefinedField: WorkerApp = { ...written, spec: { ...written.spec, replicas: undefined } };
// @ts-expect-error: not a word of the enum
const otherWord: WorkerApp = { ...written, spec: { ...written.spec, durability: 'both' } };
// @ts-expect-error: an unknown field
const unknownField: WorkerApp = { ...written, status: {} };

function compiles(app: ResolvedWorkerApp): readonly unknown[] {
  // @ts-expect-error: models are readonly
  app.spec.replicas = 1;
  // @ts-expect-error: lists are readonly
  const hostnames: string[] | undefined = app.spec.hostnames;
  // @ts-expect-error: absent unless given, so it has no default
  const size: number = app.spec.storage.sizeGi;
  const label: string | undefined = app.spec.podTemplate?.labels?.['team'];
  return [
    size + app.spec.resources.memoryGi + app.spec.autoscaling.targets.residentCellUtilization,
    label,
    hostnames,
  ];
}

test('the resolved type takes what the written type does not promise', () => {
  assert.ok([unresolved, undefinedField, otherWord, unknownField].every((app) => typeof app === 'object'));
  assert.equal(typeof compiles, 'function');
});
