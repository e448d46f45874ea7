import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parse, parseAllDocuments } from 'yaml';
import { listExamples, type Example } from '../../scripts/examples/example.ts';
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { ROOT } from './harness/bundle.ts';
import { renderHere } from './harness/render-here.ts';
import { runProgram } from './harness/run-program.ts';

const EXAMPLES = listExamples(join(ROOT, 'examples'));

/** The example as a command line, with paths as seen from `cwd`. */
function argumentsFor({ request }: Example, cwd: string): string[] {
  const from = (path: string): string => relative(cwd, path);
  return [
    'generate',
    from(request.folder),
    ...(request.platformFile === undefined ? [] : ['--platform', from(request.platformFile)]),
    ...(request.templatesFolder === undefined ? [] : ['--templates', from(request.templatesFolder)]),
  ];
}

function environmentFor({ request }: Example): Record<string, string> {
  return {
    ARGOCD_APP_NAMESPACE: request.namespace ?? '',
    ARGOCD_APP_PROJECT_NAME: request.project ?? '',
    ARGOCD_APP_PARAMETERS: request.parameters ?? 'null',
    ARGOCD_APP_SOURCE_REPO_URL: request.source?.repoURL ?? '',
    ARGOCD_APP_SOURCE_PATH: request.source?.path ?? '',
    ARGOCD_APP_SOURCE_TARGET_REVISION: request.source?.targetRevision ?? '',
  };
}

async function render(example: Example, cwd: string, more: Record<string, string>): Promise<string> {
  const env = { ...environmentFor(example), ...more };
  const { status, stdout, stderr } = await runProgram(argumentsFor(example, cwd), { cwd, env });
  assert.equal(status, 0, stderr);
  return stdout;
}

suite(
  'The bundle prints expected.yaml, whatever the folder, time zone and locale',
  { concurrency: 4 },
  () => {
    for (const example of EXAMPLES) {
      test(`of the example ${example.name}`, async (t) => {
        const env = { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' };
        const stdout = await render(example, temporaryFolder(t), env);
        assert.equal(stdout, readFileSync(example.expectedFile, 'utf8'));
      });
    }
  },
);

suite('The sources print what the bundle prints', { concurrency: 4 }, () => {
  for (const example of EXAMPLES.filter(({ name }) => /^(?:several-apps|template-override)$/.test(name))) {
    test(`of the example ${example.name}`, async () => {
      const options = { cwd: ROOT, env: environmentFor(example), node: [join(ROOT, 'main.ts')] };
      const run = await runProgram(argumentsFor(example, ROOT), options);
      assert.deepEqual([run.status, run.stdout], [0, readFileSync(example.expectedFile, 'utf8')]);
    });
  }
});

suite('generate writes the same bytes', () => {
  const folder = join(ROOT, 'examples/several-apps/app');
  const texts = ['certificate.yaml', 'fleets.yaml', 'settings.yaml'].flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => document.toString()),
  );

  test('whatever file a document stands in, and in whatever order files were made', async (t) => {
    const expected = await renderHere(folder, 'chat');
    const placing = fc.tuple(
      fc.shuffledSubarray(texts, { minLength: texts.length }),
      fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/), {
        minLength: texts.length,
        maxLength: texts.length,
      }),
      fc.constantFrom('.yaml', '.yml'),
    );
    await fc.assert(
      fc.asyncProperty(placing, async ([shuffled, names, ending]) => {
        const files = shuffled.map((text, index) => [`${names[index] ?? ''}${ending}`, text] as const);
        assert.equal(await renderHere(temporaryFolder(t, Object.fromEntries(files)), 'chat'), expected);
      }),
      { numRuns: 30 },
    );
  });

  test('whether documents stand in one file, in several, or in a List', async (t) => {
    const expected = await renderHere(folder, 'chat');
    const items = texts.map((text): unknown => parse(text));
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    assert.equal(await renderHere(temporaryFolder(t, { 'list.json': list }), 'chat'), expected);
    assert.equal(await renderHere(temporaryFolder(t, { 'a.yaml': texts.join('---\n') }), 'chat'), expected);
  });
});
