import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { bundleLoader } from './harness/bundle.ts';
import { folderOfApps, folderOfText } from './harness/large-folder.ts';
import { renderHere } from './harness/render-here.ts';

const ENVIRONMENT = { ARGOCD_APP_NAMESPACE: 'team-a' };

/** A run whose streams the test holds. `preload` is JavaScript that runs before the program. */
interface Held {
  readonly child: ChildProcess;
  readonly ended: Promise<number | string>;
  readonly stderr: () => string;
}

interface HoldOptions {
  readonly preload?: string;
  readonly stdout?: 'pipe' | number;
}

function hold(cwd: string, { preload = '', stdout = 'pipe' }: HoldOptions = {}): Held {
  const flags = preload === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const child = spawn(process.execPath, [...flags, bundleLoader(), 'generate'], {
    cwd,
    env: ENVIRONMENT,
    stdio: ['ignore', stdout, 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  const watchdog = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(watchdog);
      resolve(code ?? signal ?? 'unknown');
    });
  });
  return { child, ended, stderr: () => stderr };
}

/** Everything that the program writes, read with a pause after every so many chunks. */
async function readSlowly({ child }: Held, every: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (chunks.length % every === 0) await sleep(1);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const OUTPUT_FAILED = (error: string): string =>
  `Cannot write the manifests: standard output failed with ${error} [OUTPUT_FAILED]\n  hint: what was written before is not whole, and must not be used\n`;

suite('generate writes everything', () => {
  test('of 1,000 fleets into a pipe that does not block, as the sources render it', async (t) => {
    const folder = folderOfApps(t);
    // Node makes the pipe non-blocking as soon as process.stdout is touched; the kernel's flags prove it.
    const preload = `import { readFileSync } from 'node:fs';
      void process.stdout;
      const [, flags] = /^flags:\\s*(\\d+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'));
      process.stderr.write((parseInt(flags, 8) & 0o4000) === 0 ? 'it blocks' : 'it does not block');`;
    const run = hold(folder, { preload });
    const [stdout, status, expected] = await Promise.all([
      readSlowly(run, 16),
      run.ended,
      renderHere(folder),
    ]);
    assert.deepEqual([status, run.stderr()], [0, 'it does not block']);
    assert.ok(expected.length > 8_000_000);
    assert.ok(stdout === expected, 'the bundle writes what the sources render');
  });

  test('to a slow reader', async (t) => {
    const folder = folderOfText(t, 4);
    const run = hold(folder);
    const [stdout, status] = await Promise.all([readSlowly(run, 1), run.ended]);
    assert.equal(status, 0);
    assert.ok(stdout === (await renderHere(folder)));
  });
});

suite('generate fails', () => {
  test('with OUTPUT_FAILED when the reader closes in the middle', async (t) => {
    const run = hold(folderOfText(t, 4));
    run.child.stdout?.once('data', () => run.child.stdout?.destroy());
    assert.deepEqual([await run.ended, run.stderr()], [1, OUTPUT_FAILED('EPIPE')]);
  });

  test('with OUTPUT_FAILED when the reader closed before the first byte', async (t) => {
    const run = hold(folderOfText(t, 1));
    run.child.stdout?.destroy();
    assert.deepEqual([await run.ended, run.stderr()], [1, OUTPUT_FAILED('EPIPE')]);
  });

  test(
    'with OUTPUT_FAILED when the disk behind stdout is full',
    { skip: !existsSync('/dev/full') },
    async (t) => {
      const full = openSync('/dev/full', 'w');
      const run = hold(folderOfText(t, 1), { stdout: full });
      closeSync(full);
      assert.deepEqual([await run.ended, run.stderr()], [1, OUTPUT_FAILED('ENOSPC')]);
    },
  );

  test('without a byte of output when SIGTERM comes in mid-render', async (t) => {
    const run = hold(folderOfApps(t), { preload: `process.stderr.write('started');` });
    const output = readSlowly(run, 1);
    while (run.stderr() === '') await sleep(5);
    await sleep(100);
    run.child.kill('SIGTERM');
    assert.deepEqual([await run.ended, await output, run.stderr()], ['SIGTERM', '', 'started']);
  });

  test('with less than the whole when SIGTERM comes in mid-write', async (t) => {
    const folder = folderOfText(t, 2);
    const run = hold(folder);
    const { stdout } = run.child;
    assert.ok(stdout);
    // Reading starts with the first byte and stops with the buffer full: then the program waits in its write.
    await new Promise((resolve) => stdout.once('readable', resolve));
    await sleep(50);
    run.child.kill('SIGTERM');
    const received = await readSlowly(run, 1);
    assert.equal(await run.ended, 'SIGTERM');
    const whole = await renderHere(folder);
    assert.ok(received.length < whole.length && whole.startsWith(received));
  });

  test('with an exit code that is not 0 and an empty stdout for a wrong command line', async (t) => {
    const folder = temporaryFolder(t);
    const args = [bundleLoader(), 'generate', '--platfrom=x'];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const output: unknown[] = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    const status = await new Promise((resolve) => child.once('close', resolve));
    assert.deepEqual([status, output], [64, []]);
  });
});
