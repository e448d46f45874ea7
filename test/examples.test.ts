import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite, test } from 'node:test';
import { loadAll, YAML11_SCHEMA } from 'js-yaml';
import { parseAllDocuments } from 'yaml';
import { joinObjects, writeObject } from '../cmp/render/output-object.ts';
import { MAX_ORDINAL } from '../fleet/names.ts';
import { KNOWN_MINORS } from '../fleet/celld-versions.ts';
import { listExamples } from '../scripts/examples/example.ts';
import { renderGuards } from '../scripts/examples/render-guards.ts';
import { renderExample } from '../scripts/examples/render-example.ts';
import packageFile from '../package.json' with { type: 'json' };

const EXAMPLES = listExamples();

/** Cases that a reader looks for, beside one for every minor of celld. */
const WANTED = [
  'ambient-mesh',
  'autoscaling-exporter',
  'autoscaling-prometheus',
  'azure',
  'fleet-durability',
  'gcs-workload-identity',
  'ingress-issuer',
  'internal-only',
  'otlp-telemetry-0.4',
  'otlp-telemetry-0.6',
  'quick-start',
  'r2-endpoint',
  'several-apps',
  'template-override',
  'virtual-service',
  'websockets',
  'celldstack-aws',
  'celldstack-azurite',
  'celldstack-environments',
  'celldstack-external-secret',
  'celldstack-minimal',
  'celldstack-own-values',
  'celldstack-standard',
  ...KNOWN_MINORS.map((minor) => `celld-${minor}`),
].sort();

test('There is an example for each case, and for every minor of celld', () => {
  assert.deepEqual(
    EXAMPLES.map(({ name }) => name),
    WANTED,
  );
});

suite('The example', () => {
  for (const example of EXAMPLES) {
    const { name, folder, expectedFile, guardFile } = example;
    const warningsFile = join(folder, 'warnings.txt');
    const isStack = name.startsWith('celldstack-');

    test(`${name} renders to its expected.yaml, byte for byte, with the warnings of its warnings.txt alone`, async () => {
      const { objects, warnings } = await renderExample(example);
      const rendered = joinObjects(objects.map(writeObject));
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(expectedFile, rendered);
      assert.equal(rendered, readFileSync(expectedFile, 'utf8'));
      const told = existsSync(warningsFile) ? readFileSync(warningsFile, 'utf8') : '';
      assert.equal(warnings.map((warning) => `${warning}\n`).join(''), told);
    });

    test(`${name} reads alike in YAML 1.1 and 1.2, in two libraries`, () => {
      const text = readFileSync(expectedFile, 'utf8');
      const expected = parseAll(text);
      const readings = [parseAll(text, '1.1'), loadAll(text, { schema: YAML11_SCHEMA }), loadAll(text)];
      for (const reading of readings) assert.deepEqual(reading, expected);
    });

    test(`${name} has no null, no empty map and no empty list, which would be drift for ever`, () => {
      assert.deepEqual(emptyPlaces(parseAll(readFileSync(expectedFile, 'utf8')), name), []);
    });

    if (isStack)
      test(`${name} has a guard that renders to its expected-guard.yaml`, async () => {
        const guards = await renderGuards(example, (await renderExample(example)).objects);
        const rendered = joinObjects(guards.map(writeObject));
        if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(guardFile, rendered);
        assert.equal(rendered, readFileSync(guardFile, 'utf8'));
      });

    if (!isStack)
      test(`${name} has StatefulSets that move no pod and set no size`, () => {
        const sets = parseAll(readFileSync(expectedFile, 'utf8')).filter(
          ({ kind }) => kind === 'StatefulSet',
        );
        assert.ok(sets.length > 0);
        for (const { spec } of sets) {
          const { partition } = spec.updateStrategy?.rollingUpdate ?? {};
          assert.equal(spec.updateStrategy?.type, 'RollingUpdate');
          assert.ok(partition !== undefined && partition > MAX_ORDINAL);
          assert.ok(!('replicas' in spec));
        }
      });

    test(`${name} says what it shows, and names the plugin with its version`, () => {
      assert.match(readFileSync(join(folder, 'README.md'), 'utf8'), /^# \S.*\n\n\S/);
      const application = readFileSync(join(folder, 'application.yaml'), 'utf8');
      assert.ok(application.includes(`name: celld-gitops-v${packageFile.version}\n`));
      assert.ok(application.includes(`path: ${folder}/app\n`));
    });

    test(`${name} tells editors where the schemas of its files are`, () => {
      const files = globSync(['app/*.yaml', 'platform.yaml'], { cwd: folder }).map((file) =>
        join(folder, file),
      );
      const ours = files.filter((file) =>
        /^kind: (?:WorkerApp|CelldStack|Platform)$/m.test(readFileSync(file, 'utf8')),
      );
      assert.ok(ours.length > 0);
      for (const file of ours) assertSchemaLine(file);
    });
  }
});

interface Parsed {
  readonly kind: string;
  readonly spec: {
    readonly updateStrategy?: {
      readonly type: string;
      readonly rollingUpdate?: { readonly partition?: number };
    };
  };
}

function parseAll(text: string, version: '1.1' | '1.2' = '1.2'): readonly Parsed[] {
  return [...parseAllDocuments(text, { version })].map((document) => document.toJS() as Parsed);
}

/** Paths of values that hold nothing. */
function emptyPlaces(value: unknown, path: string): readonly string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value);
  return entries.length === 0
    ? [path]
    : entries.flatMap(([key, child]) => emptyPlaces(child, `${path}.${key}`));
}

const SCHEMAS = {
  WorkerApp: 'workerapp.schema.json',
  CelldStack: 'celldstack.schema.json',
  Platform: 'platform.schema.json',
} as const;

function assertSchemaLine(file: string): void {
  const text = readFileSync(file, 'utf8');
  const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? '';
  const kind = (/^kind: (WorkerApp|CelldStack|Platform)$/m.exec(text)?.[1] ??
    'WorkerApp') as keyof typeof SCHEMAS;
  const path = resolve(dirname(file), schema);
  assert.ok(existsSync(path), `${file} starts with the path of a schema`);
  assert.equal(path, resolve('schemas', SCHEMAS[kind]));
}
