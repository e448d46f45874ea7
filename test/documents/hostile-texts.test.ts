import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DOCUMENT_LIMITS } from '../../documents/limits.ts';
import { parseDocuments, type ParsedDocuments } from '../../documents/parse-documents.ts';

const MEGABYTE = 1_000_000;
const parse = (text: string): ParsedDocuments => parseDocuments({ file: 'f', text });
const codes = ({ problems }: ParsedDocuments): readonly string[] => [
  ...new Set(problems.map(({ code }) => code)),
];

/** Fewer tokens than in earnest, for quick tests; one test below has the limit that users have. */
const LIMITS = { ...DOCUMENT_LIMITS, documentTokens: 40_000 };

/** Nine levels of nine aliases each: 9^9 values, if they were resolved. */
const aliasBomb = Array.from({ length: 9 }, (_, level) => {
  const items = level === 0 ? '"lol"' : Array.from({ length: 9 }, () => `*a${String(level - 1)}`).join(', ');
  return `a${String(level)}: &a${String(level)} [${items}]\n`;
}).join('');

const merges = `base: &base {a: 1}\n${Array.from({ length: 500 }, (_, i) => `m${String(i)}: {<<: *base}\n`).join('')}`;

suite('parseDocuments() refuses hostile texts', () => {
  const cases: Readonly<Record<string, readonly [text: string, codes: readonly string[]]>> = {
    'a bomb of aliases': [aliasBomb, ['YAML_ANCHOR', 'YAML_ALIAS']],
    'an alias to itself': ['a: &a [*a]\n', ['YAML_ANCHOR', 'YAML_ALIAS']],
    'a merge of itself': ['a: &a {<<: *a}\n', ['YAML_ANCHOR', 'YAML_MERGE_KEY']],
    '500 merges': [merges, ['YAML_MORE_PROBLEMS', 'YAML_ANCHOR', 'YAML_MERGE_KEY']],
    'a million open brackets': ['['.repeat(MEGABYTE), ['YAML_TOO_DEEP']],
    'a million open braces': ['{'.repeat(MEGABYTE), ['YAML_TOO_DEEP']],
    'a million maps in one line': ['a: '.repeat(MEGABYTE / 3), ['YAML_TOO_DEEP']],
    'a million lists in one line': ['- '.repeat(MEGABYTE / 2), ['YAML_TOO_DEEP']],
    'a million explicit keys': ['? '.repeat(MEGABYTE / 2), ['YAML_TOO_DEEP']],
    'a staircase of lines': [
      Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
      ['YAML_TOO_DEEP'],
    ],
    'a list of too many items': [`[${'a,'.repeat(MEGABYTE)}]`, ['YAML_DOCUMENT_TOO_LARGE']],
    'too many empty lines': ['\n'.repeat(3 * MEGABYTE), ['YAML_DOCUMENT_TOO_LARGE']],
    'too many keys in a line': [`{${'"a":1,'.repeat(MEGABYTE / 6)}}`, ['YAML_DOCUMENT_TOO_LARGE']],
    'too many comments in a document': [`a: 1\n${'# c\n'.repeat(MEGABYTE)}`, ['YAML_DOCUMENT_TOO_LARGE']],
    'too many documents': ['---\na: 1\n'.repeat(3_000), ['YAML_TOO_MANY_DOCUMENTS']],
    'a document that is too long': [
      `a: |\n${`  ${'x'.repeat(98)}\n`.repeat(20_000)}b: 1\n`,
      ['YAML_DOCUMENT_TOO_LARGE'],
    ],
    'a number of a million digits': [`a: ${'1'.repeat(MEGABYTE)}\n`, ['YAML_NUMBER_INEXACT']],
    'a number of a million underscores': [`a: 1${'_'.repeat(MEGABYTE)}1\n`, ['YAML_AMBIGUOUS_NUMBER']],
    'a key of a million letters': [`${'a'.repeat(MEGABYTE)}: 1\n`, ['YAML_SYNTAX']],
    'a quote that never ends': [`a: "${'\\"'.repeat(MEGABYTE / 2)}`, ['YAML_SYNTAX']],
    'a million quotes': [`a: '${"''".repeat(MEGABYTE / 2)}`, ['YAML_SYNTAX']],
    'a million errors': ['] } '.repeat(MEGABYTE / 4), ['YAML_DOCUMENT_TOO_LARGE']],
    'a million directives': ['%A b\n'.repeat(MEGABYTE / 5), ['YAML_MORE_PROBLEMS', 'YAML_DIRECTIVE']],
    'a million control characters': [
      '\u0001'.repeat(MEGABYTE),
      ['YAML_MORE_PROBLEMS', 'FILE_CONTROL_CHARACTER'],
    ],
    'a document of tabs': ['\t'.repeat(MEGABYTE), ['YAML_TAB']],
  };
  for (const [name, [text, expected]] of Object.entries(cases)) {
    test(name, () => {
      const parsed = parseDocuments({ file: 'f', text }, LIMITS);
      assert.deepEqual(
        [codes(parsed).toSorted(), parsed.problems.length <= 101],
        [expected.toSorted(), true],
      );
    });
  }
});

suite('parseDocuments() and its limits', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}\n`;

  test('reads as deep as the limit and no deeper', () => {
    const limits = { ...DOCUMENT_LIMITS, depth: 5 };
    assert.deepEqual(codes(parseDocuments({ file: 'f', text: nested(5) }, limits)), []);
    assert.deepEqual(codes(parseDocuments({ file: 'f', text: nested(6) }, limits)), ['YAML_TOO_DEEP']);
  });

  test('bounds the tokens of a document', () => {
    assert.deepEqual(codes(parse(`[${'a,'.repeat(MEGABYTE / 5)}]`)), ['YAML_DOCUMENT_TOO_LARGE']);
    assert.deepEqual(codes(parse(`[${'a,'.repeat(MEGABYTE / 20)}]`)), []);
  });

  test('counts the length of each document on its own', () => {
    const text = `a: ${'x'.repeat(50)}\n---\n`.repeat(20);
    assert.deepEqual(
      codes(parseDocuments({ file: 'f', text }, { ...DOCUMENT_LIMITS, documentLength: 100 })),
      [],
    );
    assert.deepEqual(codes(parseDocuments({ file: 'f', text }, { ...DOCUMENT_LIMITS, documentLength: 40 })), [
      'YAML_DOCUMENT_TOO_LARGE',
    ]);
  });

  test('keeps the documents before the one that passes a limit', () => {
    const { documents, problems } = parse(`a: 1\n---\nb: 2\n---\nc: ${'['.repeat(200)}`);
    assert.deepEqual(
      [documents.map(({ value }) => value), problems.map(({ code, position }) => [code, position?.line])],
      [[{ a: 1 }, { b: 2 }], [['YAML_TOO_DEEP', 5]]],
    );
  });

  test('reports as many problems as the limit, and how many more there are', () => {
    const { problems } = parse('- yes\n'.repeat(150));
    assert.equal(problems.length, 101);
    assert.deepEqual(problems.at(-1)?.message, 'Cannot read the file: it has 50 more problems');
    const many = parse('- yes\n- no\n---\n'.repeat(1_900));
    assert.deepEqual(
      many.problems.at(-1)?.message,
      'Cannot read the file: it has at least 1000 more problems',
    );
  });
});
