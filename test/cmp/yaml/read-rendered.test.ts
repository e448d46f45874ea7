import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { readRendered, RenderedTextError } from '../../../cmp/yaml/read-rendered.ts';

const SAMPLES = [
  'a: b\n',
  'a: 1\nb: true\nc: "x: y"\nd: [1, "2", {"e": null}]\n',
  'a:\n  b:\n    c: x\n  d: {}\ne: []\n',
  'a:\n- x\n- z\nb:\n  - c: 1\n    d: 2\n  - c: 3\n',
  'a:\n  -\n    b: 1\n  - [1, 2]\n  - "text"\n',
  '# why\na: 1\n\n# more\nb:\n  # inside\n  c: 2\n',
  '"a.b/c": 1\nd.e/f: 2\n',
  'a: {"b": {"x": 1}, "c": {"x": 2}, "d": ["x", "x", "a\\"b"]}\n',
  'a: [1.0, 0.1, -2.50, 100]\n',
  'apiVersion: apps/v1\nkind: StatefulSet\n',
  '- a\n- b: 1\n  c:\n    - d\n',
];

const REFUSED = [
  { what: 'plain text with a space', text: 'a: x y', line: 1, says: /neither JSON nor a plain word/ },
  { what: 'a word that YAML 1.1 takes for a boolean', text: 'a: 1\nb: yes', line: 2, says: /neither JSON/ },
  { what: 'an anchor', text: 'a: &x 1', line: 1, says: /neither JSON/ },
  { what: 'a single-quoted string', text: "a: 'x'", line: 1, says: /neither JSON/ },
  { what: 'a block literal', text: 'a: |\n  x', line: 1, says: /neither JSON/ },
  { what: 'a comment behind a value', text: 'a: 1 # x', line: 1, says: /neither JSON/ },
  { what: 'a key twice', text: 'a: 1\na: 2', line: 2, says: /written twice/ },
  { what: 'the key __proto__', text: '"__proto__": 1', line: 1, says: /__proto__/ },
  { what: 'a tab as indentation', text: 'a:\n\tb: 1', line: 2, says: /a tab/ },
  { what: 'indentation that fits nothing', text: 'a:\n    b: 1\n  c: 2', line: 3, says: /indentation/ },
  { what: 'a line that is no entry', text: 'a: 1\nfoo', line: 2, says: /neither `key: value`/ },
  { what: 'a second document', text: 'a: 1\n---\nb: 2', line: 2, says: /neither `key: value`/ },
  { what: 'a number beyond every double', text: 'a: 1\nb: 1e400', line: 2, says: /a number/ },
  { what: 'a number beyond every double in JSON', text: 'a: {"b": [-1e400]}', line: 1, says: /a number/ },
  { what: 'a number with too many digits', text: 'a: 12345678901234567890123', line: 1, says: /a number/ },
  { what: 'a number too close to zero', text: 'a: 1e-400', line: 1, says: /a number/ },
  { what: 'an inexact number in JSON', text: 'a: [9007199254740993]', line: 1, says: /a number/ },
  { what: 'a key twice in JSON', text: 'a: 1\nb: {"a":1,"a":2}', line: 2, says: /written twice/ },
  { what: 'a key twice deep in JSON', text: 'a: [{"b":{"c":1, "c":1}}]', line: 1, says: /written twice/ },
  {
    what: 'a key twice, once with an escape',
    text: String.raw`a: {"name":1,"n\u0061me":2}`,
    line: 1,
    says: /written twice/,
  },
  { what: 'the key __proto__ in JSON', text: 'a: {"__proto__":{"b":1}}', line: 1, says: /__proto__/ },
  {
    what: 'the key __proto__ in JSON, with an escape',
    text: String.raw`a: {"__pr\u006fto__":1}`,
    line: 1,
    says: /__proto__/,
  },
  {
    what: 'JSON that is nested 50,000 deep',
    text: `a: 1\nb: ${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    line: 2,
    says: /nested deeper than 100 levels/,
  },
  {
    what: 'JSON that is nested deep and never ends',
    text: `a: ${'{"a":'.repeat(50_000)}`,
    line: 1,
    says: /nested deeper/,
  },
  {
    what: 'blocks that are nested deep',
    text: Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
    line: 101,
    says: /nested deeper/,
  },
  { what: 'nothing', text: '# only a comment\n', line: 1, says: /renders nothing/ },
];

/** `__proto__` is refused where files are read, so no view has it. */
function isWithoutProto(value: unknown): boolean {
  return !JSON.stringify(value).includes('"__proto__"');
}

suite('readRendered()', () => {
  test('reads its subset as the full YAML parser reads it', () => {
    for (const text of SAMPLES) assert.deepEqual(readRendered(text), parse(text, { version: '1.1' }), text);
  });

  test('reads any JSON value that a template puts in', () => {
    fc.assert(
      fc.property(fc.jsonValue().filter(isWithoutProto), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const text = `a:\n  - b: ${JSON.stringify(value)}\nc: 1\n`;
        assert.deepEqual(readRendered(text), { a: [{ b: plain }], c: 1 });
      }),
    );
  });

  for (const { what, text, line, says } of REFUSED) {
    test(`refuses ${what}, with its line`, () => {
      assert.throws(
        () => readRendered(text),
        (error: unknown) =>
          error instanceof RenderedTextError && error.line === line && says.test(error.message),
      );
    });
  }
});
