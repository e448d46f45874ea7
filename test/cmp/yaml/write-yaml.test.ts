import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parse as parseJsYaml } from '../../support/js-yaml.ts';
import { parse } from 'yaml';
import type { JsonObject, JsonValue } from '../../../documents/json.ts';
import { writeYaml } from '../../../cmp/yaml/write-yaml.ts';

/** Strings that some YAML reader takes for something else. facts/bug-reports.md A5. */
const TREACHEROUS = [
  'yes',
  'No',
  'on',
  'OFF',
  'y',
  'n',
  'null',
  'Null',
  '~',
  'true',
  'FALSE',
  '',
  ' ',
  '0b1',
  '0x1F',
  '0o17',
  '0777',
  '1_000',
  '1e3',
  '.5',
  '1.',
  '.inf',
  '.NaN',
  '12:30:45',
  '2026-01-01',
  '=',
  '<<',
  '!tag',
  '&a',
  '*a',
  '- x',
  '? x',
  'a: b',
  'a #b',
  '#',
  '%TAG',
  '@x',
  '`x',
  '{}',
  '[]',
  '|',
  '>',
  '"',
  "'",
  '\\',
  '\t',
  '\n',
  'a\n',
  'a\n\n',
  '\na',
  ' a\nb\n',
  'a \nb\n',
  'a\tb\n',
  'a\n b\n',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u007f',
  '\u009f',
  '\ufffe',
  '\u{1f600}',
  'é\n',
  '---',
  '...',
  '--- a\n',
  '__proto__',
  'constructor',
];

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...TREACHEROUS),
  fc
    .array(fc.constantFrom(...TREACHEROUS, ' ', '\n', 'a', ':'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);
/** Keys that look like words, and are none to some reader; long ones, which go-yaml refuses in the implicit form. */
const trap = fc.oneof(
  fc.stringMatching(/^[eE][0-9]{1,6}$/),
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/),
  fc.integer({ min: 190, max: 1_100 }).map((length) => 'k'.repeat(length)),
  fc.constantFrom(
    'e12345',
    'E1',
    'inf',
    'nan',
    'NULL',
    'Yes',
    'oFf',
    'yes',
    'y',
    '_',
    '___',
    '_1',
    'x_0',
    'a-1',
  ),
);
/** `__proto__` is refused where files are read, so no map has it. */
const key = fc
  .oneof({ arbitrary: text, weight: 2 }, { arbitrary: trap, weight: 1 })
  .filter((word) => word !== '__proto__');
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
);
const { value } = fc.letrec<{ value: JsonValue; map: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc.dictionary(key, tie('value'), { maxKeys: 4 }).map((entries) => ({ ...entries })),
}));
const object = fc.dictionary(key, value, { minKeys: 1, maxKeys: 5 }).map((entries) => ({ ...entries }));

suite('writeYaml()', () => {
  test('writes any value so that YAML 1.1 reads it unchanged', () => {
    fc.assert(fc.property(object, (map) => assert.deepEqual(parse(writeYaml(map), { version: '1.1' }), map)));
  });

  test('writes any value so that YAML 1.2 reads it unchanged', () => {
    fc.assert(fc.property(object, (map) => assert.deepEqual(parse(writeYaml(map), { version: '1.2' }), map)));
  });

  test('writes any value so that a second, independent YAML reader reads it unchanged', () => {
    fc.assert(fc.property(object, (map) => assert.deepEqual(parseJsYaml(writeYaml(map)), map)));
  });

  test('writes a key implicitly only on a line that go-yaml reads: it looks for the colon in 1,024 bytes', () => {
    fc.assert(
      fc.property(object, (map) => {
        const keys = writeYaml(map).matchAll(/^[ -]*((?:[A-Za-z-]+|"(?:[^"\\]|\\.)*")): ?/gm);
        for (const [, key = ''] of keys) assert.ok(Buffer.byteLength(key) <= 1_000, key);
      }),
    );
    const long = 'k'.repeat(201);
    assert.equal(writeYaml({ [long]: 1 }), `? "${long}"\n: 1\n`);
    assert.equal(writeYaml({ a: [{ [long]: { b: 1 } }] }), `"a":\n- ? "${long}"\n  :\n    "b": 1\n`);
  });

  test('writes the same bytes whatever the order of the keys', () => {
    fc.assert(
      fc.property(object, (map) => {
        const reversed = Object.fromEntries(Object.entries(map).reverse());
        assert.equal(writeYaml(reversed), writeYaml(map));
      }),
    );
  });

  test('quotes every treacherous string, as value and as key', () => {
    for (const word of TREACHEROUS.filter((word) => word !== '__proto__')) {
      const written = writeYaml({ [word]: word });
      assert.deepEqual(parse(written, { version: '1.1' }), { [word]: word }, JSON.stringify(word));
      assert.deepEqual(parse(written, { version: '1.2' }), { [word]: word }, JSON.stringify(word));
    }
  });

  test('uses a block literal for lines of text, and quotes where a reader could differ', () => {
    assert.equal(writeYaml({ text: 'one\n  two\n\nthree\n' }), 'text: |\n  one\n    two\n\n  three\n');
    assert.equal(writeYaml({ text: 'one\ntwo' }), 'text: "one\\ntwo"\n');
    assert.equal(writeYaml({ text: 'one \ntwo\n' }), 'text: "one \\ntwo\\n"\n');
  });

  test('puts apiVersion, kind, metadata and name first, and sorts the rest by code unit', () => {
    const written = writeYaml({
      spec: { b: 1, a: 2, Z: 3, name: 'x' },
      metadata: { name: 'm' },
      kind: 'K',
      apiVersion: 'v1',
    });
    assert.equal(
      written,
      'apiVersion: "v1"\nkind: "K"\nmetadata:\n  name: "m"\nspec:\n  name: "x"\n  "Z": 3\n  "a": 2\n  "b": 1\n',
    );
  });

  test('takes linear time for a long text of lines that end in blanks', () => {
    const long = `${'a '.repeat(40)}\n`.repeat(20_000);
    assert.ok(writeYaml({ text: long }).length > long.length);
  });

  test('refuses a number that no YAML reader could give back', () => {
    assert.throws(() => writeYaml({ n: Number.NaN }), /not finite/);
  });
});
