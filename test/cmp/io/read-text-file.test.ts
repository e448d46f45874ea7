import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { inspectFile, readTextFile } from '../../../cmp/io/read-text-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Reads `a.yaml` of a folder after it was looked at and then replaced. */
function readAfter(folder: string, replace: (path: string) => void): string {
  const place = { file: 'a.yaml', realPath: join(folder, 'a.yaml') };
  const inspected = inspectFile(place, 1_000);
  assert.ok('ino' in inspected);
  replace(place.realPath);
  const read = readTextFile(place, inspected);
  return read.ok ? read.text : `${read.problem.code}: ${read.problem.message}`;
}

suite('readTextFile()', () => {
  const CHANGED = 'FILE_CHANGED: Cannot read the file: it must not change while it is read: it did';
  const cases: Readonly<Record<string, readonly [replace: (path: string) => void, expected: string]>> = {
    'reads the file that was looked at': [() => undefined, 'first'],
    'refuses one that grew': [(path) => appendFileSync(path, '!'), CHANGED],
    'refuses one that shrank': [(path) => writeFileSync(path, ''), CHANGED],
    'refuses one that was touched': [(path) => utimesSync(path, 1, 1), CHANGED],
    'refuses another file of the same name': [
      (path) => {
        writeFileSync(`${path}.new`, 'other');
        renameSync(`${path}.new`, path);
      },
      CHANGED,
    ],
    'refuses a link that took its place': [
      (path) => {
        rmSync(path);
        symlinkSync('/etc/passwd', path);
      },
      'FILE_LINK_LOOP: Cannot read the file: it must not be a link that leads in a circle: it is',
    ],
    'does not wait for a pipe that took its place': [
      (path) => {
        rmSync(path);
        execFileSync('mkfifo', [path]);
      },
      CHANGED,
    ],
    'refuses one that is gone': [
      (path) => rmSync(path),
      'FILE_UNREADABLE: Cannot read the file: it must be readable: the system answered ENOENT',
    ],
  };
  for (const [name, [replace, expected]] of Object.entries(cases)) {
    test(name, (t) => {
      assert.equal(readAfter(temporaryFolder(t, { 'a.yaml': 'first' }), replace), expected);
    });
  }
});
