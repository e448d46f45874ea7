import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseDocuments } from '../../documents/parse-documents.ts';
import { formatProblem } from '../../documents/problem.ts';

const values = (text: string): readonly unknown[] => {
  const { documents, problems } = parseDocuments({ file: 'a.yaml', text });
  assert.deepEqual(problems, []);
  return documents.map(({ value }) => value);
};
/** The first line of each problem: place, path, message and code. */
const lines = (text: string): readonly string[] =>
  parseDocuments({ file: 'f', text }).problems.map((problem) => formatProblem(problem).split('\n')[0] ?? '');

suite('parseDocuments() reads', () => {
  const cases: readonly (readonly [name: string, text: string, expected: readonly unknown[]])[] = [
    ['a map', 'a: 1\nb: [x, {c: true}]\n', [{ a: 1, b: ['x', { c: true }] }]],
    ['several documents', 'a: 1\n---\nb: 2\n...\n---\nc: 3', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['nothing from nothing', '', []],
    ['nothing from comments', '# a\n\n# b\n', []],
    ['nothing from empty documents', '---\n---\nnull\n---\n# c\n---\n~\n', []],
    ['an empty value as null', 'a:\nb: ~\n', [{ a: null, b: null }]],
    [
      'quoted words as texts',
      `a: "yes"\nb: '0777'\n"on": "2026-01-01"\n`,
      [{ a: 'yes', b: '0777', on: '2026-01-01' }],
    ],
    ['block texts', 'a: |\n  yes\n   1\n\nb: >-\n  no\n  2\n', [{ a: 'yes\n 1\n', b: 'no 2' }]],
    ['a block text that begins with spaces', 'a: |2-\n    x\n', [{ a: '  x' }]],
    ['texts over several lines', 'a: x\n  y\nb: "x\n\n  y"\n', [{ a: 'x y', b: 'x\ny' }]],
    [
      'a text with everything escaped',
      'a: "\\x41\\u00e9\\U0001F600\\ud83d\\ude00\\n\\"\\/"\n',
      [{ a: 'Aé😀😀\n"/' }],
    ],
    ['JSON that is indented with tabs', '{\n\t"a": [\n\t\t1,\n\t\t"b"\n\t]\n}\n', [{ a: [1, 'b'] }]],
    [
      'JSON on one line',
      '{"a":{"b":[1,-2.5,"c",null,true]},"d":""}',
      [{ a: { b: [1, -2.5, 'c', null, true] }, d: '' }],
    ],
    ['a list and a text', '- 1\n---\nx\n', [[1], 'x']],
    ['an explicit key', '? a\n: b\n', [{ a: 'b' }]],
    ['a text that ends the file without a line end', 'a: |-\n  x', [{ a: 'x' }]],
    ['tabs that separate', 'a:\tb\t# c\n', [{ a: 'b' }]],
    [
      'keys that look like those of Object.prototype',
      'toString: 1\nvalueOf: 2\n',
      [{ toString: 1, valueOf: 2 }],
    ],
  ];
  for (const [name, text, expected] of cases) {
    test(name, () => {
      assert.deepEqual(values(text), expected);
    });
  }

  test('which document of the file each is, empty ones counted', () => {
    const { documents } = parseDocuments({ file: 'a.yaml', text: '---\n---\na: 1\n---\n---\nb: 1\n' });
    assert.deepEqual(
      documents.map(({ file, index }) => [file, index]),
      [
        ['a.yaml', 1],
        ['a.yaml', 3],
      ],
    );
  });
});

suite('parseDocuments() refuses', () => {
  const cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
    [
      'plain words that YAML 1.1 takes for true and false, as values and as keys',
      'a: yes\nb: [x, off]\non: 1\n',
      [
        'f:1:4 a: Cannot read a plain word that is true or false in YAML 1.1 and a text in YAML 1.2 [YAML_AMBIGUOUS_WORD]',
        'f:2:8 b[1]: Cannot read a plain word that is true or false in YAML 1.1 and a text in YAML 1.2 [YAML_AMBIGUOUS_WORD]',
        'f:3:1 Cannot read a plain word that is true or false in YAML 1.1 and a text in YAML 1.2 [YAML_AMBIGUOUS_WORD]',
      ],
    ],
    [
      'numbers and times that readers differ on',
      'a: 0777\nb: 12:30:45\nc: .inf\nd: 9007199254740993\n1_0: x\n',
      [
        'f:1:4 a: Cannot read a plain value that is not the same number to every reader [YAML_AMBIGUOUS_NUMBER]',
        'f:2:4 b: Cannot read a plain value that is a date or a number to the base of 60 in YAML 1.1 [YAML_AMBIGUOUS_TIME]',
        'f:3:4 c: Cannot read a number that is infinite or not a number [YAML_NOT_FINITE]',
        'f:4:4 d: Cannot read a number that has more digits than every reader keeps [YAML_NUMBER_INEXACT]',
        'f:5:1 Cannot read a plain value that is not the same number to every reader [YAML_AMBIGUOUS_NUMBER]',
      ],
    ],
    [
      'anchors, aliases and merge keys',
      'a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n"<<": 1\n',
      [
        'f:1:7 a: Cannot read the value: it has an anchor [YAML_ANCHOR]',
        'f:2:4 c: Cannot read the value: it is an alias [YAML_ALIAS]',
        'f:4:3 d["?"]: Cannot read a merge key [YAML_MERGE_KEY]',
        'f:5:1 ["?"]: Cannot read a merge key [YAML_MERGE_KEY]',
      ],
    ],
    [
      'tags of any kind, also on keys and nothing',
      'a: !!str 1\nb: !x {}\n!!str c: ! d\ne: !!binary aGk=\nf: !!null\n',
      [
        'f:1:10 a: Cannot read the value: it has a tag [YAML_TAG]',
        'f:2:7 b: Cannot read the value: it has a tag [YAML_TAG]',
        'f:3:7 Cannot read the value: it has a tag [YAML_TAG]',
        'f:3:12 c: Cannot read the value: it has a tag [YAML_TAG]',
        'f:4:13 e: Cannot read the value: it has a tag [YAML_TAG]',
        'f:5:10 f: Cannot read the value: it has a tag [YAML_TAG]',
      ],
    ],
    ['directives', '%YAML 1.1\n---\na: 1\n', ['f:1:1 Cannot read a directive [YAML_DIRECTIVE]']],
    [
      'a key twice, in whatever way it is written',
      'a: 1\n"a": 2\nb: {c: 1, c: 2}\n',
      [
        'f:2:1 a: Cannot read the map: it has this key twice [YAML_DUPLICATE_KEY]',
        'f:3:11 b.c: Cannot read the map: it has this key twice [YAML_DUPLICATE_KEY]',
      ],
    ],
    [
      'keys that are no texts',
      '1: a\n? [b]\n: c\ntrue: d\n: e\n? {f: 1}\n',
      [
        'f:1:1 Cannot read the key: it is a number, not a text [YAML_KEY_NOT_STRING]',
        'f:2:3 Cannot read the key: it is a map or a list [YAML_KEY_NOT_STRING]',
        'f:4:1 Cannot read the key: it is a boolean, not a text [YAML_KEY_NOT_STRING]',
        'f:5:1 Cannot read the key: it is empty, not a text [YAML_KEY_NOT_STRING]',
        'f:6:3 Cannot read the key: it is a map or a list [YAML_KEY_NOT_STRING]',
      ],
    ],
    [
      'tabs as indentation',
      'a:\n\tb: 1\nc:\n  - \td: 1\n',
      [
        'f:2:1 Cannot read the document: a tab is used as indentation [YAML_TAB]',
        'f:4:4 Cannot read the document: a tab is used as indentation [YAML_TAB]',
      ],
    ],
    [
      'unknown escapes and halves of characters',
      'a: "\\q"\n---\nb: "\\ud800"\nc: "x\\0"\n"\\udc00": 1\n',
      [
        'f:1:5 Cannot read the text: its escape sequence is not one of YAML [YAML_ESCAPE]',
        'f:3:4 b: Cannot read the text: it holds NUL or half of a surrogate pair [YAML_TEXT_CHARACTER]',
        'f:4:4 c: Cannot read the text: it holds NUL or half of a surrogate pair [YAML_TEXT_CHARACTER]',
        'f:5:1 Cannot read the text: it holds NUL or half of a surrogate pair [YAML_TEXT_CHARACTER]',
      ],
    ],
    [
      'what is not YAML, the first place of each line',
      'a: b: c\nd: @e\nf\n',
      [
        'f:1:4 Cannot read the document: a text with a colon and a space must be in quotes, and a map starts on its own line [YAML_SYNTAX]',
        'f:2:4 Cannot read the value: a text that starts with @ or ` must be in quotes [YAML_SYNTAX]',
        'f:3:1 Cannot read the document: a colon, comma, quote, bracket or space is missing here [YAML_SYNTAX]',
      ],
    ],
    [
      'brackets and lines that are out of place',
      'a: [1,\nb: 2\n---\nc: 1\n d: 2\n',
      [
        'f:2:1 Cannot read the document: a bracket is not closed, or its lines are not indented [YAML_INDENTATION]',
        'f:5:2 Cannot read the document: this line does not start in the column of the lines it belongs to [YAML_INDENTATION]',
      ],
    ],
    [
      'problems before a syntax error, and none after it',
      'a: yes\nb: "x\\q"\nc: no\n',
      [
        'f:1:4 a: Cannot read a plain word that is true or false in YAML 1.1 and a text in YAML 1.2 [YAML_AMBIGUOUS_WORD]',
        'f:2:6 Cannot read the text: its escape sequence is not one of YAML [YAML_ESCAPE]',
      ],
    ],
  ];
  for (const [name, text, expected] of cases) {
    test(name, () => {
      assert.deepEqual(lines(text), expected);
    });
  }

  test('reserved keys, and leaves Object.prototype alone', () => {
    const found = lines('__proto__: {polluted: 1}\na: {"constructor": {prototype: 1}}\n');
    assert.deepEqual(found, [
      'f:1:1 __proto__: Cannot use the key __proto__: it is reserved [YAML_RESERVED_KEY]',
      'f:2:5 a.constructor: Cannot use the key constructor: it is reserved [YAML_RESERVED_KEY]',
      'f:2:21 a.constructor.prototype: Cannot use the key prototype: it is reserved [YAML_RESERVED_KEY]',
    ]);
    assert.equal('polluted' in {}, false);
  });

  test('and gives a hint with each', () => {
    const { problems } = parseDocuments({ file: 'f', text: 'a: yes\nb: "\\q"\n' });
    assert.deepEqual(
      problems.map(({ hint }) => hint),
      ['write true or false, or put the text in quotes', 'write a backslash as \\\\, or use single quotes'],
    );
  });

  test('without ever quoting what is written', () => {
    const secret = 'hunter2';
    const texts = [
      `${secret}: @${secret}`,
      `a: !${secret} 1`,
      `a: "\\q${secret}"`,
      `a: *${secret}`,
      `"${secret} ${secret}": yes`,
      `a: [${secret}`,
      `%${secret} x\n---\na: 1`,
      `a: ${secret}: b`,
      `]${secret}`,
    ];
    for (const text of texts) {
      const { problems } = parseDocuments({ file: 'f', text });
      assert.notEqual(problems.length, 0, text);
      assert.doesNotMatch(
        JSON.stringify(problems.map(({ message, hint }) => [message, hint])),
        /hunter2/,
        text,
      );
    }
  });

  test('and leaves out the documents concerned, not those beside them', () => {
    const { documents, problems } = parseDocuments({
      file: 'f',
      text: 'a: 1\n---\nb: yes\n---\nc: "\\q"\n---\nd: 2\n',
    });
    assert.deepEqual([documents.map(({ value }) => value), problems.length], [[{ a: 1 }, { d: 2 }], 2]);
  });
});

suite('parseDocuments() refuses characters of a file', () => {
  const cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
    [
      'a byte order mark',
      '\uFEFFa: 1\n',
      ['f:1:1 Cannot read the file: it starts with a byte order mark [FILE_BOM]'],
    ],
    [
      'a byte order mark further down',
      'a: 1\n\uFEFF---\nb: 2\n',
      ['f:2:1 Cannot read the file: the character U+FEFF is not allowed here [FILE_BOM]'],
    ],
    [
      'CRLF',
      'a: 1\r\nb: |\r\n  x\r\n',
      ['f:1:5 Cannot read the file: it has carriage returns (CRLF line ends) [FILE_CRLF]'],
    ],
    [
      'CR alone',
      '\uFEFF\na: 1\rb: 2',
      [
        'f:1:1 Cannot read the file: it starts with a byte order mark [FILE_BOM]',
        'f:2:5 Cannot read the file: it has carriage returns (CRLF line ends) [FILE_CRLF]',
      ],
    ],
    [
      'controls and the line ends of YAML 1.1, also in comments and quotes',
      'a: "\u0000"\n# \u2028x: 1\nb: "\u0085"\nc: \u007F\n',
      [
        'f:1:5 Cannot read the file: the character U+0000 is not allowed here [FILE_CONTROL_CHARACTER]',
        'f:2:3 Cannot read the file: the character U+2028 is not allowed here [FILE_CONTROL_CHARACTER]',
        'f:3:5 Cannot read the file: the character U+0085 is not allowed here [FILE_CONTROL_CHARACTER]',
        'f:4:4 Cannot read the file: the character U+007F is not allowed here [FILE_CONTROL_CHARACTER]',
      ],
    ],
  ];
  for (const [name, text, expected] of cases) {
    test(name, () => {
      assert.deepEqual(
        lines(text).filter((line) => line.includes('FILE_')),
        expected,
      );
    });
  }

  test('and still judges the rest', () => {
    assert.deepEqual(
      lines('\uFEFFa: yes\r\n').map((line) => line.replace(/.*\[/, '[')),
      ['[FILE_BOM]', '[YAML_AMBIGUOUS_WORD]', '[FILE_CRLF]'],
    );
  });
});
