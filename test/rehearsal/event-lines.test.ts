import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { expandPlan } from '../../rehearsal/expand-plan.ts';
import { escapeExpansion } from '../../fleet/escape-expansion.ts';
import { eventLines } from '../../scripts/demo/event-lines.ts';
import { expandVariables } from '../fleet/expand-variables.ts';

const EVENT = {
  at: 125_999,
  by: 'rollout',
  text: 'Waiting for chat-celld-2 to be ready, since 2026-09-21T13:34:30Z, until 2026-09-21T13:54:30Z at the latest',
  fleet: { pods: ['old', 'warming', 'ending'], partition: 2 },
} as const;

suite('a line of the demo', () => {
  test('says when, how the fleet stands, who and what, and no moment of a clock that is not real', () => {
    assert.equal(
      eventLines(EVENT, { width: 120, isColoured: false }),
      '  2:05  ○ ◐ ×   from 2  rollout  Waiting for chat-celld-2 to be ready\n',
    );
  });

  test('is broken between words, and goes on below its text', () => {
    const text = 'one two three four five six seven eight nine ten';
    const line = eventLines(
      { ...EVENT, text, fleet: { pods: [], partition: undefined } },
      { width: 60, isColoured: false },
    );
    assert.equal(
      line,
      `  2:05          -       rollout  one two three four five six seven eight\n${' '.repeat(33)}nine ten\n`,
    );
  });
});

test('expandPlan() gives a Job what the kubelet gives it, and leaves other objects alone', () => {
  const job = (value: string) => ({ kind: 'Job', spec: { containers: [{ env: [{ name: 'A', value }] }] } });
  for (const text of ['$(HOME)', 'a$b', '$$', '$$$(A)', 'cost: $5']) {
    const written = escapeExpansion(text);
    assert.deepEqual(expandPlan(job(written)), job(expandVariables(written, {})));
    assert.deepEqual(expandPlan(job(written)), job(text));
  }
  const other = { kind: 'ConfigMap', data: { value: '$$' } };
  assert.deepEqual(expandPlan(other), other);
});
