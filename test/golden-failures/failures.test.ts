import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { runProgram } from '../program/harness/run-program.ts';
import { codesOf, listFailureCases } from './failure-case.ts';

suite('generate refuses', { concurrency: 4 }, () => {
  for (const { name, folder, args, env, goldenFile } of listFailureCases()) {
    test(`${name}, and says what its stderr.txt holds`, async () => {
      const { status, stdout, stderr } = await runProgram(args, { cwd: folder, env });
      assert.deepEqual([status, stdout], [1, '']);
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(goldenFile, stderr);
      assert.equal(stderr, readFileSync(goldenFile, 'utf8'));
      const count = codesOf(stderr).length;
      const sum = `${String(count)} problem${count === 1 ? '' : 's'}, nothing rendered\n`;
      assert.ok(stderr.endsWith(`\n${sum}`), 'the last line counts the problems');
    });
  }
});
