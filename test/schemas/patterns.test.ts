import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { validateWorkerApp } from '../../schemas/validators.generated.cjs';
import { workerAppSchema } from '../../schemas/workerapp-schema.ts';
import { FULL_APP, steps, withValueAt } from './minimal-app.ts';
import { schemaNodes } from './schema-nodes.ts';

interface Examples {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const SUBDOMAIN: Examples = {
  good: ['a', 'a.b-c.d0', '0'],
  bad: ['A', 'a_b', 'a..b', '-a', 'a.', 'a/b', 'a\n'],
};
const LABEL_VALUE: Examples = { good: ['', 'a', 'A_b.c-9'], bad: ['-a', 'a-', 'a b', 'ä', 'a\n'] };
const KEY: Examples = {
  good: ['team', 'example.com/team', 'a.b/C_d.e'],
  bad: ['', '/a', 'a/', 'A.b/c', 'a/b/c', '-a', 'ä', 'a'.repeat(64)],
};
const VERSION: Examples = {
  good: ['0.6.2', '10.0.999999'],
  bad: ['v0.6.2', '0.6', '0.06.2', '0.6.2-rc1', '1000000.0.0'],
};
const TOKEN: Examples = { good: ['1', 'a.B_c-9', '2026-01-01'], bad: ['a b', 'a/b', 'ä', 'a\n'] };
const ENV_KEY: Examples = { good: ['a', '.A_b-9'], bad: ['a/b', 'a b'] };

/** Examples for every pattern of the schema, by field. */
const PATTERNS: Readonly<Record<string, Examples>> = {
  'metadata.name': {
    good: ['a', 'chat-2', 'a-0'],
    bad: ['1chat', '-a', 'a-', 'a.b', 'Chat', 'a_b', 'chat\n'],
  },
  'metadata.namespace': { good: ['a', '1', 'team-a'], bad: ['a.b', '-a', 'a-', 'A'] },
  'metadata.labels{}': LABEL_VALUE,
  'metadata.labels{key}': KEY,
  'metadata.annotations{key}': KEY,
  'spec.appVersion': {
    good: ['auto', '3f2a9c0d1e4b5a67', '1.2.3+b_4'],
    bad: ['-a', 'a/b', 'a b', '$(x)', 'a\nb'],
  },
  'spec.deployTrackingSecretRef': SUBDOMAIN,
  'spec.celld.image': {
    good: ['a:1.2.3', 'ghcr.io/denoland/celld:v0.6.2', 'localhost:5000/a/b:1.2.3@sha256:00', 'a:1.2.3+x'],
    bad: ['/a:1', 'a b', '$(X)', 'a:1\n', '"a"'],
  },
  'spec.celld.acknowledgeDowngrade': {
    good: ['0.6.2->0.6.0', '0.6.1->0.5.3'],
    bad: ['0.6.2', '0.6.2-> 0.6.0', 'v0.6.2->v0.6.0', '0.6.2->0.6', '0.6.2->0.6.0->0.5.0'],
  },
  'spec.celld.dataWrittenBy': VERSION,
  'spec.hostnames[]': {
    good: ['chat', 'chat.example.com', '*.example.com', '9.a'],
    bad: [
      '*',
      'a.*.b',
      '*a.b',
      'Chat.example.com',
      'a_b.c',
      'a..b',
      'a.',
      `${'a'.repeat(64)}.com`,
      'http://a',
    ],
  },
  'spec.bucket.name': {
    good: ['s3://cells', 'gs://cells/a/b', 'az://cells/a_b.c-d', 's3://Cells/'],
    bad: [
      'cells',
      'S3://cells',
      'http://cells',
      's3://',
      's3:///a',
      's3://-a',
      's3://a b',
      's3://a/b?c',
      's3://a/ä',
    ],
  },
  'spec.bucket.endpoint': {
    good: ['https://a.r2.example.com', 'https://a:9000', 'https://[2001:db8::1]:9000', 'https://a/path/'],
    bad: [
      'http://a',
      'https://',
      'https://u@a',
      'https://u:p@a',
      'https://a?b',
      'https://a#b',
      'https://a b',
      'https://a:99999999',
    ],
  },
  'spec.bucket.storageAccount': { good: ['abc', 'cells01'], bad: ['Abc', 'a-bc', 'a.bc'] },
  'spec.bucket.region': { good: ['auto', 'eu-central-1', 'a_b.c'], bad: ['-a', 'a b', 'a/b'] },
  'spec.bucket.credentialsFrom.iamRole': {
    good: ['auto', 'arn:aws:iam::123456789012:role/a', 'arn:aws-us-gov:iam::123456789012:role/a/b@c'],
    bad: [
      'Auto',
      'role/a',
      'arn:aws:iam::1:role/a',
      'arn:aws:iam::123456789012:user/a',
      'arn:aws:iam::123456789012:role/',
    ],
  },
  'spec.bucket.credentialsFrom.secretRef': SUBDOMAIN,
  'spec.bucket.credentialsFrom.azureClientID': {
    good: ['11111111-2222-3333-4444-555555555555', 'AAAAAAAA-bbbb-cccc-dddd-eeeeeeeeeeee'],
    bad: ['11111111222233334444555555555555', '11111111-2222-3333-4444-55555555555g'],
  },
  'spec.bucket.credentialsFrom.gcpServiceAccount': {
    good: [
      'chat@project.iam.gserviceaccount.com',
      '123-compute@developer.gserviceaccount.com',
      'a@b.example.com.iam.gserviceaccount.com',
    ],
    bad: [
      'chat@gserviceaccount.com',
      'chat@example.com',
      'a b@p.iam.gserviceaccount.com',
      'chat@p.iam.gserviceaccount.com.evil',
    ],
  },
  'spec.storage.storageClassName': SUBDOMAIN,
  'spec.scheduling.nodeSelector{}': LABEL_VALUE,
  'spec.scheduling.nodeSelector{key}': KEY,
  'spec.scheduling.tolerations[].key': { good: ['', ...KEY.good], bad: KEY.bad.filter((key) => key !== '') },
  'spec.scheduling.tolerations[].value': LABEL_VALUE,
  'spec.service.annotations{key}': KEY,
  'spec.vars.secretRef': SUBDOMAIN,
  'spec.telemetry.otlpEndpoint': {
    good: ['http://collector.monitoring.svc:4318', 'https://a/v1'],
    bad: ['collector:4318', 'grpc://a', 'http://u:p@a', 'http://a?b', 'http://'],
  },
  'spec.telemetry.retention': {
    good: ['1d', '30d', 'none'],
    bad: ['0d', '30', '30h', 'None', '-1d', '1.5d'],
  },
  'spec.clusterDomain': SUBDOMAIN,
  'spec.restartToken': TOKEN,
  'spec.acknowledgeStop': TOKEN,
  'spec.podTemplate.labels{}': LABEL_VALUE,
  'spec.podTemplate.labels{key}': KEY,
  'spec.podTemplate.annotations{key}': KEY,
  'spec.podTemplate.priorityClassName': SUBDOMAIN,
  'spec.podTemplate.imagePullSecrets[].name': SUBDOMAIN,
  'spec.podTemplate.env[].name': { good: ['A', '_a9'], bad: ['9A', 'A-B', 'A.B', 'A=B', 'Ä', 'A\n'] },
  'spec.podTemplate.env[].valueFrom.secretKeyRef.name': SUBDOMAIN,
  'spec.podTemplate.env[].valueFrom.secretKeyRef.key': ENV_KEY,
  'spec.podTemplate.env[].valueFrom.configMapKeyRef.name': SUBDOMAIN,
  'spec.podTemplate.env[].valueFrom.configMapKeyRef.key': ENV_KEY,
};

suite('patterns of the WorkerApp schema', () => {
  for (const [path, { good, bad }] of Object.entries(PATTERNS)) {
    test(`${path} takes and refuses what its table row says`, () => {
      for (const text of good)
        assert.deepEqual(errorsWith(path, text), [], `refuses ${JSON.stringify(text)}`);
      for (const text of bad)
        assert.notDeepEqual(errorsWith(path, text), [], `takes ${JSON.stringify(text)}`);
    });
  }

  test('every pattern has a table row, and says in words what it asks for', () => {
    const patterns = schemaNodes(workerAppSchema).filter(({ schema }) => schema.pattern !== undefined);
    assert.deepEqual(patterns.map(({ path }) => path).sort(), Object.keys(PATTERNS).sort());
    assert.deepEqual(
      patterns.filter(({ schema }) => !schema['x-pattern-meaning']).map(({ path }) => path),
      [],
    );
  });

  test('every pattern means the same to Go: anchored, no look-around, no reference, no class escape', () => {
    for (const { schema } of schemaNodes(workerAppSchema)) {
      if (schema.pattern === undefined) continue;
      assert.match(schema.pattern, /^\^.*\$$/);
      assert.doesNotMatch(schema.pattern, /\(\?|\\[1-9a-zA-Z]/);
    }
  });
});

/** Schema paths of the errors about the field alone. */
function errorsWith(path: string, text: string): readonly string[] {
  const at = steps(
    path
      .replace(/\[\]/g, '.0')
      .replace(/\.0\.valueFrom\.secret/, '.1.valueFrom.secret')
      .replace(/\.0\.valueFrom\.config/, '.2.valueFrom.config')
      .replace(/\{(key)?\}$/, ''),
  );
  const value = path.endsWith('{key}') ? { [text]: 'a' } : path.endsWith('{}') ? { team: text } : text;
  validateWorkerApp(withValueAt(FULL_APP, at, value));
  return (validateWorkerApp.errors ?? []).map((error) => error.schemaPath);
}
