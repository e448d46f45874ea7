import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Json } from '../../schemas/json-schema.ts';
import { validateWorkerApp } from '../../schemas/validators.generated.cjs';
import { workerAppSchema } from '../../schemas/workerapp-schema.ts';
import { FULL_APP, steps, withValueAt } from './minimal-app.ts';
import { schemaNodes } from './schema-nodes.ts';

const INT32 = 2_147_483_647;

/** facts/operators.md A1 with this project's changes: smallest and largest number of each field. */
const NUMBERS: Readonly<Record<string, readonly [smallest: number, largest: number]>> = {
  'spec.replicas': [1, 1000],
  'spec.resources.cpuMillis': [1, 1_000_000],
  'spec.resources.memoryGi': [1, 65_536],
  'spec.resources.ephemeralStorageGi': [1, 65_536],
  'spec.resources.maxResidentCells': [1, INT32],
  'spec.storage.sizeGi': [1, 65_536],
  'spec.scheduling.tolerations.0.tolerationSeconds': [0, INT32],
  'spec.autoscaling.minReplicas': [1, 1000],
  'spec.autoscaling.maxReplicas': [1, 1000],
  'spec.autoscaling.targets.residentCellUtilization': [1, 100],
  'spec.autoscaling.targets.p95LatencyMs': [1, INT32],
};

/** A text of exactly n characters that the field's pattern allows. */
const letters = (n: number): string => 'a'.repeat(n);
const after =
  (start: string, end = '') =>
  (n: number): string =>
    start + 'a'.repeat(Math.max(0, n - start.length - end.length)) + end;
const domain = (n: number): string =>
  Array.from({ length: n }, (_, i) => (i % 4 === 3 && i < n - 1 ? '.' : 'a')).join('');

/** Shortest and longest text of each field. */
const TEXTS: Readonly<
  Record<string, readonly [shortest: number, longest: number, make: (n: number) => string]>
> = {
  'metadata.name': [1, 46, letters],
  'metadata.namespace': [1, 63, letters],
  'metadata.labels.team': [0, 63, letters],
  'metadata.annotations.team': [0, 16_384, letters],
  'spec.appVersion': [1, 128, letters],
  'spec.deployTrackingSecretRef': [1, 253, letters],
  'spec.celld.image': [1, 1024, letters],
  'spec.hostnames.0': [1, 253, domain],
  'spec.bucket.name': [6, 1024, after('s3://')],
  'spec.bucket.endpoint': [9, 2048, after('https://')],
  'spec.bucket.storageAccount': [3, 24, letters],
  'spec.bucket.region': [1, 64, letters],
  'spec.bucket.credentialsFrom.secretRef': [1, 253, letters],
  'spec.bucket.credentialsFrom.iamRole': [32, 2048, after('arn:aws:iam::123456789012:role/')],
  'spec.bucket.credentialsFrom.gcpServiceAccount': [27, 254, after('a@', '.gserviceaccount.com')],
  'spec.storage.storageClassName': [1, 253, letters],
  'spec.scheduling.nodeSelector.disk': [0, 63, letters],
  'spec.scheduling.tolerations.0.value': [0, 63, letters],
  'spec.service.annotations.team': [0, 16_384, letters],
  'spec.vars.secretRef': [1, 253, letters],
  'spec.telemetry.otlpEndpoint': [8, 2048, after('http://')],
  'spec.telemetry.retention': [2, 12, (n) => '1'.repeat(n - 1) + 'd'],
  'spec.clusterDomain': [1, 253, domain],
  'spec.restartToken': [1, 63, letters],
  'spec.acknowledgeStop': [1, 63, letters],
  'spec.podTemplate.labels.team': [0, 63, letters],
  'spec.podTemplate.annotations.team': [0, 16_384, letters],
  'spec.podTemplate.priorityClassName': [1, 253, letters],
  'spec.podTemplate.imagePullSecrets.0.name': [1, 253, letters],
  'spec.podTemplate.env.0.name': [1, 253, letters],
  'spec.podTemplate.env.0.value': [0, 16_384, letters],
  'spec.podTemplate.env.1.valueFrom.secretKeyRef.name': [1, 253, letters],
  'spec.podTemplate.env.1.valueFrom.secretKeyRef.key': [1, 253, letters],
  'spec.podTemplate.env.2.valueFrom.configMapKeyRef.name': [1, 253, letters],
  'spec.podTemplate.env.2.valueFrom.configMapKeyRef.key': [1, 253, letters],
};

/** Most items or keys of each list and map. */
const SIZES: Readonly<Record<string, readonly [most: number, make: (n: number) => Json]>> = {
  'metadata.labels': [64, keys],
  'metadata.annotations': [64, keys],
  'spec.hostnames': [64, (n) => numbered(n, (i) => `h${String(i)}.example.com`)],
  'spec.scheduling.nodeSelector': [32, keys],
  'spec.scheduling.tolerations': [32, (n) => numbered(n, (i) => ({ key: `k${String(i)}` }))],
  'spec.service.annotations': [64, keys],
  'spec.podTemplate.labels': [64, keys],
  'spec.podTemplate.annotations': [64, keys],
  'spec.podTemplate.imagePullSecrets': [16, (n) => numbered(n, (i) => ({ name: `s${String(i)}` }))],
  'spec.podTemplate.env': [64, (n) => numbered(n, (i) => ({ name: `E${String(i)}`, value: 'a' }))],
};

function numbered<T>(n: number, make: (index: number) => T): T[] {
  return Array.from({ length: n }, (_, index) => make(index));
}

function keys(n: number): Json {
  return Object.fromEntries(numbered(n, (i) => [`k${String(i)}`, 'a']));
}

suite('bounds of the WorkerApp schema', () => {
  for (const [path, [smallest, largest]] of Object.entries(NUMBERS)) {
    test(`${path} is a whole number from ${smallest} to ${largest}`, () => {
      accepted(path, smallest);
      accepted(path, largest);
      refused(path, smallest - 1, 'minimum');
      refused(path, largest + 1, 'maximum');
      refused(path, smallest + 0.5, 'type');
      refused(path, String(smallest), 'type');
    });
  }

  for (const [path, [shortest, longest, make]] of Object.entries(TEXTS)) {
    test(`${path} has from ${shortest} to ${longest} characters`, () => {
      accepted(path, make(shortest));
      accepted(path, make(longest));
      refused(path, make(longest + 1), 'maxLength');
      if (shortest > 0) assert.ok(!judge(path, make(shortest).slice(0, -1)));
      refused(path, 7, 'type');
    });
  }

  for (const [path, [most, make]] of Object.entries(SIZES)) {
    test(`${path} has at most ${most} entries`, () => {
      accepted(path, make(most));
      assert.ok(!judge(path, make(most + 1)));
      assert.deepEqual(
        validateWorkerApp.errors?.map(({ keyword }) => keyword),
        [Array.isArray(make(0)) ? 'maxItems' : 'maxProperties'],
      );
    });
  }

  test('every number, every free text, every list and every map of the schema is in a table above', () => {
    const tested = new Set(
      [...Object.keys(NUMBERS), ...Object.keys(TEXTS), ...Object.keys(SIZES)].map(generalPath),
    );
    const bounded = schemaNodes(workerAppSchema).filter(
      ({ schema: { type, enum: words, properties, ...rest } }) =>
        type === 'object' ? !properties : !words && rest.const === undefined && type !== 'boolean',
    );
    const fixedLength = [
      'spec.celld.acknowledgeDowngrade',
      'spec.celld.dataWrittenBy',
      'spec.scheduling.tolerations[].key',
    ];
    assert.deepEqual(
      bounded
        .map(({ path }) => path)
        .filter(
          (path) => !path.endsWith('{key}') && !path.endsWith('azureClientID') && !fixedLength.includes(path),
        )
        .filter((path) => !tested.has(path)),
      [],
    );
  });

  test('every text, list, map and number of the schema has an upper bound', () => {
    const unbounded = schemaNodes(workerAppSchema).filter(
      ({ schema: s }) =>
        (s.type === 'string' && !s.enum && s.const === undefined && s.maxLength === undefined) ||
        (s.type === 'array' && s.maxItems === undefined) ||
        (s.type === 'object' && !s.properties && s.maxProperties === undefined) ||
        (s.type === 'integer' && (s.maximum === undefined || s.minimum === undefined)),
    );
    assert.deepEqual(unbounded, []);
  });
});

/** `a.0.b` -> `a[].b`, and a key of a map -> `{}`. */
function generalPath(path: string): string {
  return path.replace(/\.\d+/g, '[]').replace(/\.(team|disk)$/, '{}');
}

function judge(path: string, value: Json): boolean {
  return validateWorkerApp(withValueAt(FULL_APP, steps(path), value));
}

function accepted(path: string, value: Json): void {
  assert.ok(judge(path, value), JSON.stringify(validateWorkerApp.errors));
}

function refused(path: string, value: Json, keyword: string): void {
  assert.ok(!judge(path, value), `${path} accepts ${JSON.stringify(value)}`);
  assert.deepEqual(
    validateWorkerApp.errors?.map((error) => [error.instancePath, error.keyword]),
    [[`/${path.replaceAll('.', '/')}`, keyword]],
  );
}
