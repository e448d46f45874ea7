import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decodeUtf8 } from '../../../cmp/io/decode-utf8.ts';

suite('decodeUtf8()', () => {
  test('keeps a byte order mark, so that it can be named', () => {
    assert.deepEqual(decodeUtf8(Buffer.from('\uFEFFa')), { ok: true, text: '\uFEFFa' });
  });

  const cases: readonly (readonly [name: string, bytes: number[], line: number, column: number])[] = [
    ['a byte that never occurs', [0x61, 0xff], 1, 2],
    ['an overlong slash', [0x61, 0x0a, 0xc0, 0xaf], 2, 1],
    ['half a surrogate pair', [0xed, 0xa0, 0x80], 1, 1],
    ['a character that is cut off at the end', [0x61, 0xe2, 0x82], 1, 2],
    ['a character that is cut off by another', [0xe2, 0x82, 0x61], 1, 1],
    ['a character beyond U+10FFFF', [0x0a, 0x0a, 0x20, 0xf4, 0x90, 0x80, 0x80], 3, 2],
  ];
  for (const [name, bytes, line, column] of cases) {
    test(`names the place of ${name}`, () => {
      assert.deepEqual(decodeUtf8(Uint8Array.from(bytes)), { ok: false, line, column });
    });
  }

  test('finds the first wrong byte after any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const decoded = decodeUtf8(Buffer.concat([Buffer.from(text), Buffer.from([0x80, 0x61])]));
        const lines = text.split('\n');
        const column = (lines.at(-1)?.length ?? 0) + 1;
        assert.deepEqual(decoded, { ok: false, line: lines.length, column });
      }),
    );
  });
});
