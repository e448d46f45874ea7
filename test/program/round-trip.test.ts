import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { loadAll, YAML11_SCHEMA } from 'js-yaml';
import { parseAllDocuments } from 'yaml';
import { generate } from '../../cmp/generate.ts';
import { joinObjects, writeObject, type WrittenObject } from '../../cmp/render/output-object.ts';
import { sha256Hex } from '../../cmp/sha256.ts';
import { formatProblem } from '../../documents/problem.ts';
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { expandVariables } from '../fleet/expand-variables.ts';

/** What a user may write where the API has no pattern; NUL and half characters are refused in git already. */
const TEXT = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(fc.constantFrom('\n', ' ', '\t', '#', ': ', '- ', '"', "'", '|', '>', '%', '{{', 'x', '\r'), {
        maxLength: 20,
      })
      .map((parts) => parts.join('')),
    fc.constantFrom(
      ...['yes', 'no', 'on', 'off', 'y', 'n', 'true', 'null', '~', '', '=', '<<', '*a', '&a', '!!str x'],
      ...['0b1', '0o7', '0777', '0x1f', '1_000', '1e3', '.5', '.inf', '12:30:45', '2026-01-01', '1e400'],
      ...['---', '...', '--- x', '%YAML 1.1', '? a', '- a', 'a: b', '@a', '`a', '{{name}}', '{{{name}}}'],
      ...['$(AWS_SECRET_ACCESS_KEY)', '$$(A)', '$', '$$$(', '&amp;', '<&>', '\u2028', '\u0085', '\ufeff'],
      'x'.repeat(5_000),
      'long line '.repeat(300),
    ),
  )
  .filter((text) => text.isWellFormed() && !text.includes('\0'));

/** The same for a label value, which has a pattern. */
const LABEL = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,30}[A-Za-z0-9])?$/),
  fc.constantFrom('', 'yes', 'no', 'on', 'n', 'null', 'true', '0777', '1_000', '1e3', '0x1f', '1.0', '007'),
);

interface Written {
  readonly annotation: string;
  readonly label: string;
  readonly variable: string;
  readonly note: string;
  readonly podLabel: string;
  readonly data: string;
}

const WRITTEN = fc.record<Written>(
  { annotation: TEXT, label: LABEL, variable: TEXT, note: TEXT, podLabel: LABEL, data: TEXT },
  { noNullPrototype: true },
);

const PLATFORM = JSON.stringify({
  apiVersion: 'celld-gitops.io/v1alpha1',
  kind: 'Platform',
  tenants: [
    {
      projects: ['*'],
      namespaces: ['*'],
      imagePrefixes: ['ghcr.io/denoland/celld:'],
      bucketPrefixes: ['*'],
      podLabels: [{ key: 'team', values: ['*'] }],
      podAnnotations: [{ key: 'example.com/note', values: ['*'] }],
      serviceAnnotations: [{ key: 'example.com/note', values: ['*'] }],
    },
  ],
});

function workerApp({ annotation, label, variable, note, podLabel }: Written): object {
  return {
    apiVersion: 'celld-operator.io/v1alpha1',
    kind: 'WorkerApp',
    metadata: { name: 'chat', labels: { team: label }, annotations: { 'example.com/note': annotation } },
    spec: {
      appVersion: '3f2a9c0d1e4b5a67',
      celld: { image: 'ghcr.io/denoland/celld:v0.6.2' },
      bucket: { name: 's3://cells/chat' },
      service: { annotations: { 'example.com/note': note } },
      podTemplate: {
        labels: { team: podLabel },
        annotations: { 'example.com/note': note },
        env: [{ name: 'NOTE', value: variable }],
      },
    },
  };
}

function configMap({ data }: Written): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { text: data } };
}

/** JSON in which whatever a file may not hold raw is an escape sequence, as an editor would write it. */
function escapedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff\ufdd0-\ufdef]|[\ud800-\udbff][\udc00-\udfff]/g,
    (character) =>
      character.length === 2 && !/\p{Noncharacter_Code_Point}/u.test(character)
        ? character
        : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  );
}

type Tree = Readonly<Record<string, unknown>>;

/** What came back at the places where the values were written. */
function readBack(documents: readonly unknown[]): Written {
  const find = (kind: string, name: string): unknown =>
    documents.find((document) => at(document, 'kind') === kind && at(document, 'metadata', 'name') === name);
  const set = find('StatefulSet', 'chat-celld');
  const template = at(set, 'spec', 'template', 'metadata');
  const app = find('WorkerApp', 'chat');
  const env = at(set, 'spec', 'template', 'spec', 'containers', '0', 'env') as readonly Tree[];
  const note = at(template, 'annotations', 'example.com/note');
  assert.equal(at(find('Service', 'chat-celld'), 'metadata', 'annotations', 'example.com/note'), note);
  const value = text(env.find(({ name }) => name === 'NOTE')?.['value']);
  return {
    annotation: text(at(app, 'metadata', 'annotations', 'example.com/note')),
    label: text(at(app, 'metadata', 'labels', 'team')),
    variable: expandVariables(value, { AWS_SECRET_ACCESS_KEY: 'leaked', A: 'leaked' }),
    note: text(note),
    podLabel: text(at(template, 'labels', 'team')),
    data: text(at(find('ConfigMap', 'settings'), 'data', 'text')),
  };
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (inner as Tree | undefined)?.[key], value);
}

/** An empty value may be left out: to the API server it is the same. Anything that is no text shows as such. */
function text(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : `not a text: ${JSON.stringify(value)}`;
}

const READERS: Readonly<Record<string, (stream: string) => readonly unknown[]>> = {
  'YAML 1.1': (stream) =>
    [...parseAllDocuments(stream, { version: '1.1' })].map((document) => document.toJS() as unknown),
  'YAML 1.2': (stream) => [...parseAllDocuments(stream)].map((document) => document.toJS() as unknown),
  'YAML 1.1 by another library': (stream) => loadAll(stream, { schema: YAML11_SCHEMA }),
  'YAML 1.2 by another library': (stream) => loadAll(stream),
};

suite('Whatever text a user writes', () => {
  test('comes back unchanged from the manifests, by readers of YAML 1.1 and 1.2', async (t) => {
    const folder = temporaryFolder(t, { 'app/app.yaml': '', 'platform.yaml': PLATFORM });
    const request = {
      folder: join(folder, 'app'),
      platformFile: join(folder, 'platform.yaml'),
      namespace: 'chat',
    };
    const tools = { sha256Hex, monotonic: () => performance.now() };
    const property = async (written: Written): Promise<void> => {
      const input = [workerApp(written), configMap(written)].map(escapedJson).join('\n---\n');
      writeFileSync(join(folder, 'app/app.yaml'), `${input}\n`);
      const objects: WrittenObject[] = [];
      const result = await generate(request, tools, (object) => objects.push(writeObject(object)));
      assert.ok(result.ok, result.ok ? '' : result.problems.map(formatProblem).join('\n'));
      const stream = joinObjects(objects);
      for (const [name, parse] of Object.entries(READERS)) {
        assert.deepEqual(readBack(parse(stream)), written, name);
      }
    };
    await fc.assert(fc.asyncProperty(WRITTEN, property), { numRuns: 100 });
  });
});
