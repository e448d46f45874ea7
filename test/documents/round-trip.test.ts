import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import type { JsonValue } from '../../documents/json.ts';
import { DOCUMENT_LIMITS } from '../../documents/limits.ts';
import { isJsonObject } from '../../documents/json.ts';
import { parseDocuments } from '../../documents/parse-documents.ts';

/** What is written must be escaped as any careful writer does it: controls, YAML 1.1 line ends, byte order marks. */
const escaped = (text: string): string =>
  text.replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const name = fc
  .string({ unit: 'binary', maxLength: 12 })
  .filter((text) => !/^(?:__proto__|constructor|prototype|<<)$/.test(text) && !text.includes('\0'));
const words = fc.constantFrom(
  'yes',
  'no',
  'null',
  '~',
  '1',
  '1e3',
  '0777',
  '<<',
  '2026-01-01',
  ' x ',
  'a\n\n b\n',
  '- a',
  '',
);
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc
    .double({ noNaN: true, min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    .filter((value) => !String(value).includes('e')),
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      words,
      name,
      number.filter((one) => !Object.is(one, -0)),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(
        words.filter((word) => word !== '<<'),
        name,
      ),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

suite('parseDocuments() reads back', () => {
  test('any value that is written with double quotes', () => {
    fc.assert(
      fc.property(value, (written) => {
        const text = escaped(
          stringify(written, {
            defaultStringType: 'QUOTE_DOUBLE',
            defaultKeyType: 'QUOTE_DOUBLE',
            aliasDuplicateObjects: false,
          }),
        );
        assert.deepEqual(readBack(text), written ?? undefined);
      }),
      { numRuns: 1_000 },
    );
  });

  test('any value that is written as JSON, in one line or with tabs', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, '\t', 2), (written, indent) => {
        assert.deepEqual(readBack(escaped(JSON.stringify(written, null, indent))), written ?? undefined);
      }),
      { numRuns: 1_000 },
    );
  });
});

function readBack(text: string): JsonValue | undefined {
  const { documents, problems } = parseDocuments({ file: 'f', text });
  assert.deepEqual(problems, [], text);
  return documents[0]?.value;
}

suite('parseDocuments() on any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...'-?:,[]{}#&*!|>\'"%@`\n \t~=<'.split(/(?:)/),
      ': ',
      '- ',
      '\n  ',
      '---\n',
      '...\n',
      '<<: ',
      '!!',
      '\\',
      '\r\n',
      '\uFEFF',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));

  test('never throws, and gives each problem a place in the file, and a hint', () => {
    fc.assert(
      fc.property(text, (source) => {
        const lines = source.replace(/\r\n?/g, '\n').split('\n');
        for (const { position, hint } of parseDocuments({ file: 'f', text: source }).problems) {
          assertInside(position, lines);
          assert.notEqual(hint ?? '', '');
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test('locates any path inside the file', () => {
    const path = fc.array(fc.oneof(fc.nat(3), fc.constantFrom('a', 'b', '', '?')), { maxLength: 4 });
    fc.assert(
      fc.property(
        value,
        path,
        fc.constantFrom('key' as const, 'value' as const),
        (written, beyond, target) => {
          const source = escaped(
            `# c\n---\n${stringify({ a: written, b: 1 }, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE', aliasDuplicateObjects: false })}`,
          );
          const { documents } = parseDocuments({ file: 'f', text: source }, DOCUMENT_LIMITS);
          for (const { locate } of documents) {
            assertInside(locate(beyond, target), source.split('\n'));
            for (const known of pathsOf(written))
              assertInside(locate(['a', ...known, ...beyond], target), source.split('\n'));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

function assertInside(
  position: { line: number; column: number } | undefined,
  lines: readonly string[],
): void {
  assert.ok(position !== undefined);
  const line = lines[position.line - 1];
  assert.ok(
    line !== undefined && position.column >= 1 && position.column <= line.length + 1,
    JSON.stringify([position, lines]),
  );
}

function pathsOf(written: JsonValue): readonly (readonly (string | number)[])[] {
  const children: readonly (readonly [string | number, JsonValue])[] = Array.isArray(written)
    ? [...written.entries()]
    : isJsonObject(written)
      ? Object.entries(written)
      : [];
  return [[], ...children.flatMap(([segment, child]) => pathsOf(child).map((below) => [segment, ...below]))];
}
