import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createGlobFilter } from '../../../cmp/io/glob-filter.ts';

function admitted(
  paths: readonly string[],
  include: readonly string[],
  exclude: readonly string[] = [],
): string[] {
  const filter = createGlobFilter({ include, exclude });
  assert.ok(filter.ok);
  return paths.filter((path) => filter.admits(path));
}

function refusal(pattern: string): string | undefined {
  const filter = createGlobFilter({ include: [], exclude: [pattern] });
  return filter.ok ? undefined : filter.problems.map(({ code }) => code).join();
}

suite('createGlobFilter()', () => {
  const paths = ['a.yaml', 'b.yaml', 'x/a.yaml', 'x/y/a.json', '.h.yaml', 'x/.h.yaml'];
  const cases: readonly (readonly [include: string[], exclude: string[], expected: string[]])[] = [
    [[], [], ['a.yaml', 'b.yaml', 'x/a.yaml', 'x/y/a.json']],
    [['*.yaml'], [], ['a.yaml', 'b.yaml']],
    [['**/*.yaml'], [], ['a.yaml', 'b.yaml', 'x/a.yaml']],
    [['x/**'], ['**/*.json'], ['x/a.yaml']],
    [['{a,b}.yaml'], ['b.*'], ['a.yaml']],
    [['x/{a,{y/,}?}.{yaml,json}'], [], ['x/a.yaml', 'x/y/a.json']],
    [['.h.yaml', 'x/.*'], [], ['.h.yaml', 'x/.h.yaml']],
    [[], ['x/'.repeat(5) + '*'], ['a.yaml', 'b.yaml', 'x/a.yaml', 'x/y/a.json']],
  ];
  for (const [include, exclude, expected] of cases) {
    test(`includes ${include.join()} without ${exclude.join()}`, () => {
      assert.deepEqual(admitted(paths, include, exclude), expected);
    });
  }
});

suite('createGlobFilter() refuses', () => {
  const cases: Readonly<Record<string, string>> = {
    '/etc/*': 'GLOB_LEAVES_FOLDER',
    '../*.yaml': 'GLOB_LEAVES_FOLDER',
    'a/../../b.yaml': 'GLOB_LEAVES_FOLDER',
    '{a,..}/b.yaml': 'GLOB_LEAVES_FOLDER',
    '{a,/etc}/b.yaml': 'GLOB_LEAVES_FOLDER',
    '{.,a}./b.yaml': 'GLOB_LEAVES_FOLDER',
    '.{.,x}{/,y}b.yaml': 'GLOB_LEAVES_FOLDER',
    '': 'GLOB_INVALID',
    'a//b': 'GLOB_INVALID',
    './a.yaml': 'GLOB_INVALID',
    'a\\*': 'GLOB_INVALID',
    '[.][.]/a': 'GLOB_INVALID',
    '@(.|x)./a': 'GLOB_INVALID',
    '!a.yaml': 'GLOB_INVALID',
    '{a': 'GLOB_INVALID',
    'a}': 'GLOB_INVALID',
    'a\nb': 'GLOB_INVALID',
    '*a*b*c': 'GLOB_INVALID',
    '**/a/**/b/**': 'GLOB_INVALID',
    ['a'.repeat(201)]: 'GLOB_INVALID',
    '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}': 'GLOB_INVALID',
  };
  for (const [pattern, code] of Object.entries(cases)) {
    test(`the pattern ${JSON.stringify(pattern.slice(0, 40))} as ${code}`, () => {
      assert.equal(refusal(pattern), code);
    });
  }

  test('too many patterns together', () => {
    const filter = createGlobFilter({
      include: Array.from({ length: 33 }, (_, i) => `a${String(i)}`),
      exclude: [],
    });
    assert.deepEqual(filter.ok || filter.problems.map(({ code, path }) => [code, path]), [
      ['GLOB_INVALID', 'include'],
    ]);
  });

  test('a list that is too long with one problem, and says the bounds', () => {
    const filter = createGlobFilter({ include: [], exclude: Array.from({ length: 5_000 }, () => '') });
    assert.deepEqual(filter.ok || filter.problems.map(({ path, message }) => `${path}: ${message}`), [
      'exclude: Cannot use the pattern: a list must have at most 32 patterns with their braces expanded, of at most 200 characters each',
    ]);
  });

  test('with the parameter and the reason, and shows a pattern only if it is plain', () => {
    const filter = createGlobFilter({ include: ['a.yaml', '../\u001b[31m'], exclude: ['../*'] });
    assert.deepEqual(filter.ok || filter.problems.map(({ path, message }) => `${path}: ${message}`), [
      'include[1]: Cannot use the pattern: it could match outside the folder',
      'exclude[0]: Cannot use the pattern ../*: it could match outside the folder',
    ]);
  });

  test('whatever could match a path outside', () => {
    const piece = fc.constantFrom(
      '.',
      '..',
      '/',
      '*',
      '**',
      '?',
      '{',
      '}',
      ',',
      'a',
      '[',
      ']',
      '(',
      ')',
      '|',
      '@',
      '!',
      '\\',
    );
    const outside = ['../a', '..', 'a/../../a', '../../a', '../.a', '/a'];
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const filter = createGlobFilter({ include: [pieces.join('')], exclude: [] });
        assert.ok(!filter.ok || outside.every((path) => !filter.admits(path)));
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });
});
