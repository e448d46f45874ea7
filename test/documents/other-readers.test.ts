import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CORE_SCHEMA, load } from 'js-yaml';
import { parseDocuments } from '../../documents/parse-documents.ts';

const codes = (text: string): readonly string[] =>
  parseDocuments({ file: 'f', text }).problems.map(({ code }) => code);

suite('parseDocuments() refuses what go-yaml or libyaml read otherwise', () => {
  const cases: readonly (readonly [name: string, text: string, code: string | undefined])[] = [
    ['a colon at the end of a text in brackets', '[a:]\n', 'YAML_AMBIGUOUS_FLOW'],
    ['a colon at the end of a key in braces', '{a:, b: 1}\n', 'YAML_AMBIGUOUS_FLOW'],
    ['a colon on a line of its own in braces', '{a\n :}\n', 'YAML_AMBIGUOUS_FLOW'],
    ['a question mark at the start of a text in brackets', '[?a, {?b: 1}]\n', 'YAML_AMBIGUOUS_FLOW'],
    ['a question mark outside brackets is fine', '?a: 1\nb: ?c\n', undefined],
    ['a colon after a quoted key is fine', '{"a":1,"b":[2]}\n', undefined],
    ['a colon inside a text in brackets is fine', '[a:b, ::c]\n', undefined],
    ['a block text that ends with the file', 'a: |\n  x', 'YAML_FINAL_NEWLINE'],
    ['a folded text that ends with the file', '- >+\n  x', 'YAML_FINAL_NEWLINE'],
    ['a stripped block text that ends with the file in spaces', 'a: |-\n  x\n    ', 'YAML_FINAL_NEWLINE'],
    ['a stripped block text that ends with the file', 'a: |-\n  x', undefined],
    ['an indentation number and lines of spaces', 'a: |2\n    x\n   \nb: 1\n', 'YAML_BLOCK_SPACES'],
    ['an indentation number and nothing but spaces', 'a: |2\n    \n', 'YAML_BLOCK_SPACES'],
    ['an indentation number and empty lines', 'a: |2+\n    x\n\nb: 1\n', undefined],
    ['a backslash before an empty line', 'a: "x\\\n\n  y"\n', 'YAML_ESCAPE'],
    ['a backslash before a line', 'a: "x\\\n  y"\n', undefined],
    ['an escaped quote at the end of the file', 'a: "x\\"', 'YAML_SYNTAX'],
    ['a doubled quote at the end of the file', "a: 'x''", 'YAML_SYNTAX'],
    ['an escaped backslash before the last quote', 'a: "x\\\\"', undefined],
    ['a doubled quote before the last one', "a: 'x'''", undefined],
    ['a root that starts further right than its second line', '  a: 1\nb: 2\n', 'YAML_SYNTAX'],
  ];
  for (const [name, text, code] of cases) {
    test(name, () => {
      assert.deepEqual([...new Set(codes(text))], code === undefined ? [] : [code]);
    });
  }
});

suite('parseDocuments() and js-yaml', () => {
  const pieces =
    'a|b|k: |"q": |- |\n|\n  |\n    |: |:|, |[|]|{|}|"x"|\'y\'|"|#c| # d|1|1.5|true|null|~|x y|é|? |"a\n  b"|yes|0x1|1e3|2026-01-01'.split(
      '|',
    );
  const text = fc
    .array(fc.constantFrom(...pieces, '|\n  x\n', '>-\n  x\n  y\n', '\\'), { maxLength: 12 })
    .map((parts) => `${parts.join('')}\n`);

  test('agree on every text that is accepted, unless js-yaml refuses it', () => {
    let compared = 0;
    fc.assert(
      fc.property(text, (yaml) => {
        const { documents, problems } = parseDocuments({ file: 'f', text: yaml });
        const [document] = documents;
        if (problems.length > 0 || document === undefined) return;
        const other = loaded(yaml);
        if (other === undefined) return;
        compared += 1;
        assert.deepEqual(document.value, other.value, JSON.stringify(yaml));
      }),
      { numRuns: 5_000, seed: 3 },
    );
    assert.ok(compared > 500, `only ${String(compared)} texts were compared`);
  });
});

function loaded(yaml: string): { readonly value: unknown } | undefined {
  try {
    return { value: load(yaml, { schema: CORE_SCHEMA }) };
  } catch {
    return undefined;
  }
}
