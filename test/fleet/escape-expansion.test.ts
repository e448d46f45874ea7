import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeExpansion } from '../../fleet/escape-expansion.ts';
import { expandVariables } from './expand-variables.ts';

const TEXTS: readonly [string, string][] = [
  ['plain', 'plain'],
  ['$(AWS_SECRET_ACCESS_KEY)', '$$(AWS_SECRET_ACCESS_KEY)'],
  ['$$(X)', '$$$$(X)'],
  ['cost: $5', 'cost: $5'],
  ['$', '$'],
  ['$$', '$$$$'],
  ['a$(', 'a$$('],
  ['${X}', '${X}'],
];

for (const [text, escaped] of TEXTS) {
  test(`escapeExpansion() writes ${JSON.stringify(text)} as ${JSON.stringify(escaped)}`, () => {
    assert.equal(escapeExpansion(text), escaped);
  });
}

test('what Kubernetes makes of escaped text is the text itself, whatever variables there are', () => {
  const text = fc.string({ unit: fc.constantFrom('$', '(', ')', 'A', '{') });
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (value) => {
      assert.equal(expandVariables(escapeExpansion(value), { A: 'secret', '': 'secret' }), value);
    }),
    { numRuns: 2000 },
  );
});
