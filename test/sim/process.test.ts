import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../fleet/cluster-api.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { at, numberAt } from '../../sim/json.ts';
import type { CallHook, Directive } from '../../sim/time/calls.ts';
import { fault, firstOf, killAt, staleLists } from '../../sim/time/faults.ts';
import type { Outside, Program } from '../../sim/time/process.ts';
import { NAMESPACE, SET } from './objects.ts';
import { fleetWorld, newWorld, setOf, settle } from './worlds.ts';

const replicas = (size: number) => ({ spec: { replicas: size } });
const MERGE = { kind: 'merge', fieldManager: 'test' } as const;

/** Reads, writes, sleeps, writes again. */
const TWO_WRITES: Program = async ({ api, clock }) => {
  await api.get(SET);
  await api.patch(SET, replicas(1), MERGE);
  await clock.sleep(1000);
  await api.patch(SET, replicas(2), MERGE);
  return 0;
};

function on(number: number, phase: 'before' | 'after', directive: Directive): CallHook {
  return (made, when) => (made.number === number && when === phase ? directive : undefined);
}

describe('virtual time', () => {
  test('a program sleeps without waiting, and its calls take their time', async () => {
    const world = newWorld();
    const at0 = world.state.now;
    const marks: number[] = [];
    const process = world.startProgram(async ({ clock }) => {
      marks.push(clock.monotonic());
      await clock.sleep(3_600_000);
      marks.push(clock.monotonic(), clock.now() - at0);
      return 7;
    });
    await world.run({ until: () => process.status !== 'running' });
    assert.deepEqual(marks, [0, 3_600_000, 3_600_000]);
    assert.equal(process.exitCode, 7);
  });

  test('between the answer to one call and the effect of the next, controllers act', async () => {
    const world = await fleetWorld();
    const versions = new Set<unknown>();
    const process = world.startProgram(async ({ api, clock }) => {
      await api.patch(SET, replicas(5), MERGE);
      for (let turn = 0; turn < 100; turn += 1) {
        versions.add(at(await api.get(SET), 'status', 'replicas'));
        await clock.sleep(100);
      }
      return 0;
    });
    await world.run({ until: () => process.status !== 'running' });
    assert.deepEqual([...versions], [3, 5]);
  });

  test('calls made together are answered each in its time', async () => {
    const world = await fleetWorld();
    const process = world.startProgram(async ({ reader }) => {
      const ips = [...world.state.nodes.values()].map(({ ip }) => ip);
      const readings = await Promise.all([...ips, '10.9.9.9'].map((ip) => reader.read({ ip, port: 8081 })));
      return readings.filter(({ kind }) => kind === 'answer').length;
    });
    await world.run({ until: () => process.status !== 'running' });
    assert.equal(process.exitCode, 3);
  });

  test('a clock that jumps shows in now(), never in monotonic()', async () => {
    const world = newWorld();
    const process = world.startProgram(async ({ clock }) => {
      const [wall, steady] = [clock.now(), clock.monotonic()];
      await clock.sleep(10);
      return clock.now() - wall === -3_599_990 && clock.monotonic() - steady === 10 ? 0 : 1;
    });
    process.clockOffset = 0;
    await world.run({ milliseconds: 5 });
    process.clockOffset = -3_600_000;
    await world.run({ until: () => process.status !== 'running' });
    assert.equal(process.exitCode, 0);
  });
});

describe('a program that is killed', () => {
  for (const [number, phase, size] of [
    [2, 'before', 3],
    [2, 'after', 1],
    [3, 'before', 1],
    [4, 'before', 1],
    [4, 'after', 2],
  ] as const) {
    test(`${phase} its call ${number} has done what it did by then, and nothing more`, async () => {
      const world = await fleetWorld({}, { onCall: on(number, phase, { kind: 'kill' }) });
      const process = world.startProgram(TWO_WRITES);
      await settle(world);
      assert.deepEqual([process.status, process.exitCode, process.calls], ['killed', 137, number]);
      assert.equal(at(setOf(world), 'spec', 'replicas'), size);
    });
  }

  test('from outside, its call that is under way is not carried out', async () => {
    const world = await fleetWorld();
    const process = world.startProgram(TWO_WRITES);
    await world.run({ until: () => process.calls === 2 });
    process.kill();
    await settle(world);
    assert.equal(at(setOf(world), 'spec', 'replicas'), 3);
  });

  test('told to stop, it goes on until it ends itself', async () => {
    const world = newWorld();
    const process = world.startProgram(async ({ clock, signal }: Outside) => {
      while (!signal.aborted) await clock.sleep(100);
      await clock.sleep(50);
      return 4;
    });
    await world.run({ milliseconds: 1000 });
    process.terminate();
    await world.run({ milliseconds: 1000 });
    assert.deepEqual([process.status, process.exitCode], ['exited', 4]);
  });

  test('that throws has ended with 1, and says with what', async () => {
    const world = newWorld();
    const process = world.startProgram(({ api }) => api.get(SET).then(() => 0));
    await settle(world);
    assert.equal(process.exitCode, 1);
    assert.ok(process.failure instanceof ApiError);
  });
});

describe('faults', () => {
  const timeout = new ApiError('no answer', { status: 0, reason: 'Timeout' });

  test('an error before a call leaves the world as it was, one after it does not', async () => {
    for (const [phase, size] of [
      ['before', 3],
      ['after', 1],
    ] as const) {
      const world = await fleetWorld({}, { onCall: on(2, phase, { kind: 'error', error: timeout }) });
      const process = world.startProgram(TWO_WRITES);
      await settle(world);
      assert.equal(process.failure, timeout);
      assert.equal(at(setOf(world), 'spec', 'replicas'), size);
    }
  });

  test('an answer can be replaced, as by a stale list, and delayed', async () => {
    const stale = { items: [], resourceVersion: '1' };
    const world = await fleetWorld(
      {},
      {
        onCall: (made, phase) =>
          phase === 'after'
            ? { kind: 'answer', answer: stale }
            : made.number === 1
              ? { kind: 'delay', milliseconds: 40_000 }
              : undefined,
      },
    );
    const process = world.startProgram(async ({ api, clock }) => {
      const { items } = await api.list(TYPES.pod, NAMESPACE);
      return clock.monotonic() > 40_000 ? items.length : 9;
    });
    await settle(world);
    assert.equal(process.exitCode, 0);
  });

  test('cut off from everything, every call times out after half a minute', async () => {
    const world = await fleetWorld();
    const process = world.startProgram(async ({ api, clock }) => {
      await clock.sleep(1);
      return api.get(SET).then(
        () => 0,
        (error: unknown) => (error instanceof ApiError ? error.status : 9),
      );
    });
    process.isCutOff = true;
    await world.run({ milliseconds: 20_000 });
    assert.equal(process.status, 'running');
    await world.run({ milliseconds: 20_000 });
    assert.equal(process.exitCode, 0);
  });
});

test('turn() runs one turn of a program without time, up to its first sleep', async () => {
  const world = await fleetWorld();
  const before = world.state.now;
  const process = await world.turn(TWO_WRITES);
  assert.equal(numberAt(setOf(world), 'spec', 'replicas'), 1);
  assert.equal(world.state.now, before);
  assert.equal(process.status, 'killed');
});

test('the usual faults are answered by name', async () => {
  const world = await fleetWorld(
    {},
    {
      onCall: firstOf(killAt(9, 'before'), (made, phase) =>
        phase === 'before' && made.call.verb === 'patch' ? fault('tooMany') : undefined,
      ),
    },
  );
  const process = world.startProgram(TWO_WRITES);
  await settle(world);
  assert.ok(process.failure instanceof ApiError);
  assert.deepEqual([process.failure.status, process.failure.retryAfterSeconds], [429, 3]);
});

test('staleLists() answers every second list as the one before it', async () => {
  const world = await fleetWorld({}, { onCall: staleLists() });
  const process = world.startProgram(async ({ api, clock }) => {
    const count = async () => (await api.list(TYPES.pod, NAMESPACE)).items.length;
    const first = await count();
    await api.patch(SET, replicas(5), MERGE);
    await clock.sleep(10_000);
    return first * 100 + (await count()) * 10 + (await count());
  });
  await settle(world);
  assert.equal(process.exitCode, 335);
});
