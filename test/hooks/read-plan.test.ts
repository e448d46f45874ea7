import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fleetPlanText } from '../../fleet/plan.ts';
import { readPlan } from '../../hooks/read-plan.ts';
import { planOf, sha256Hex } from './fleet.ts';

const TEXT = fleetPlanText(planOf());

test('readPlan() reads what the renderer wrote', () => {
  assert.deepEqual(readPlan(TEXT, sha256Hex), { ok: true, plan: planOf() });
});

test('readPlan() refuses by name what another version wrote, and what was edited', () => {
  const rows: readonly (readonly [string | undefined, RegExp])[] = [
    [undefined, /there is none/],
    ['', /there is none/],
    ['{', /not JSON/],
    ['{}', /no planVersion/],
    [
      TEXT.replace('"planVersion":1', '"planVersion":2'),
      /plan version 2, written by a newer plugin, and this program reads version 1/,
    ],
    [TEXT.replace('"planVersion":1', '"planVersion":0'), /older plugin/],
    [TEXT.replace('"paused":false', '"paused":true'), /its hash is not that of its content/],
    [`${TEXT.slice(0, -1)},"later":1}`, /its hash is not that of its content/],
    [`"${'x'.repeat(40_000)}"`, /longer than 32768 bytes/],
  ];
  for (const [text, expected] of rows) {
    const reading = readPlan(text, sha256Hex);
    assert.ok(!reading.ok);
    assert.match(reading.sentence, expected);
  }
});
