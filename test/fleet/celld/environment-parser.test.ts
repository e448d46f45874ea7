import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { supports } from '../../../fleet/celld-capabilities.ts';
import { isRefusedEnvironmentName } from '../../../fleet/celld-removed-names.ts';
import { celldEnvironment, type EnvEntry } from '../../../fleet/environment.ts';
import type { EnvironmentInput } from '../../../fleet/environment-input.ts';
import { celldArguments } from '../../../fleet/listen.ts';
import { type CelldVersion, formatVersion, versionOf } from '../../../fleet/version.ts';
import { expandVariables } from '../expand-variables.ts';
import { RENDERABLE } from '../versions.ts';
import { celldStartErrors } from './celld-parser.ts';

/** The container's environment as the kubelet makes it: a value may refer to what stands before it. */
function atStart(entries: readonly EnvEntry[]): Record<string, string> {
  const env: Record<string, string> = {};
  for (const entry of entries) {
    if ('value' in entry) env[entry.name] = expandVariables(entry.value, env);
    else env[entry.name] = 'fieldPath' in entry ? 'chat-celld-0' : 'from a Secret';
  }
  return env;
}

function inputs(version: CelldVersion): fc.Arbitrary<EnvironmentInput> {
  const prefix = fc.stringMatching(/^(\/[A-Za-z0-9_.-]{1,9}){0,2}$/);
  const secret = { secretRef: 'credentials' };
  const stores = [
    fc
      .record(
        {
          endpoint: fc.constantFrom('https://minio.example'),
          region: fc.constantFrom('eu-west-1'),
          credentialsFrom: fc.constant(secret),
        },
        { requiredKeys: [] },
      )
      .map((rest) => ({ name: 's3://cells', ...rest })),
    fc
      .record({ credentialsFrom: fc.constant(secret) }, { requiredKeys: [] })
      .map((rest) => ({ name: 'gs://cells', ...rest })),
    ...(supports(version, 'az-bucket')
      ? [
          fc
            .record({ credentialsFrom: fc.constant(secret) }, { requiredKeys: [] })
            .map((rest) => ({ name: 'az://cells', storageAccount: 'acme', ...rest })),
        ]
      : []),
  ];
  const telemetry = fc.record(
    {
      enabled: fc.boolean(),
      sink: fc.constantFrom('bucket' as const, 'otlp' as const),
      otlpEndpoint: fc.constantFrom('http://otel:4318', 'https://otel.example/'),
      retention: fc.constantFrom('30d', '1d', 'none'),
    },
    { requiredKeys: ['enabled'] },
  );
  const spec = fc.record(
    {
      bucket: fc
        .tuple(fc.oneof(...stores), prefix)
        .map(([store, path]) => ({ ...store, name: store.name + path })),
      resources: fc.record({
        memoryGi: fc.integer({ min: 1, max: 65_536 }),
        maxResidentCells: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      }),
      durability: supports(version, 'fleet-durability')
        ? fc.constantFrom('bucket' as const, 'fleet' as const)
        : fc.constant('bucket' as const),
      telemetry,
      clusterDomain: fc.constantFrom('cluster.local', 'cluster.local.', 'managed.example.org'),
      trustForwardedHeaders: supports(version, 'trust-forwarded-headers') ? fc.boolean() : fc.constant(false),
      ...(supports(version, 'vars-file') && { vars: fc.constant({ secretRef: 'vars' }) }),
      podTemplate: fc.constantFrom({ env: [{ name: 'GREETING', value: '$(AWS_SECRET_ACCESS_KEY) $$' }] }),
    },
    { requiredKeys: ['bucket', 'resources', 'durability', 'telemetry', 'clusterDomain'] },
  );
  return fc.record(
    {
      version: fc.constant(version),
      app: fc.constant('chat'),
      namespace: fc.constant('prod'),
      spec,
      ipFamily: fc.constantFrom('IPv4' as const, 'IPv6' as const),
    },
    { requiredKeys: ['version', 'app', 'namespace', 'spec'] },
  );
}

for (const version of RENDERABLE) {
  test(`celld ${formatVersion(version)} starts with every environment that we render for it`, () => {
    fc.assert(
      fc.property(inputs(version), (input) => {
        const env = atStart(celldEnvironment(input));
        const args = celldArguments(input.spec.bucket.name, input.ipFamily).map((arg) =>
          expandVariables(arg, env),
        );
        assert.deepEqual(celldStartErrors(version, env, args), []);
        assert.equal(env['CELLD_BUCKET'], input.spec.bucket.name);
      }),
    );
  });
}

test('no name that a version refuses is ever rendered for it', () => {
  const anyInput = fc.constantFrom(...RENDERABLE).chain(inputs);
  fc.assert(
    fc.property(anyInput, (input) => {
      const refused = celldEnvironment(input).filter(({ name }) =>
        isRefusedEnvironmentName(input.version, name),
      );
      assert.deepEqual(refused, []);
    }),
  );
});

const REFUSED: readonly [string, Record<string, string>, RegExp][] = [
  ['a boolean in words', { CELLD_TRUST_FORWARDED_HEADERS: 'true' }, /0 or 1/],
  ['an exponent', { CELLD_MAX_RESIDENT_CELLS: '1e3' }, /invalid value/],
  ['an empty number', { CELLD_MAX_RSS_MB: '' }, /invalid value/],
  ['a zero bound', { CELLD_SHUTDOWN_TOTAL_MS: '0' }, /greater than zero/],
  ['a durability in capitals', { CELLD_DURABILITY: 'Fleet' }, /bucket or fleet/],
  ['a removed name, even when empty', { CELLD_SHUTDOWN_DRAIN_MS: '' }, /removed/],
  ['a variable for the Worker', { CELLD_VAR_X: '1' }, /removed/],
  ['telemetry in words', { CELLD_OTEL: 'on' }, /0, 1 or a URL/],
  ['retention in hours', { CELLD_OTEL_RETENTION: '30h' }, /<n>d or none/],
  ['an address without an internal listener', { CELLD_INTERNAL_ADDR: '' }, /no internal listener/],
  ['an internal listener by name', { CELLD_INTERNAL_ADDR: 'localhost:8081' }, /not an IP:PORT/],
  ['a host name with a dot at its end', { CELLD_ADVERTISE: 'a.cluster.local.:8081' }, /bad advertise host/],
  ['an S3 endpoint for Google', { CELLD_BUCKET: 'gs://cells', S3_ENDPOINT: 'https://x' }, /another store/],
];

for (const [what, change, expected] of REFUSED) {
  test(`the parser that these tests use refuses ${what}`, () => {
    const env = { CELLD_INTERNAL_ADDR: '0.0.0.0:8081', CELLD_ADVERTISE: 'a.b:8081', ...change };
    assert.match(
      celldStartErrors(versionOf('0.6.2'), env, ['--listen', '0.0.0.0:8080']).join('; '),
      expected,
    );
  });
}
