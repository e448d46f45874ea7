import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playRandom } from './random-history.ts';

const SEEDS = 12;

test(`${SEEDS} random histories break no invariant, and end as the last commit says`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { problems, story } = await playRandom(seed);
    assert.deepEqual(problems, [], `seed ${seed}\n${story}`);
  }
});
