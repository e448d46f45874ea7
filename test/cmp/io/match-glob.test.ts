import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { createGlobMatcher } from '../../../cmp/io/match-glob.ts';

function isMatch(segments: readonly string[], path: string): boolean {
  const options = { nobrace: true, noextglob: true, nonegate: true };
  return segments.length > 0 && picomatch(segments.join('/'), options)(path);
}

suite('createGlobMatcher()', () => {
  test('matches what one regular expression of picomatch matches', () => {
    const segment = fc.oneof(
      { weight: 1, arbitrary: fc.constant('**') },
      {
        weight: 4,
        arbitrary: fc
          .array(fc.constantFrom('a', 'b', '.', '?', '*'), { minLength: 1, maxLength: 4 })
          .map((pieces) => pieces.join('').replace(/\*+/g, '*'))
          .filter((text) => text !== '.' && text !== '..'),
      },
    );
    const glob = fc.array(segment, { minLength: 1, maxLength: 4 });
    const name = fc.constantFrom('a', 'b', 'ab', 'aab', '.a', 'a.b', 'ba', 'aaa', 'b.a');
    const paths = fc.array(name, { minLength: 1, maxLength: 4 });
    let matched = 0;
    fc.assert(
      fc.property(glob, paths, (segments, names) => {
        const path = names.join('/');
        const expected = isMatch(segments, path);
        if (segments.at(-1) === '**' && isMatch(segments.slice(0, -1), path)) return;
        assert.equal(
          createGlobMatcher(segments.join('/'))(path),
          expected,
          `${segments.join('/')} on ${path}`,
        );
        if (expected) matched += 1;
      }),
      { numRuns: 20_000, seed: 2 },
    );
    assert.ok(matched > 500, `only ${String(matched)} matched`);
  });

  const hostile: readonly (readonly [glob: string, path: string])[] = [
    [`*a*a${'?'.repeat(190)}X`, 'a'.repeat(240)],
    [`*a*${'a'.repeat(120)}`, `${'a'.repeat(239)}b`],
    [`*${'a'.repeat(98)}X*${'a'.repeat(98)}`, 'a'.repeat(255)],
    [`${'*a*/'.repeat(40)}X`, `${`${'a'.repeat(90)}/`.repeat(40)}Y`],
    [`**/${'*a*/'.repeat(20)}**/X`, `${`${'a'.repeat(90)}/`.repeat(40)}Y`],
  ];
  for (const [glob, path] of hostile) {
    test(`takes little time for ${glob.slice(0, 20)}`, () => {
      const matches = createGlobMatcher(glob);
      const start = performance.now();
      for (let i = 0; i < 100; i += 1) assert.equal(matches(path), false);
      assert.ok(performance.now() - start < 2_000);
    });
  }
});
