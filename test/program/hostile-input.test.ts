import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { codesOf } from '../golden-failures/failure-case.ts';
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { ROOT } from './harness/bundle.ts';
import { folderOfApps } from './harness/large-folder.ts';
import { runProgram } from './harness/run-program.ts';

const APP = readFileSync(join(ROOT, 'examples/quick-start/app/chat.yaml'), 'utf8');
const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n';
const OPEN_PLATFORM = `apiVersion: celld-gitops.io/v1alpha1
kind: Platform
limits:
  apps: 5000
  documents: 20000
  deadlineSeconds: 1
tenants:
  - projects: ["*"]
    namespaces: ["*"]
    imagePrefixes: ["ghcr.io/denoland/celld:"]
    bucketPrefixes: ["*"]
    hostnames: ["*"]
    podAnnotations:
      - key: example.com/note
        values: ["*"]
      - key: example.com/other
        values: ["*"]
`;

interface Told {
  readonly codes: readonly string[];
  readonly stderr: string;
}

/** Renders `app/` of the folder and says why it was refused. */
async function refusal(folder: string, args: readonly string[] = []): Promise<Told> {
  const env = { ARGOCD_APP_NAMESPACE: 'chat' };
  const { status, stdout, stderr } = await runProgram(['generate', 'app', ...args], { cwd: folder, env });
  assert.deepEqual([status, stdout], [1, ''], stderr);
  return { codes: codesOf(stderr), stderr };
}

type Make = (folder: string) => void;

/** A good WorkerApp, and beside it what `make` puts into the folder. */
const FILES: Readonly<Record<string, readonly [code: string, make: Make]>> = {
  'a file of 50 MB, which it does not read': [
    'FILE_TOO_LARGE',
    (app) => {
      writeFileSync(join(app, 'big.yaml'), '');
      truncateSync(join(app, 'big.yaml'), 50_000_000);
    },
  ],
  'a pipe, for which it does not wait': [
    'FILE_NOT_REGULAR',
    (app) => void execFileSync('mkfifo', [join(app, 'pipe.yaml')]),
  ],
  'a link to a device': ['FILE_OUTSIDE_FOLDER', (app) => symlinkSync('/dev/zero', join(app, 'zero.yaml'))],
  'a link to a file of the system': [
    'FILE_OUTSIDE_FOLDER',
    (app) => symlinkSync('/etc/passwd', join(app, 'passwd.yaml')),
  ],
  'a link to the file of a neighbour': [
    'FILE_OUTSIDE_FOLDER',
    (app) => symlinkSync('../neighbour/secret.yaml', join(app, 'mine.yaml')),
  ],
  'a link to nothing': ['FILE_OUTSIDE_FOLDER', (app) => symlinkSync('gone.yaml', join(app, 'link.yaml'))],
  'a link to itself': ['FILE_LINK_LOOP', (app) => symlinkSync('loop.yaml', join(app, 'loop.yaml'))],
  'a document of 2 MB': [
    'YAML_DOCUMENT_TOO_LARGE',
    (app) =>
      writeFileSync(join(app, 'long.yaml'), `${CONFIG_MAP}data:\n  text: "${'x'.repeat(2_000_000)}"\n`),
  ],
  'a document of 500,000 values': [
    'YAML_DOCUMENT_TOO_LARGE',
    (app) => writeFileSync(join(app, 'many.yaml'), `${CONFIG_MAP}data: [${'1,'.repeat(500_000)}]\n`),
  ],
  'brackets nested 200,000 deep': [
    'YAML_TOO_DEEP',
    (app) => writeFileSync(join(app, 'deep.yaml'), '['.repeat(200_000)),
  ],
  'maps nested 2,000 deep': [
    'YAML_TOO_DEEP',
    (app) =>
      writeFileSync(
        join(app, 'deep.yaml'),
        Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      ),
  ],
  'an alias bomb': [
    'YAML_ALIAS',
    (app) => {
      const line = (index: number): string =>
        `b${String(index)}: &b${String(index)} [${`*b${String(index - 1)},`.repeat(9)}]\n`;
      const lines = Array.from({ length: 9 }, (_, index) => line(index + 1));
      writeFileSync(join(app, 'bomb.yaml'), `${CONFIG_MAP}b0: &b0 lol\n${lines.join('')}`);
    },
  ],
  'a map that merges itself': [
    'YAML_MERGE_KEY',
    (app) => writeFileSync(join(app, 'cycle.yaml'), `${CONFIG_MAP}data: &data\n  <<: *data\n`),
  ],
  '500 merge keys': [
    'YAML_MERGE_KEY',
    (app) =>
      writeFileSync(
        join(app, 'merge.yaml'),
        `${CONFIG_MAP}data:\n${Array.from({ length: 500 }, (_, index) => `  k${String(index)}:\n    <<: *base\n`).join('')}`,
      ),
  ],
  '20,000 documents': [
    'YAML_TOO_MANY_DOCUMENTS',
    (app) => writeFileSync(join(app, 'many.yaml'), `---\n${CONFIG_MAP}`.repeat(20_000)),
  ],
};

suite('generate refuses', { concurrency: 3 }, () => {
  for (const [state, [code, make]] of Object.entries(FILES)) {
    test(`${state} with ${code}`, async (t) => {
      const secret = `${CONFIG_MAP}data:\n  password: s3cr3t\n`;
      const folder = temporaryFolder(t, { 'app/chat.yaml': APP, 'neighbour/secret.yaml': secret });
      make(join(folder, 'app'));
      const { codes, stderr } = await refusal(folder);
      assert.ok(codes.includes(code), stderr);
      assert.doesNotMatch(stderr, /s3cr3t|root:/);
      assert.ok(stderr.length < 100_000, 'the list of problems is bounded');
    });
  }

  test('a linked folder that leads out, and one that leads back, where subfolders are read', async (t) => {
    const folder = temporaryFolder(t, { 'app/chat.yaml': APP, 'neighbour/secret.yaml': CONFIG_MAP });
    mkdirSync(join(folder, 'app/below'));
    symlinkSync('../neighbour', join(folder, 'app/out'));
    symlinkSync('..', join(folder, 'app/below/back'));
    const parameters = JSON.stringify([{ name: 'recurse', string: 'true' }]);
    const env = { ARGOCD_APP_NAMESPACE: 'chat', ARGOCD_APP_PARAMETERS: parameters };
    const { status, stdout, stderr } = await runProgram(['generate', 'app'], { cwd: folder, env });
    assert.deepEqual([status, stdout], [1, '']);
    assert.deepEqual(codesOf(stderr), ['FILE_LINK_LOOP', 'FILE_OUTSIDE_FOLDER']);
  });

  test('a fleet whose plan no hook could carry with PLAN_TOO_LARGE', async (t) => {
    const note = 'x'.repeat(16_384);
    const app = `${APP}  podTemplate:\n    annotations:\n      example.com/note: ${note}\n      example.com/other: ${note}\n`;
    const folder = temporaryFolder(t, { 'app/chat.yaml': app, 'platform.yaml': OPEN_PLATFORM });
    assert.deepEqual((await refusal(folder, ['--platform=platform.yaml'])).codes, ['PLAN_TOO_LARGE']);
  });

  test('a folder that takes longer than the deadline with DEADLINE', async (t) => {
    const apps = folderOfApps(t, 4_000);
    const folder = temporaryFolder(t, { 'platform.yaml': OPEN_PLATFORM });
    symlinkSync(apps, join(folder, 'app'));
    const { codes } = await refusal(folder, ['--platform=platform.yaml']);
    assert.deepEqual(codes, ['DEADLINE']);
  });

  test('nothing of a folder beside node_modules, hidden files and other blobs', async (t) => {
    const folder = temporaryFolder(t, {
      'app/chat.yaml': APP,
      'app/.hidden.yaml': 'a: [',
      'app/node_modules/broken.yaml': 'a: [',
      'app/readme.md': '# Chat',
      'app/blob.bin': new Uint8Array(1_000_000),
    });
    symlinkSync('/etc/passwd', join(folder, 'app/passwd'));
    const env = { ARGOCD_APP_NAMESPACE: 'chat' };
    const { status, stderr } = await runProgram(['generate', 'app'], { cwd: folder, env });
    assert.deepEqual([status, stderr], [0, '']);
  });
});
