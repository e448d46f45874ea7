import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Behaviour, CELLD_BEHAVIOURS } from '../../fleet/celld-behaviours.ts';
import { KNOWN_VERSIONS } from '../../fleet/celld-versions.ts';
import { behavioursDocument } from '../../scripts/behaviours-document.ts';

const BEHAVIOURS: readonly Behaviour[] = Object.values(CELLD_BEHAVIOURS).flat();
const ROOT = new URL('../../', import.meta.url);

/** Names of the tests in a file, as its source has them; a filled-in part is written `…`. */
function testNames(path: string): readonly string[] {
  const source = readFileSync(new URL(path, ROOT), 'utf8');
  const calls = source.matchAll(/^ *test\(\s*(['"`])(.*?)\1,/gms);
  return [...calls].map(([, , name]) => (name ?? '').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…'));
}

for (const behaviour of BEHAVIOURS) {
  test(`the test that ${behaviour.id} names is there`, () => {
    const names = testNames(behaviour.test.path);
    assert.ok(names.includes(behaviour.test.name), `${behaviour.test.path}: ${behaviour.test.name}`);
  });
}

test('every test of what celld does by version belongs to a behaviour', () => {
  const path = 'test/fleet/celld/runtime.test.ts';
  const claimed = BEHAVIOURS.filter((behaviour) => behaviour.test.path === path).map(
    (behaviour) => behaviour.test.name,
  );
  assert.deepEqual(
    testNames(path).filter((name) => !claimed.includes(name)),
    [],
  );
});

test('behaviours have names of their own, known versions and a source', () => {
  const ids = BEHAVIOURS.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
  for (const { since, before, source, id } of BEHAVIOURS) {
    const versions: readonly string[] = KNOWN_VERSIONS;
    assert.ok(versions.includes(since) && (before === undefined || versions.includes(before)), id);
    assert.match(source, /^(facts\/|bug row|DESIGN)/);
  }
});

test('docs/celld-behaviours.md is what the tables say', () => {
  assert.equal(readFileSync(new URL('docs/celld-behaviours.md', ROOT), 'utf8'), behavioursDocument());
});
