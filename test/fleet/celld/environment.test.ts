import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusedEnvironmentName, refusedEnvironmentNames } from '../../../fleet/celld-removed-names.ts';
import { celldEnvironment, type EnvEntry } from '../../../fleet/environment.ts';
import type { EnvironmentSpec } from '../../../fleet/environment-input.ts';
import { celldArguments } from '../../../fleet/listen.ts';
import { isReservedVariableName } from '../../../fleet/user-environment.ts';
import { formatVersion, versionOf, type VersionText } from '../../../fleet/version.ts';
import { RENDERABLE } from '../versions.ts';

const SPEC: EnvironmentSpec = {
  bucket: { name: 's3://cells/chat' },
  resources: { memoryGi: 8, maxResidentCells: 1000 },
  durability: 'bucket',
  telemetry: { enabled: false, retention: '30d' },
  clusterDomain: 'cluster.local',
};

function render(version: VersionText, change: Partial<EnvironmentSpec> = {}): readonly EnvEntry[] {
  return celldEnvironment({
    version: versionOf(version),
    app: 'chat',
    namespace: 'prod',
    spec: { ...SPEC, ...change },
  });
}

/** `NAME=value`, `NAME@field` or `NAME<secret/key`, with a question mark where the key may be absent. */
function shown(entries: readonly EnvEntry[]): readonly string[] {
  return entries.map((entry) => {
    if ('value' in entry) return `${entry.name}=${entry.value}`;
    if ('fieldPath' in entry) return `${entry.name}@${entry.fieldPath}`;
    const holder = 'secret' in entry ? entry.secret : `configmap:${entry.configMap}`;
    return `${entry.name}<${holder}/${entry.key}${entry.optional ? '?' : ''}`;
  });
}

function valueOf(entries: readonly EnvEntry[], name: string): string | undefined {
  const entry = entries.find((candidate) => candidate.name === name);
  return entry !== undefined && 'value' in entry ? entry.value : undefined;
}

const ADVERTISE = 'CELLD_ADVERTISE=$(POD_NAME).chat-celld-internal.prod.svc.cluster.local:8081';
const HEAD = [
  'CELLD_BUCKET=s3://cells/chat',
  'CELLD_INTERNAL_ADDR=0.0.0.0:8081',
  ADVERTISE,
  'CELLD_WATCH=/var/lib/celld',
];
const CEILINGS = ['CELLD_MAX_RESIDENT_CELLS=1000', 'CELLD_MAX_RSS_MB=6553'];
const DRAIN = 'CELLD_SHUTDOWN_DRAIN_MS=25000';
const TOTAL = 'CELLD_SHUTDOWN_TOTAL_MS=40000';
const TWO = ['POD_NAME@metadata.name', ...HEAD, DRAIN, ...CEILINGS, 'CELLD_OTEL=0'];
const THREE = [
  'POD_NAME@metadata.name',
  ...HEAD,
  DRAIN,
  ...CEILINGS,
  'CELLD_DURABILITY=bucket',
  'CELLD_OTEL=0',
];
const FOUR = [
  'POD_NAME@metadata.name',
  'HOME=/tmp',
  ...HEAD,
  DRAIN,
  TOTAL,
  ...CEILINGS,
  'CELLD_DURABILITY=bucket',
  'CELLD_OTEL=0',
];
const FIVE = [
  'POD_NAME@metadata.name',
  'HOME=/tmp',
  ...HEAD,
  TOTAL,
  ...CEILINGS,
  'CELLD_DURABILITY=bucket',
  'CELLD_OTEL=0',
];

const PLAIN = {
  '0.2.0': TWO,
  '0.2.1': TWO,
  '0.3.0': THREE,
  '0.4.0': FOUR,
  '0.4.1': FOUR,
  '0.5.0': FIVE,
  '0.5.1': FIVE,
  '0.6.0': FIVE,
  '0.6.1': FIVE,
  '0.6.2': FIVE,
} as const satisfies Record<string, readonly string[]>;

for (const version of RENDERABLE.map(formatVersion)) {
  test(`the environment of a plain fleet on celld ${version}, in order`, () => {
    assert.deepEqual(shown(render(version)), Object.entries(PLAIN).find(([known]) => known === version)?.[1]);
  });
}

test('POD_NAME stands before CELLD_ADVERTISE, which the kubelet fills in from it', () => {
  const names = render('0.6.2').map(({ name }) => name);
  assert.equal(names[0], 'POD_NAME');
  assert.ok(names.includes('CELLD_ADVERTISE'));
});

test('every name stands once, whatever the version', () => {
  for (const version of RENDERABLE.map(formatVersion)) {
    const names = render(version, { telemetry: { enabled: true, otlpEndpoint: 'http://otel:4318' } }).map(
      ({ name }) => name,
    );
    assert.equal(new Set(names).size, names.length, version);
  }
});

test('CELLD_DURABILITY is written from 0.3 on, because celld’s own default is fleet', () => {
  assert.equal(valueOf(render('0.2.1'), 'CELLD_DURABILITY'), undefined);
  assert.equal(valueOf(render('0.3.0'), 'CELLD_DURABILITY'), 'bucket');
  assert.equal(valueOf(render('0.6.2', { durability: 'fleet' }), 'CELLD_DURABILITY'), 'fleet');
});

test('CELLD_TRUST_FORWARDED_HEADERS is 1 or left out, and unknown before 0.2.1', () => {
  assert.equal(
    valueOf(render('0.2.0', { trustForwardedHeaders: true }), 'CELLD_TRUST_FORWARDED_HEADERS'),
    undefined,
  );
  assert.equal(
    valueOf(render('0.2.1', { trustForwardedHeaders: true }), 'CELLD_TRUST_FORWARDED_HEADERS'),
    '1',
  );
  assert.equal(
    valueOf(render('0.2.1', { trustForwardedHeaders: false }), 'CELLD_TRUST_FORWARDED_HEADERS'),
    undefined,
  );
});

test('CELLD_MAX_RSS_MB is 80 % of the memory limit in whole mebibytes', () => {
  const ceiling = (memoryGi: number) =>
    valueOf(render('0.6.2', { resources: { memoryGi, maxResidentCells: 1 } }), 'CELLD_MAX_RSS_MB');
  assert.deepEqual([1, 2, 8, 65_536].map(ceiling), ['819', '1638', '6553', '53687091']);
});

test('a number that is no whole number is never written', () => {
  const render1 = (maxResidentCells: number) =>
    render('0.6.2', { resources: { memoryGi: 1, maxResidentCells } });
  for (const value of [1e21, 1.5, -1, Number.NaN]) assert.throws(() => render1(value), /plain whole number/);
});

const SECRET = { credentialsFrom: { secretRef: 'creds' } };
const STORES: readonly [EnvironmentSpec['bucket'], readonly string[]][] = [
  [{ name: 's3://b' }, []],
  [
    { name: 's3://b', endpoint: 'https://x.example', region: 'auto', ...SECRET },
    [
      'S3_ENDPOINT=https://x.example',
      'AWS_REGION=auto',
      'AWS_ACCESS_KEY_ID<creds/AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY<creds/AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN<creds/AWS_SESSION_TOKEN?',
    ],
  ],
  [{ name: 'gs://b', region: 'eu', endpoint: 'https://x.example' }, []],
  [{ name: 'gs://b', ...SECRET }, ['GOOGLE_SERVICE_ACCOUNT_KEY<creds/GOOGLE_SERVICE_ACCOUNT_KEY']],
  [{ name: 'az://b', storageAccount: 'acme' }, ['AZURE_STORAGE_ACCOUNT_NAME=acme']],
  [
    { name: 'az://b', storageAccount: 'acme', region: 'eu', ...SECRET },
    ['AZURE_STORAGE_ACCOUNT_NAME=acme', 'AZURE_STORAGE_ACCOUNT_KEY<creds/AZURE_STORAGE_ACCOUNT_KEY'],
  ],
];

for (const [bucket, expected] of STORES) {
  test(`a store’s variables and the fixed keys of its Secret, for ${JSON.stringify(bucket)}`, () => {
    const store = shown(render('0.6.2', { bucket })).filter((text) => /^(S3|AWS|AZURE|GOOGLE)_/.test(text));
    assert.deepEqual(store, expected);
  });
}

const OTLP = { enabled: true, otlpEndpoint: 'http://otel:4318', retention: '30d' };
const TELEMETRY: readonly [VersionText, EnvironmentSpec['telemetry'], readonly string[]][] = [
  [
    '0.4.1',
    { enabled: true, retention: '7d' },
    ['CELLD_OTEL=1', 'OTEL_SERVICE_NAME=chat', 'CELLD_OTEL_RETENTION=7d'],
  ],
  [
    '0.5.0',
    { enabled: true, retention: 'none' },
    ['CELLD_OTEL=1', 'OTEL_SERVICE_NAME=chat', 'CELLD_OTEL_RETENTION=none'],
  ],
  [
    '0.2.0',
    OTLP,
    [
      'CELLD_OTEL=1',
      'OTEL_SERVICE_NAME=chat',
      'CELLD_OTEL_SINK=otlp',
      'OTEL_EXPORTER_OTLP_ENDPOINT=http://otel:4318',
    ],
  ],
  [
    '0.4.1',
    { enabled: true, sink: 'otlp' },
    ['CELLD_OTEL=1', 'OTEL_SERVICE_NAME=chat', 'CELLD_OTEL_SINK=otlp'],
  ],
  ['0.5.0', OTLP, ['CELLD_OTEL=http://otel:4318', 'OTEL_SERVICE_NAME=chat']],
  ['0.6.2', { enabled: true, sink: 'otlp' }, ['CELLD_OTEL=http://localhost:4318', 'OTEL_SERVICE_NAME=chat']],
  [
    '0.6.2',
    { enabled: true, sink: 'bucket', otlpEndpoint: 'http://otel:4318' },
    ['CELLD_OTEL=1', 'OTEL_SERVICE_NAME=chat'],
  ],
  ['0.6.2', { ...OTLP, enabled: false }, ['CELLD_OTEL=0']],
];

for (const [version, telemetry, expected] of TELEMETRY) {
  test(`telemetry of celld ${version} for ${JSON.stringify(telemetry)}`, () => {
    assert.deepEqual(
      shown(render(version, { telemetry })).filter((text) => text.includes('OTEL')),
      expected,
    );
  });
}

test('CELLD_VARS_FILE is written before 0.5 and refused after', () => {
  const vars = { secretRef: 'vars' };
  assert.equal(valueOf(render('0.4.1', { vars }), 'CELLD_VARS_FILE'), '/etc/celld/vars/vars.env');
  assert.equal(valueOf(render('0.5.0', { vars }), 'CELLD_VARS_FILE'), undefined);
});

test('removed names are refused from 0.5 on, and so is every CELLD_VAR_ name', () => {
  assert.deepEqual(refusedEnvironmentNames(versionOf('0.4.1')), []);
  assert.equal(refusedEnvironmentNames(versionOf('0.5.0')).length, 20);
  assert.ok(isRefusedEnvironmentName(versionOf('0.5.0'), 'CELLD_VAR_TOKEN'));
  assert.ok(isRefusedEnvironmentName(versionOf('0.6.2'), 'CELLD_DRAIN_TOKEN_WAIT_MS'));
  assert.ok(!isRefusedEnvironmentName(versionOf('0.4.1'), 'CELLD_VAR_TOKEN'));
});

test('the advertised name is the pod’s own behind the headless Service, in any cluster domain', () => {
  assert.equal(
    valueOf(render('0.6.2', { clusterDomain: 'managed.example.' }), 'CELLD_ADVERTISE'),
    '$(POD_NAME).chat-celld-internal.prod.svc.managed.example:8081',
  );
});

test('a fleet listens on IPv6 only when it is asked to', () => {
  const input = { version: versionOf('0.6.2'), app: 'chat', namespace: 'prod', spec: SPEC };
  assert.equal(valueOf(celldEnvironment({ ...input, ipFamily: 'IPv6' }), 'CELLD_INTERNAL_ADDR'), '[::]:8081');
  assert.deepEqual(celldArguments('s3://b', 'IPv6'), ['--bucket', 's3://b', '--listen', '[::]:8080']);
  assert.deepEqual(celldArguments('s3://b'), ['--bucket', 's3://b', '--listen', '0.0.0.0:8080']);
});

test('text of a user never names a variable that the kubelet would fill in', () => {
  const podTemplate = { env: [{ name: 'GREETING', value: 'hello $(AWS_SECRET_ACCESS_KEY)' }] };
  const entries = render('0.6.2', { podTemplate, bucket: { name: 's3://$(X)', endpoint: 'https://$(Y)' } });
  assert.equal(valueOf(entries, 'GREETING'), 'hello $$(AWS_SECRET_ACCESS_KEY)');
  assert.equal(valueOf(entries, 'CELLD_BUCKET'), 's3://$$(X)');
  assert.equal(valueOf(entries, 'S3_ENDPOINT'), 'https://$$(Y)');
  assert.deepEqual(celldArguments('s3://$(X)')[1], 's3://$$(X)');
});

test('a variable of the user may be a key of a Secret or a ConfigMap', () => {
  const env = [
    { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'app', key: 'token' } } },
    { name: 'MODE', valueFrom: { configMapKeyRef: { name: 'app', key: '$(x)', optional: true } } },
    { name: 'PLAIN', valueFrom: { secretKeyRef: { name: 'app', key: 'plain', optional: false } } },
  ];
  assert.deepEqual(shown(render('0.6.2', { podTemplate: { env } })).slice(-3), [
    'TOKEN<app/token',
    'MODE<configmap:app/$(x)?',
    'PLAIN<app/plain',
  ]);
});

test('variables of the user stand last', () => {
  const names = render('0.6.2', {
    podTemplate: {
      env: [
        { name: 'A', value: '' },
        { name: 'B', value: '' },
      ],
    },
  });
  assert.deepEqual(
    names.slice(-2).map(({ name }) => name),
    ['A', 'B'],
  );
});

test('a user sets no variable that the runtime, an SDK or the loader reads, in any case of letters', () => {
  const reserved = [
    'CELLD_OTEL',
    'celld_otel',
    'AWS_PROFILE',
    'AZURE_X',
    'GOOGLE_X',
    'S3_ENDPOINT',
    'OTEL_X',
    'LD_PRELOAD',
  ];
  const more = [
    'MALLOC_CONF',
    'MALLOCX',
    'RUST_LOG',
    'SSL_CERT_FILE',
    'KUBERNETES_X',
    'POD_NAME',
    'HTTPS_PROXY',
    'no_proxy',
    'Home',
    'TMPDIR',
    'PATH',
  ];
  assert.deepEqual(
    [...reserved, ...more].filter((name) => !isReservedVariableName(name)),
    [],
  );
  assert.deepEqual(['GREETING', 'HOMEPAGE', 'MY_PATH', 'PROXY', 'XAWS_'].filter(isReservedVariableName), []);
  assert.throws(
    () => render('0.6.2', { podTemplate: { env: [{ name: 'CELLD_OTEL', value: '0' }] } }),
    /reserved/,
  );
});
