import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gibibytes, milliCpu } from '../../../cmp/views/quantity.ts';

test('gibibytes() writes the suffix that the API server stores', () => {
  assert.deepEqual([1, 8, 1023, 1024, 1025, 3072, 65_536].map(gibibytes), [
    '1Gi',
    '8Gi',
    '1023Gi',
    '1Ti',
    '1025Gi',
    '3Ti',
    '64Ti',
  ]);
});

test('milliCpu() writes whole cores, and thousands of them, as the API server stores them', () => {
  assert.deepEqual([1, 500, 1000, 1500, 2000, 999_000, 1_000_000].map(milliCpu), [
    '1m',
    '500m',
    '1',
    '1500m',
    '2',
    '999',
    '1k',
  ]);
});
