import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { readFolder } from '../../../cmp/io/read-folder.ts';
import { inspectFile } from '../../../cmp/io/read-text-file.ts';
import { formatProblem } from '../../../documents/problem.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SENTENCE =
  'Cannot read the file: it must have a name that is UTF-8: it does not [FILE_NAME_NOT_UTF8]\n' +
  '  hint: rename it; names of letters, digits, dots and dashes are safe everywhere';

/** A folder, and a path in it whose last byte is é in Latin-1. */
function latinPath(context: TestContext): readonly [string, Buffer] {
  const folder = temporaryFolder(context, { 'a.yaml': 'a: 1\n' });
  return [folder, Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])])];
}

suite('A name that is not UTF-8 is said to be none, not to be missing', () => {
  test('of a folder', (t) => {
    const [folder, path] = latinPath(t);
    mkdirSync(path);
    const limits = { files: 10, bytes: 1_000 };
    const options = { recurse: true, include: [], exclude: [], allowSourceOverride: false, limits };
    const { problems } = readFolder(folder, options);
    assert.deepEqual(problems.map(formatProblem), [`"caf\\ufffd":1:1 ${SENTENCE}`]);
  });

  test('of a file', (t) => {
    const [folder, path] = latinPath(t);
    writeFileSync(path, 'b: 1\n');
    const file = readdirSync(folder).find((name) => name !== 'a.yaml') ?? '';
    const inspected = inspectFile({ file, realPath: join(folder, file) }, 1_000);
    assert.ok('message' in inspected);
    assert.equal(formatProblem(inspected), `"caf\\ufffd":1:1 ${SENTENCE}`);
  });
});
