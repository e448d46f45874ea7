import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { bundleFolder, bundleLoader, ROOT } from './harness/bundle.ts';
import { runProgram, type Run } from './harness/run-program.ts';

const APP_FILE = 'examples/quick-start/app/chat.yaml';
const EXPECTED = readFileSync(join(ROOT, 'examples/quick-start/expected.yaml'), 'utf8');

/** The variables that Argo CD sets beside those of the sidecar. Source: facts/argocd.md 1.5. */
const ARGO: Readonly<Record<string, string>> = {
  ARGOCD_APP_NAME: 'quick-start',
  ARGOCD_APP_NAMESPACE: 'chat',
  ARGOCD_APP_PROJECT_NAME: 'default',
  ARGOCD_APP_REVISION: '0123456789abcdef0123456789abcdef01234567',
  ARGOCD_APP_SOURCE_PATH: 'examples/quick-start/app',
  ARGOCD_APP_SOURCE_REPO_URL: 'https://git.example.com/platform/fleets.git',
  ARGOCD_APP_SOURCE_TARGET_REVISION: 'main',
  KUBE_VERSION: '1.33.1',
};

/** A folder of an Application, as the plugin server unpacks it. */
function appFolder(context: TestContext): string {
  return temporaryFolder(context, { 'chat.yaml': readFileSync(join(ROOT, APP_FILE)) });
}

/** As Argo CD runs it: in the folder of the Application, without arguments that name it. */
async function runAsArgo(context: TestContext, env: Readonly<Record<string, string>>): Promise<Run> {
  return await runProgram(['generate'], { cwd: appFolder(context), env: { ...ARGO, ...env } });
}

suite('generate needs no environment', { concurrency: 4 }, () => {
  test('It renders in an empty folder with an empty environment', async (t) => {
    const args = ['generate', '--namespace=chat', join(ROOT, 'examples/quick-start/app')];
    const run = await runProgram(args, { cwd: temporaryFolder(t) });
    assert.deepEqual(run, { status: 0, stdout: EXPECTED, stderr: '' });
  });

  test('It renders the current folder with what Argo CD passes', async (t) => {
    assert.deepEqual(await runAsArgo(t, {}), { status: 0, stdout: EXPECTED, stderr: '' });
  });

  for (const text of ['', ' ', 'null', '[]']) {
    test(`It takes ARGOCD_APP_PARAMETERS ${JSON.stringify(text)} for no parameters`, async (t) => {
      const run = await runAsArgo(t, { ARGOCD_APP_PARAMETERS: text });
      assert.deepEqual(run, { status: 0, stdout: EXPECTED, stderr: '' });
    });
  }

  test('It reads the JSON of the parameters, never the flattened variables beside it', async (t) => {
    const run = await runAsArgo(t, { PARAM_EXCLUDE_0: '*', ARGOCD_ENV_EXCLUDE: '*' });
    assert.deepEqual(run, { status: 0, stdout: EXPECTED, stderr: '' });
  });

  test('It writes nothing and starts no process: Node denies both to it', async (t) => {
    const cwd = appFolder(t);
    const node = ['--permission', '--allow-fs-read=*', bundleLoader()];
    const run = await runProgram(['generate'], { cwd, env: ARGO, node });
    assert.deepEqual(run, { status: 0, stdout: EXPECTED, stderr: '' });
  });

  test('It leaves every folder as it was, and needs none that can be written', async (t) => {
    const cwd = appFolder(t);
    const home = temporaryFolder(t);
    const temporary = temporaryFolder(t);
    const folders = [cwd, home, temporary, bundleFolder()];
    for (const folder of folders.slice(0, 3)) chmodSync(folder, 0o555);
    const before = folders.map((folder) => readdirSync(folder).sort());
    const env = { ...ARGO, HOME: home, TMPDIR: temporary, XDG_CACHE_HOME: home };
    const run = await runProgram(['generate'], { cwd, env });
    assert.deepEqual(run, { status: 0, stdout: EXPECTED, stderr: '' });
    assert.deepEqual(
      folders.map((folder) => readdirSync(folder).sort()),
      before,
    );
  });

  test('It uses no module of Node that could open a connection, a process or a thread', () => {
    const bundle = readFileSync(join(bundleFolder(), 'program.js'), 'utf8');
    const modules = [...bundle.matchAll(/(?<!['"`])require\("([^"]+)"\)/g)].map(([, name = '']) =>
      name.replace(/^node:/, ''),
    );
    // The other subcommands' programs, which do, are files beside it; a render reads none of them, nor tty (jobs.test.ts).
    const files = readdirSync(bundleFolder()).filter((name) => name.endsWith('.cjs'));
    const ofOthers = [...files.map((name) => `./${name}`), 'tty'];
    const allowed = new Set(['buffer', 'fs', 'path', 'process', 'util', 'source-map', ...ofOthers]);
    assert.ok(modules.includes('fs'));
    assert.deepEqual(
      modules.filter((name) => !allowed.has(name)),
      [],
    );
  });
});

suite('generate writes the same bytes', { concurrency: 4 }, () => {
  const missing = '/nonexistent';
  const quiet: readonly Readonly<Record<string, string>>[] = [
    { PATH: missing },
    { HOME: missing, TMPDIR: missing, PWD: missing, OLDPWD: missing },
    { TZ: 'Pacific/Kiritimati', LANG: 'C' },
    { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', LANGUAGE: 'tr' },
    { NODE_PATH: missing, NODE_EXTRA_CA_CERTS: missing },
    { NODE_OPTIONS: '--trace-deprecation --pending-deprecation --throw-deprecation' },
    { NODE_OPTIONS: '--trace-warnings --enable-source-maps --max-old-space-size=256' },
    { NODE_ENV: 'development', FORCE_COLOR: '3', CI: '1', DEBUG: '*' },
    { UV_THREADPOOL_SIZE: '1', HTTPS_PROXY: 'http://127.0.0.1:1' },
    { IFS: 'x', BASH_ENV: missing, ENV: missing, SHELL: missing },
  ];
  for (const env of quiet) {
    test(`and nothing on stderr with ${JSON.stringify(env)}`, async (t) => {
      assert.deepEqual(await runAsArgo(t, env), { status: 0, stdout: EXPECTED, stderr: '' });
    });
  }

  test('with NODE_DEBUG=*, whose chatter goes to stderr', async (t) => {
    const { status, stdout } = await runAsArgo(t, { NODE_DEBUG: '*', NODE_DEBUG_NATIVE: 'mksnapshot' });
    assert.deepEqual([status, stdout], [0, EXPECTED]);
  });

  test('with NODE_V8_COVERAGE, which makes Node itself write files', async (t) => {
    const { status, stdout } = await runAsArgo(t, { NODE_V8_COVERAGE: temporaryFolder(t) });
    assert.deepEqual([status, stdout], [0, EXPECTED]);
  });
});

suite('generate prints nothing and fails where Node itself cannot start', { concurrency: 4 }, () => {
  const broken: readonly Readonly<Record<string, string>>[] = [
    { NODE_OPTIONS: '--require=/nonexistent' },
    { NODE_OPTIONS: '--import=/nonexistent' },
    { NODE_OPTIONS: '--no-such-flag' },
    { NODE_OPTIONS: '--max-old-space-size' },
    { NODE_OPTIONS: '"' },
  ];
  for (const env of broken) {
    test(`with ${JSON.stringify(env)}`, async (t) => {
      const { status, stdout, stderr } = await runAsArgo(t, env);
      assert.notEqual(status, 0);
      assert.equal(stdout, '');
      assert.notEqual(stderr, '');
    });
  }
});
