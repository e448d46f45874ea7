import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { SimConfig } from '../../sim/config.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { at, mapsAt } from '../../sim/json.ts';
import { setKedaDown } from '../../sim/keda/wake.ts';
import type { World } from '../../sim/world.ts';
import { CLOSED, fails, ME, merge, NAMESPACE, refOf, SET } from './objects.ts';
import { fleetWorld, scale, setOf, settle } from './worlds.ts';

const SCALER = refOf(TYPES.scaledObject, 'chat-celld');
const HPA = refOf(TYPES.autoscaler, 'keda-hpa-chat-celld');
const PAUSE = 'autoscaling.keda.sh/paused';
const TARGET = `${NAMESPACE}/chat-celld`;

async function scaledWorld(
  options: Partial<SimConfig> = {},
  bounds: readonly [number, number] = [2, 6],
): Promise<World> {
  const world = await fleetWorld({}, options);
  world.state.demand.set(TARGET, 3);
  world.api.create(TYPES.scaledObject, scaledObject(bounds), ME);
  await settle(world);
  return world;
}

function scaledObject([minReplicaCount, maxReplicaCount]: readonly [number, number]): KubeObject {
  return {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name: 'chat-celld', namespace: NAMESPACE },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'chat-celld' },
      minReplicaCount,
      maxReplicaCount,
    },
  };
}

function annotate(world: World, key: string, value: string | null): void {
  world.api.patch(SCALER, { metadata: { annotations: { [key]: value } } }, merge());
}

function paused(world: World): unknown {
  return mapsAt(world.api.get(SCALER), 'status', 'conditions').find(({ type }) => type === 'Paused')?.[
    'status'
  ];
}

const hasHpa = (world: World) => world.api.find(HPA) !== undefined;
const replicas = (world: World) => at(setOf(world), 'spec', 'replicas');

/** Which of condition and deletion was seen first after the pause. */
async function pauseOrder(keda: string): Promise<string> {
  const world = await scaledWorld({ keda });
  annotate(world, PAUSE, 'true');
  await world.run({ milliseconds: 60_000, until: () => paused(world) === 'True' || !hasHpa(world) });
  const first = paused(world) === 'True' ? 'condition' : 'deletion';
  const other = hasHpa(world) || paused(world) !== 'True' ? 'first' : 'together';
  return other === 'together' ? other : first;
}

describe('the pause (facts/scaling.md 1.1 to 1.3)', () => {
  test('the autoscaler goes before the condition to 2.18.1, after it from 2.18.2', async () => {
    assert.equal(await pauseOrder('2.12.0'), 'deletion');
    assert.equal(await pauseOrder('2.18.1'), 'deletion');
    assert.equal(await pauseOrder('2.18.2'), 'condition');
    assert.equal(await pauseOrder('2.21.0'), 'condition');
  });

  test('paused, it has no autoscaler; resumed, it has one again and says so', async () => {
    const world = await scaledWorld();
    annotate(world, PAUSE, 'true');
    await settle(world);
    assert.deepEqual([paused(world), hasHpa(world)], ['True', false]);
    annotate(world, PAUSE, null);
    await settle(world);
    assert.deepEqual([paused(world), hasHpa(world)], ['False', true]);
  });

  test('2.12 is paused by "false" too, 2.13 is not, 2.11 knows no such pause', async () => {
    const seen: unknown[] = [];
    for (const keda of ['2.11.0', '2.12.0', '2.13.0']) {
      const world = await scaledWorld({ keda });
      annotate(world, PAUSE, 'false');
      await settle(world);
      seen.push(hasHpa(world));
    }
    assert.deepEqual(seen, [true, false, true]);
  });

  test('paused-scale-in says Paused=True and leaves the autoscaler', async () => {
    const world = await scaledWorld();
    annotate(world, 'autoscaling.keda.sh/paused-scale-in', 'true');
    await settle(world);
    assert.deepEqual([paused(world), hasHpa(world)], ['True', true]);
  });

  test('never paused, the condition is Unknown to 2.17 and False from 2.18', async () => {
    assert.equal(paused(await scaledWorld({ keda: '2.17.0' })), 'Unknown');
    assert.equal(paused(await scaledWorld({ keda: '2.18.0' })), 'False');
  });

  test('after a resume a stale Paused=True can come back (kedacore/keda#6982)', async () => {
    const world = await scaledWorld({ kedaRewritesPaused: true });
    annotate(world, PAUSE, 'true');
    await settle(world);
    annotate(world, PAUSE, null);
    await settle(world);
    assert.deepEqual([paused(world), hasHpa(world)], ['True', true]);
  });

  test('without its operator a pause does nothing, until it is back', async () => {
    const world = await scaledWorld();
    setKedaDown(world, true);
    annotate(world, PAUSE, 'true');
    await settle(world);
    assert.ok(hasHpa(world));
    setKedaDown(world, false);
    await settle(world);
    assert.ok(!hasHpa(world));
  });

  test('deleted, the autoscaler goes first and then the finalizer', async () => {
    const world = await scaledWorld();
    world.api.delete(SCALER, {}, ME);
    assert.ok(hasHpa(world));
    await settle(world);
    fails('404 NotFound', () => world.api.get(SCALER));
    assert.ok(!hasHpa(world));
  });
});

describe('the autoscaler (facts/scaling.md 1.3 to 1.9)', () => {
  test('it follows the load upward at once, and downward only after its window', async () => {
    const world = await scaledWorld();
    world.state.demand.set(TARGET, 5);
    await settle(world);
    assert.equal(replicas(world), 5);
    world.state.demand.set(TARGET, 2);
    await world.run({ milliseconds: 200_000 });
    assert.equal(replicas(world), 5);
    await world.run({ milliseconds: 300_000 });
    assert.equal(replicas(world), 2);
  });

  test('a lowered maximum takes all pods above it in one step (Y14)', async () => {
    const world = await scaledWorld();
    world.state.demand.set(TARGET, 6);
    await settle(world);
    world.api.patch(SCALER, { spec: { maxReplicaCount: 2 } }, merge());
    await world.run({ milliseconds: 30_000 });
    assert.equal(replicas(world), 2);
  });

  test('without metrics the size stays', async () => {
    const world = await scaledWorld();
    world.state.demand.set(TARGET, undefined);
    await world.run({ milliseconds: 900_000 });
    assert.equal(replicas(world), 3);
  });

  test('a fleet at zero is refilled to the floor on a resume, but not without metrics (Y11, Y22)', async () => {
    for (const [demand, expected] of [
      [2, 2],
      [undefined, 0],
    ] as const) {
      const world = await scaledWorld();
      annotate(world, PAUSE, 'true');
      await settle(world);
      scale(world, 0);
      await settle(world);
      world.state.demand.set(TARGET, demand);
      annotate(world, PAUSE, null);
      await settle(world);
      assert.equal(replicas(world), expected);
    }
  });

  test('a write that is under way still lands when the autoscaler is gone (Y34)', async () => {
    let landed = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const world = await scaledWorld({ seed });
      world.state.demand.set(TARGET, 5);
      await world.run({ until: () => world.pending().some(({ event }) => event.kind === 'hpa.write') });
      world.api.delete(HPA, {}, ME);
      annotate(world, PAUSE, 'true');
      await settle(world);
      if (replicas(world) === 5) landed += 1;
    }
    assert.ok(landed > 30, `${landed} of 60`);
  });

  test('an autoscaler of somebody else works without KEDA', async () => {
    const world = await fleetWorld({ partition: CLOSED }, { keda: undefined });
    world.state.demand.set(TARGET, 4);
    const spec = { scaleTargetRef: { kind: 'StatefulSet', name: SET.name }, minReplicas: 1, maxReplicas: 9 };
    world.api.create(TYPES.autoscaler, { metadata: { name: 'theirs', namespace: NAMESPACE }, spec }, ME);
    await settle(world);
    assert.equal(replicas(world), 4);
  });

  test('without KEDA a ScaledObject is not served', async () => {
    const world = await fleetWorld({}, { keda: undefined });
    fails('404 NotFound', () => world.api.create(TYPES.scaledObject, scaledObject([1, 2]), ME));
    fails('404 NotFound', () => world.api.list(TYPES.scaledObject, NAMESPACE));
  });
});
