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
    ['a colon on a line of its own in braces', '{a\n :}\n', 'YAML_SYNTAX'],
    ['a colon below a quoted key', '{"a"\n: 1}\n', 'YAML_SYNTAX'],
    ['a key in braces on two lines', '{a\n b: 1}\n', 'YAML_SYNTAX'],
    ['a colon further right than its question mark', '? a\n : 1\n', 'YAML_INDENTATION'],
    ['a colon at the start of a text in brackets', '[:a, {b: ::c}]\n', 'YAML_AMBIGUOUS_FLOW'],
    ['a question mark at the end of a text in brackets', '[yes?]\n', 'YAML_AMBIGUOUS_FLOW'],
    ['a tab after the dash of a list item', '- \tx\n', 'YAML_TAB'],
    ['a tab after a question mark', '?\tx\n', 'YAML_TAB'],
    ['a tab after a block text', '- |\n  x\n- \tz\n', 'YAML_TAB'],
    ['a tab on an empty line', "a: 'x'\n\t\nb: 1\n", 'YAML_TAB'],
    ['a tab between key and text, and after it', 'a:\tx\t\n', undefined],
    ['tabs in braces', '{\n\t"a":\t[\n\t\t1\n\t]\n}\n', undefined],
    ['a comment in the first column and a line that it glues on', 'a:\n#c\n  x\n- y\n', 'YAML_INDENTATION'],
    ['a comment in the first column before a text', 'a:\n#c\n  x\n  y\n', undefined],
    ['a question mark at the start of a text in brackets', '[?a, {?b: 1}]\n', 'YAML_AMBIGUOUS_FLOW'],
    ['a question mark outside brackets is fine', '?a: 1\nb: ?c\n', undefined],
    ['a colon after a quoted key is fine', '{"a":1,"b":[2]}\n', undefined],
    ['a colon inside a text in brackets is fine', '[a:b, c::d]\n', undefined],
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

suite('parseDocuments() refuses what the library drops', () => {
  const cases: readonly (readonly [text: string, code: string, column: number])[] = [
    ["? 'data'immutable: true\n", 'YAML_SYNTAX', 9],
    ["? 'a' 'b'\n", 'YAML_SYNTAX', 7],
    ['? [a] {b: c}\n', 'YAML_SYNTAX', 7],
    ['? "a" &b\n', 'YAML_SYNTAX', 7],
    ['{"a"&b}\n', 'YAML_SYNTAX', 5],
    ['{"a"!x}\n', 'YAML_SYNTAX', 5],
    ["{'a' &b , c: 1}\n", 'YAML_SYNTAX', 6],
    ['[? "a" !x]\n', 'YAML_SYNTAX', 8],
  ];
  for (const [text, code, column] of cases) {
    test(JSON.stringify(text), () => {
      const { documents, problems } = parseDocuments({ file: 'f', text });
      assert.deepEqual(documents, []);
      assert.ok(
        problems.some((one) => one.code === code && one.position?.column === column),
        JSON.stringify(problems),
      );
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

  test('agree on every text that is accepted with something glued to a quoted text', () => {
    const quoted = fc.constantFrom('"a"', "'b'", '"c d"', '[]', '{}', '[e]');
    const glue = fc.constantFrom(
      '',
      ' ',
      ': ',
      ':',
      ', ',
      '\n  ',
      '&k',
      ' &k ',
      '!t',
      ' !t ',
      '*k',
      '?',
      ' ? ',
      '-',
      'x',
      ' # d',
    );
    const opening = fc.constantFrom(
      '',
      '? ',
      '- ',
      '- ? ',
      'k: ',
      '[',
      '{',
      '[? ',
      '{? ',
      '{x: ',
      '- [',
      'k: {',
    );
    const glued = fc.tuple(opening, fc.array(fc.tuple(glue, quoted, glue), { minLength: 1, maxLength: 3 }));
    let compared = 0;
    fc.assert(
      fc.property(glued, ([start, parts]) => {
        const closing = Array.from(start)
          .reverse()
          .map((character) => CLOSING.get(character) ?? '');
        const yaml = `${start}${parts.flat().join('')}${closing.join('')}\n`;
        const { documents, problems } = parseDocuments({ file: 'f', text: yaml });
        if (problems.length > 0 || documents.length === 0) return;
        compared += 1;
        assert.deepEqual({ value: documents[0]?.value }, loaded(yaml), JSON.stringify(yaml));
      }),
      { numRuns: 10_000, seed: 5 },
    );
    assert.ok(compared > 500, `only ${String(compared)} texts were compared`);
  });
});

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['{', '}'],
]);

function loaded(yaml: string): { readonly value: unknown } | undefined {
  try {
    return { value: load(yaml, { schema: CORE_SCHEMA }) };
  } catch {
    return undefined;
  }
}
