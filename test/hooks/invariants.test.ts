import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { textAt } from '../../sim/json.ts';
import { goCold } from '../../sim/kubelet/mishaps.ts';
import type { Program } from '../../sim/time/process.ts';
import { refOf, SET } from '../sim/objects.ts';
import type { World } from '../../sim/world.ts';
import { fleetWorld, type FleetWorld, until } from './world.ts';

const SCALER = refOf(TYPES.scaledObject, 'chat-celld');

/** What the invariants say of a rollout Job that does this, instead of the real one, from the second commit on. */
async function breachesOf(
  program: Program,
  size: number | readonly [number, number] = 3,
  onFleet: (fleet: FleetWorld) => unknown = () => undefined,
): Promise<ReadonlySet<string>> {
  let isCareless = false;
  const fleet: FleetWorld = fleetWorld(
    { version: '0.6.1', size },
    {
      application: { retryLimit: 0, selfHeals: false },
      config: {
        program: (job) =>
          isCareless && textAt(job, 'metadata', 'name').endsWith('rollout') ? program : undefined,
      },
    },
  );
  onFleet(fleet);
  await until(fleet, 'full r1 Succeeded');
  isCareless = true;
  fleet.push('r2', { version: '0.6.2', size });
  await fleet.world.run({ milliseconds: 120_000 });
  return new Set(fleet.invariants.breaches.map(({ invariant }) => invariant));
}

const merge = { kind: 'merge', fieldManager: 'careless' } as const;
const partition = (to: number) => ({ spec: { updateStrategy: { rollingUpdate: { partition: to } } } });

test('the invariants see a release of everything at once, without a census and without a precondition', async () => {
  const seen = await breachesOf(async ({ api }) => {
    await api.patch(SET, partition(0), merge);
    return 0;
  });
  for (const invariant of ['I1', 'I2', 'I7']) assert.ok(seen.has(invariant), [...seen].join());
});

test('the invariants see a second release while the first is not settled', async () => {
  const seen = await breachesOf(async ({ api, clock }) => {
    await api.patch(SET, partition(2), merge);
    await clock.sleep(3000);
    await api.patch(SET, partition(1), merge);
    await clock.sleep(60_000);
    return 0;
  });
  assert.ok(seen.has('I1'), [...seen].join());
});

test('the invariants see a release beside a running scaler', async () => {
  const seen = await breachesOf(
    async ({ api, clock }) => {
      await api.patch(SET, partition(2), merge);
      await clock.sleep(60_000);
      return 0;
    },
    [2, 4],
  );
  assert.ok(seen.has('I9'), [...seen].join());
});

test('the invariants see a fleet that is shrunk at once, and one that is zeroed without its size', async () => {
  const scale = { ...merge, subresource: 'scale' } as const;
  const shrunk = await breachesOf(async ({ api }) => {
    await api.patch(SET, { spec: { replicas: 1 } }, scale);
    return 0;
  });
  assert.ok(shrunk.has('I1'), [...shrunk].join());
  const zeroed = await breachesOf(async ({ api }) => {
    await api.patch(SET, { spec: { replicas: 0 } }, scale);
    return 0;
  });
  assert.ok(zeroed.has('D2'), [...zeroed].join());
});

test('the invariants see a person’s pause being taken away, and writes beyond the fleet', async () => {
  const seen = await breachesOf(
    async ({ api }) => {
      const paused = { metadata: { annotations: { [ANNOTATIONS.paused]: 'true' } } };
      await api.patch(SCALER, paused, merge);
      await api.patch(SCALER, { metadata: { annotations: { [ANNOTATIONS.paused]: null } } }, merge);
      return 0;
    },
    [2, 4],
  );
  assert.ok(seen.has('I10'), [...seen].join());
  const beyond = await breachesOf(async ({ api }) => {
    await api.create(TYPES.configMap, 'prod', { metadata: { name: 'theirs' } }, 'careless');
    return 0;
  });
  assert.ok(beyond.has('I10'), [...beyond].join());
});

test('the invariants hold against a release what was so at its look, and not what has come since', async () => {
  const seen = async (goesCold: 'before' | 'since') => {
    const worlds: World[] = [];
    const cool = () => {
      for (const world of worlds) goCold(world, 'chat-celld-0', 3);
    };
    const program: Program = async ({ api, reader }) => {
      if (goesCold === 'before') cool();
      const { items } = await api.list(TYPES.pod, 'prod', 'celld-operator.io/workerapp=chat');
      for (const pod of items) await reader.read({ ip: textAt(pod, 'status', 'podIP'), port: 8081 });
      if (goesCold === 'since') cool();
      const resourceVersion = textAt(await api.get(SET), 'metadata', 'resourceVersion');
      await api.patch(SET, { metadata: { resourceVersion }, ...partition(2) }, merge);
      return 0;
    };
    return await breachesOf(program, 3, ({ world }) => worlds.push(world));
  };
  assert.ok((await seen('before')).has('I2'));
  const since = await seen('since');
  assert.ok(!since.has('I2') && !since.has('I1'), [...since].join());
});

test('the invariants do not take a pod beyond the size for one that the partition releases', async () => {
  let fleet: FleetWorld | undefined;
  const program: Program = async ({ api }) => {
    await api.patch(SET, { spec: { replicas: 2 } }, { ...merge, subresource: 'scale' });
    const resourceVersion = textAt(await api.get(SET), 'metadata', 'resourceVersion');
    await api.patch(SET, { metadata: { resourceVersion }, ...partition(2) }, merge);
    return 0;
  };
  await breachesOf(program, 3, (made) => (fleet = made));
  assert.equal(fleet?.invariants.checked.get('restore'), 1);
});
