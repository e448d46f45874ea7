import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sha256Hex } from '../../cmp/sha256.ts';

test('sha256Hex() is SHA-256 of the UTF-8 text, as Node computes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) =>
      assert.equal(sha256Hex(text), hash('sha256', text, 'hex')),
    ),
  );
});
