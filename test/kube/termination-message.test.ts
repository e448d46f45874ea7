import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { writeTerminationMessage } from '../../kube/termination-message.ts';

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'celld-gitops-'));
  context.after(() => rmSync(path, { recursive: true }));
  return path;
}

test('writeTerminationMessage() replaces what the file held', (context) => {
  const file = join(folder(context), 'termination-log');
  writeFileSync(file, 'an earlier and longer sentence');
  assert.equal(writeTerminationMessage(file, 'Refused'), true);
  assert.equal(readFileSync(file, 'utf8'), 'Refused');
});

test('writeTerminationMessage() keeps to 4 KiB and cuts between characters', (context) => {
  const file = join(folder(context), 'termination-log');
  writeFileSync(file, '');
  for (const prefix of ['', 'a', 'ab']) {
    writeTerminationMessage(file, prefix + 'ü€😀'.repeat(1_000));
    const written = readFileSync(file);
    assert.ok(written.length <= 4_096 && written.length > 4_085);
    assert.match(written.toString(), /^[abü€😀]+\.\.\.$/u);
  }
});

test('writeTerminationMessage() makes no file, and does not throw, outside a pod', (context) => {
  const file = join(folder(context), 'termination-log');
  assert.equal(writeTerminationMessage(file, 'Refused'), false);
  assert.equal(existsSync(file), false);
});
