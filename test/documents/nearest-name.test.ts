import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { nearestName } from '../../documents/nearest-name.ts';

const FIELDS = ['replicas', 'image', 'bucket', 'deploymentPolicy', 'durability', 'vars', 'spec', 'hostnames'];

suite('nearestName()', () => {
  const cases: readonly (readonly [word: string, expected: string | undefined])[] = [
    ['replcias', 'replicas'],
    ['replica', 'replicas'],
    ['Replicas', 'replicas'],
    ['REPLICAS', 'replicas'],
    ['deployementPolicy', 'deploymentPolicy'],
    ['hostname', 'hostnames'],
    ['imgae', 'image'],
    ['speck', 'spec'],
    ['bukcet', 'bucket'],
    ['x', undefined],
    ['', undefined],
    ['somethingElse', undefined],
    ['a'.repeat(65), undefined],
  ];
  for (const [word, expected] of cases) {
    test(`takes ${JSON.stringify(word.slice(0, 20))} for ${String(expected)}`, () => {
      assert.equal(nearestName(word, FIELDS), expected);
    });
  }

  test('takes the first of equally near names, whatever their order', () => {
    assert.equal(nearestName('cat', ['hat', 'bat']), 'bat');
    assert.equal(nearestName('cat', ['bat', 'hat']), 'bat');
  });

  test('does not offer the word itself', () => {
    assert.equal(nearestName('image', ['image']), undefined);
  });

  test('finds a name of at least six letters after any one edit', () => {
    const name = fc.constantFrom(...FIELDS.filter((field) => field.length >= 6));
    const edit = fc.record({ at: fc.nat(), inserted: fc.constantFrom('', 'q'), deletes: fc.boolean() });
    fc.assert(
      fc.property(name, edit, (field, { at, inserted, deletes }) => {
        const index = at % field.length;
        const word = field.slice(0, index) + inserted + field.slice(deletes ? index + 1 : index);
        assert.equal(nearestName(word, FIELDS), word === field ? undefined : field);
      }),
    );
  });
});
