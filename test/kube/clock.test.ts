import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realClock } from '../../kube/clock.ts';

test('realClock() sleeps as long as it is told, by the clock that does not jump', async () => {
  const clock = realClock();
  const started = clock.monotonic();
  await clock.sleep(30);
  assert.ok(clock.monotonic() - started >= 30);
  await clock.sleep(0);
  await clock.sleep(-5);
  assert.ok(Math.abs(clock.now() - Date.now()) < 1_000);
});

test('realClock() ends a sleep at once where its signal aborts, also one that is longer than a timer', async () => {
  const stop = new AbortController();
  const clock = realClock(stop.signal);
  const sleeping = clock.sleep(2 ** 40);
  setTimeout(() => stop.abort(), 10);
  await assert.rejects(sleeping, { name: 'AbortError' });
  await assert.rejects(clock.sleep(0), { name: 'AbortError' });
});
