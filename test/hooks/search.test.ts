import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canonical, canonicalLines, fingerprintOf } from '../../sim/canonical.ts';
import { decodeStateBody } from '../../fleet/state/decode-state.ts';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { replay } from './search/replay.ts';
import { search, type SearchReport } from './search/search.ts';
import { DEFAULT_SPACE, type SpaceOptions, spaceOf } from './search/space.ts';
import { fleetWorld, until } from './world.ts';

async function found(options: Partial<SpaceOptions>, states: number): Promise<SearchReport> {
  const space = spaceOf({ ...DEFAULT_SPACE, ...options });
  return await search(space, { states, recoverEvery: 1, violations: 3 });
}

/** What `node scripts/soak.ts search` does for hours, as far as it gets in a moment. */
describe('every order of events', () => {
  const rows: readonly (readonly [string, Partial<SpaceOptions>])[] = [
    ['of two pods with a scaler', { letters: ['git', 'hookless', 'evict', 'cold', 'kill', 'scaler'] }],
    ['of three pods', { pods: 3, letters: ['git', 'hookless', 'evict', 'cold', 'kill', 'terminate'] }],
    ['of two Jobs at once', { letters: ['hookless', 'kill', 'abandon', 'lost-answer'] }],
    [
      'across boundaries that ask for Recreate',
      { versions: ['0.4.1', '0.5.1', '0.6.0'], strategy: 'Recreate' },
    ],
  ];
  for (const [what, options] of rows)
    test(`${what} breaks no invariant and ends well, near an undisturbed history`, async () => {
      const report = await found(options, 300);
      assert.deepEqual(report.violations, []);
      assert.ok(report.recovered >= 300);
    });

  test('is the same each time', async () => {
    const [one, other] = [await found({}, 100), await found({}, 100)];
    assert.deepEqual(one, other);
  });

  test('finds what a Job that is blind for restoring cells breaks, and the way to it can be replayed', async () => {
    const space = spaceOf({ ...DEFAULT_SPACE, letters: ['cold'] });
    const decodeState = (body: JsonValue) => decodeStateBody({ ...(body as JsonObject), restoring: 0 });
    const blind = { ...space, config: { ...space.config, decodeState } };
    const report = await search(blind, { states: 2000, recoverEvery: 1_000_000, violations: 1 });
    const [violation] = report.violations;
    assert.match(violation?.problems.join() ?? '', /^at once: I2: chat-celld-\d restores 4 cells/);
    const lines: string[] = [];
    await replay(blind, violation?.path ?? [], (line) => lines.push(line));
    assert.ok(
      lines.some((line) => line.includes('VIOLATION at once: I2')),
      lines.join('\n'),
    );
  });

  test('ends where nothing new appears', async () => {
    const report = await found({ letters: ['cold'], versions: ['0.6.1'] }, 1000);
    assert.ok(report.isClosed && report.violations.length === 0, JSON.stringify(report));
  });
});

test('the fingerprint of lines tells states apart as their text does', async () => {
  const fleet = fleetWorld({ version: '0.6.1' });
  const { world } = fleet;
  const texts = new Map<number, string>();
  const look = () => {
    const print = fingerprintOf(canonicalLines(world.state));
    const text = canonical(world.state);
    assert.equal(texts.get(print) ?? text, text);
    texts.set(print, text);
  };
  await until(fleet, 'full r1 Succeeded');
  fleet.push('r2', { version: '0.6.2' });
  for (let count = 0; count < 200; count += 1) {
    await world.run({ events: 1 });
    look();
  }
  assert.equal(new Set(texts.values()).size, texts.size);
  assert.ok(texts.size > 20);
});
