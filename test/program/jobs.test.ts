import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { bundleFolder, ROOT } from './harness/bundle.ts';
import { runProgram } from './harness/run-program.ts';

suite('celld-gitops gate and rollout', () => {
  for (const hook of ['gate', 'rollout']) {
    test(`${hook} without a plan says so and ends with 64`, async (t) => {
      const cwd = temporaryFolder(t);
      assert.deepEqual(await runProgram([hook], { cwd }), {
        status: 64,
        stdout: '',
        stderr: 'Cannot read the fleet plan: there is none: the Job’s environment has no FLEET_PLAN\n',
      });
    });

    test(`${hook} takes no arguments`, async (t) => {
      const run = await runProgram([hook, '--help'], { cwd: temporaryFolder(t) });
      assert.equal(run.status, 64);
      assert.match(run.stderr, new RegExp(`usage: celld-gitops ${hook}\n`));
    });
  }

  test('a render does not read the file that they are in', async (t) => {
    const copy = temporaryFolder(t);
    cpSync(bundleFolder(), copy, { recursive: true });
    rmSync(join(copy, 'jobs.cjs'));
    const cwd = join(ROOT, 'examples/quick-start/app');
    const run = await runProgram(['generate', '--namespace', 'chat'], {
      cwd,
      node: [join(copy, 'celld-gitops.cjs')],
    });
    assert.equal(run.status, 0, run.stderr);
    assert.equal((await runProgram(['gate'], { cwd, node: [join(copy, 'celld-gitops.cjs')] })).status, 70);
  });

  test('they carry no client library: its cost is 80 MB of a Job’s memory', () => {
    assert.ok(!readFileSync(join(bundleFolder(), 'jobs.cjs'), 'utf8').includes('@kubernetes/client-node'));
  });
});
