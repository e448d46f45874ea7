import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { BUNDLE_FILES, bundleFolder, ROOT } from './harness/bundle.ts';
import { runProgram } from './harness/run-program.ts';

const ARGUMENTS = ['generate', join(ROOT, 'examples/quick-start/app'), '--namespace=chat'];
const EXPECTED = readFileSync(join(ROOT, 'examples/quick-start/expected.yaml'), 'utf8');

/** A copy of the bundle that may be broken. */
function bundleCopy(context: TestContext): string {
  const folder = temporaryFolder(context);
  for (const file of BUNDLE_FILES) copyFileSync(join(bundleFolder(), file), join(folder, file));
  return folder;
}

async function assertRenders(folder: string, flags: readonly string[] = []): Promise<void> {
  const node = [...flags, join(folder, 'celld-gitops.cjs')];
  const { status, stdout, stderr } = await runProgram(ARGUMENTS, { cwd: folder, node });
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(stdout, EXPECTED);
}

type Change = (cache: Buffer) => Uint8Array;

function flipped(cache: Buffer, places: readonly number[]): Uint8Array {
  const changed = Buffer.from(cache);
  for (const place of places) {
    const at = place < 1 ? Math.floor(place * changed.length) : place;
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
  }
  return changed;
}

suite('The code cache', { concurrency: 4 }, () => {
  const bothChanged: Readonly<Record<string, Change>> = {
    'is empty': () => Buffer.alloc(0),
    'is cut off': (cache) => cache.subarray(0, cache.length / 2),
    'is another file': () => Buffer.from('no code cache'),
    'is of another version of V8': (cache) => flipped(cache, [4]),
    'was made under other flags': (cache) => flipped(cache, [12]),
  };
  for (const [state, change] of Object.entries(bothChanged)) {
    test(`that ${state} is ignored, and the output is the same`, async (t) => {
      const folder = bundleCopy(t);
      const changed = change(readFileSync(join(folder, 'program.cache')));
      for (const file of ['program.cache', 'program.cache.copy']) writeFileSync(join(folder, file), changed);
      await assertRenders(folder);
    });
  }

  for (const file of ['program.cache', 'program.cache.copy']) {
    test(`is ignored when ${file} has flipped bits, and the output is the same`, async (t) => {
      const folder = bundleCopy(t);
      const places = [0.1, 0.3, 0.5, 0.7, 0.9];
      writeFileSync(join(folder, file), flipped(readFileSync(join(folder, file)), places));
      await assertRenders(folder);
    });

    test(`is not needed: ${file} may be missing`, async (t) => {
      const folder = bundleCopy(t);
      rmSync(join(folder, file));
      await assertRenders(folder);
    });
  }

  test('is ignored under flags of Node that change what V8 compiles', async (t) => {
    await assertRenders(bundleCopy(t), ['--stack-size=900', '--no-opt']);
  });

  test('is accepted as it was built: V8 does not refuse it', async (t) => {
    const probe = `const { Script } = require('node:vm'), { readFileSync } = require('node:fs');
      const script = new Script(readFileSync('program.js', 'latin1'), { cachedData: readFileSync('program.cache') });
      process.stdout.write(String(script.cachedDataRejected));`;
    for (const flags of [[], ['--max-old-space-size=512', '--min-semi-space-size=16']]) {
      const { stdout } = await runProgram([], { cwd: bundleCopy(t), node: [...flags, '-e', probe] });
      assert.equal(stdout, 'false', `with the flags ${flags.join(' ')}`);
    }
  });
});
