import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TYPES } from '../../sim/api/resource-types.ts';
import { canonical, fingerprint } from '../../sim/canonical.ts';
import { LATENCIES, type Latencies, simConfig } from '../../sim/config.ts';
import { install } from '../../sim/install.ts';
import { mapAt } from '../../sim/json.ts';
import { Random } from '../../sim/random.ts';
import { EventQueue } from '../../sim/time/event-queue.ts';
import { microTimestamp, timestamp } from '../../sim/timestamp.ts';
import { World } from '../../sim/world.ts';
import { applicationWorld, manifests, push } from './applications.ts';
import { imageOf, ME, NAMESPACE, SET, statefulSet } from './objects.ts';
import { applySet, deletePod, fleetWorld, newWorld, podsOf, seen, setPartition, settle } from './worlds.ts';

const [A, B] = [imageOf('0.6.0'), imageOf('0.6.1')];

async function history(seed: number): Promise<readonly string[]> {
  const world = newWorld({ seed });
  const writes: string[] = [];
  world.watchers.push(({ ref, caller, after }) => {
    writes.push(
      `${world.state.now} ${caller.user} ${ref.type.plural}/${ref.name} ${JSON.stringify(mapAt(after, 'status'))}`,
    );
  });
  world.api.create(TYPES.statefulSet, statefulSet({ image: A, replicas: 3 }), ME);
  await settle(world);
  applySet(world, { image: B });
  setPartition(world, 0);
  await settle(world);
  return writes;
}

describe('determinism', () => {
  test('the same seed gives the same history, another seed another one', async () => {
    const first = await history(7);
    assert.ok(first.length > 30);
    assert.deepEqual(await history(7), first);
    assert.notDeepEqual(await history(8), first);
  });

  test('a copy of a world goes on exactly as the original, and neither disturbs the other', async () => {
    const world = await fleetWorld({ image: A });
    applySet(world, { image: B });
    setPartition(world, 1);
    await world.run({ milliseconds: 3000 });
    const snapshot = world.snapshot();
    const copy = new World(world.config, world.snapshot());
    await settle(world);
    await settle(copy);
    assert.equal(seen(copy), seen(world));
    assert.equal(copy.state.now, world.state.now);
    const again = new World(world.config, snapshot);
    assert.notEqual(seen(again), seen(world));
    await settle(again);
    assert.equal(canonical(again.state), canonical(world.state));
  });
});

describe('canonical()', () => {
  test('two worlds that differ only in time and in the names of what went are equal', async () => {
    const world = await fleetWorld({ image: A });
    await world.run({ milliseconds: 600_000 });
    const before = canonical(world.state);
    deletePod(world, 1);
    assert.notEqual(canonical(world.state), before);
    await settle(world);
    const other = await fleetWorld({ image: A }, { seed: 99 });
    deletePod(other, 1);
    await settle(other);
    assert.equal(pods(world), pods(other));
  });

  test('what git says and what runs of a sync counts', async () => {
    const { world } = applicationWorld();
    const before = canonical(world.state);
    push(world, 'r2', {});
    const pushed = canonical(world.state);
    await world.run({ events: 1 });
    assert.equal(new Set([before, pushed, canonical(world.state)]).size, 3);
  });

  test('fingerprints of different texts differ', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `state ${index}`);
    assert.equal(new Set(texts.map(fingerprint)).size, texts.length);
  });
});

/** Without cells, which wander by chance. */
function pods(world: World): string {
  return canonical({ ...world.state, nodes: new Map(), buckets: new Map() });
}

describe('a search over interleavings', () => {
  const latency = Object.fromEntries(
    Object.keys(LATENCIES).map((name) => [name, name === 'stateTimeout' ? 0 : [0, 0]]),
  ) as unknown as Latencies;

  test('every order of events of a fleet of two is met once, and all end alike', () => {
    const config = simConfig({ drain: () => Promise.resolve(), latency, atomicControllers: true });
    const start = new World(config);
    start.api.create(TYPES.statefulSet, statefulSet({ image: A, replicas: 2 }), ME);
    const seenStates = new Set<number>();
    const ends = new Set<string>();
    let frontier = [start.snapshot()];
    while (frontier.length > 0) {
      const next: typeof frontier = [];
      for (const state of frontier) {
        const pending = state.queue.list();
        if (pending.length === 0) ends.add(seen(new World(config, state)));
        for (const { key } of pending) {
          const world = new World(config, new World(config, state).snapshot());
          world.fireNow(key);
          const print = fingerprint(canonical(world.state));
          if (seenStates.has(print)) continue;
          seenStates.add(print);
          next.push(world.state);
        }
      }
      frontier = next;
    }
    assert.deepEqual([...ends], ['0:0.6.0 1:0.6.0']);
    assert.ok(seenStates.size > 20 && seenStates.size < 5000, String(seenStates.size));
  });
});

describe('the parts', () => {
  test('install() starts a world with rendered objects', async () => {
    const world = newWorld();
    install(world, manifests({ image: A, replicas: 2 }, 'r1'), ME);
    await settle(world);
    assert.equal(podsOf(world).length, 2);
    assert.equal(world.api.list(TYPES.job, NAMESPACE).items.length, 2);
    assert.notEqual(world.api.find(SET), undefined);
  });

  test('timestamps are RFC 3339, also at ends of years and on leap days', () => {
    for (const text of [
      '1970-01-01T00:00:00Z',
      '2024-02-29T23:59:59Z',
      '2026-12-31T12:00:01Z',
      '2100-03-01T00:00:00Z',
    ]) {
      assert.equal(timestamp(Date.parse(text)), text);
    }
    assert.equal(microTimestamp(Date.parse('2026-01-02T03:04:05.678Z')), '2026-01-02T03:04:05.678000Z');
  });

  test('Random is spread evenly and can be taken up where it was left', () => {
    const random = new Random(5);
    const counts = [0, 0, 0, 0];
    for (let index = 0; index < 40_000; index += 1)
      counts[random.between(0, 3)] = (counts[random.between(0, 3)] ?? 0) + 1;
    assert.ok(counts.every((count) => count > 5000));
    const rest = new Random(random.state);
    assert.equal(rest.next(), random.next());
  });

  test('EventQueue gives the soonest first, in order of arrival among equals, and the soonest of a key', () => {
    const queue = new EventQueue<string>();
    const add = (key: string, at: number, order: number) => queue.add({ key, at, order, event: key });
    add('late', 9, 1);
    add('first', 5, 2);
    add('second', 5, 3);
    add('late', 12, 4);
    add('moved', 20, 5);
    add('moved', 7, 6);
    const copy = queue.copy();
    assert.deepEqual(queue.takeKey('first')?.event, 'first');
    const taken = [1, 2, 3, 4].map(() => queue.take()?.key);
    assert.deepEqual(taken, ['second', 'moved', 'late', undefined]);
    assert.deepEqual(
      copy.list().map(({ key }) => key),
      ['first', 'second', 'moved', 'late'],
    );
  });
});
