import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { writeAll } from '../../../cmp/io/write-stdout.ts';
import { temporaryFolder } from './temporary-folder.ts';

const MODULE = new URL('../../../cmp/io/write-stdout.ts', import.meta.url).href;
/** Writes 4 MB to stdout and answers with the exit code 0 or 3, and the error on stderr. */
const PROGRAM = `import { writeAll } from ${JSON.stringify(MODULE)};
  const written = writeAll(1, 'ä'.repeat(2_000_000) + 'end');
  if (!written.ok) console.error(written.error);
  process.exitCode = written.ok ? 0 : 3;`;
const SIZE = 4_000_003;
const ARGUMENTS = ['--input-type=module', '-e', PROGRAM];

suite('writeAll()', () => {
  test('writes a whole text to a file', (t) => {
    const file = join(temporaryFolder(t), 'out');
    const fd = openSync(file, 'w');
    assert.deepEqual(writeAll(fd, 'ä\n'.repeat(100_000)), { ok: true });
    closeSync(fd);
    assert.equal(readFileSync(file, 'utf8'), 'ä\n'.repeat(100_000));
  });

  test('writes nothing for an empty text', () => {
    assert.deepEqual(writeAll(-1, ''), { ok: true });
  });

  test('names the error of a descriptor that is not open', (t) => {
    const fd = openSync(join(temporaryFolder(t), 'out'), 'w');
    closeSync(fd);
    assert.deepEqual(writeAll(fd, 'x'), { ok: false, error: 'EBADF' });
  });

  test('fails with ENOSPC on a full disk', { skip: !existsSync('/dev/full') && 'no /dev/full' }, () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, ARGUMENTS, { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    assert.deepEqual([status, String(stderr)], [3, 'ENOSPC\n']);
  });

  test('waits for a slow reader of a pipe', async () => {
    const child = spawn(process.execPath, ARGUMENTS, { stdio: ['ignore', 'pipe', 'pipe'] });
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      child.stdout.pause();
      setTimeout(() => child.stdout.resume(), 2);
    });
    const status = await new Promise((resolve) => child.once('close', resolve));
    assert.deepEqual([status, bytes], [0, SIZE]);
  });

  test('waits for a slow reader of a pipe that does not block', () => {
    const nonBlocking = `import os,sys,subprocess,time
r,w=os.pipe(); os.set_blocking(w, False)
p=subprocess.Popen(sys.argv[1:], stdout=w, stderr=subprocess.PIPE); os.close(w)
time.sleep(0.3); n=0
while True:
  b=os.read(r, 65536)
  if not b: break
  n+=len(b)
print(p.wait(), n)`;
    const run = spawnSync('python3', ['-c', nonBlocking, process.execPath, ...ARGUMENTS], {
      encoding: 'utf8',
    });
    if (run.error !== undefined) return;
    assert.equal(run.stdout, `0 ${String(SIZE)}\n`);
  });

  test('fails with EPIPE when the reader closes early', async () => {
    const child = spawn(process.execPath, ARGUMENTS, { stdio: ['ignore', 'pipe', 'pipe'] });
    let error = '';
    child.stderr.on('data', (chunk: Buffer) => (error += String(chunk)));
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.once('close', resolve));
    assert.deepEqual([status, error], [3, 'EPIPE\n']);
  });
});
