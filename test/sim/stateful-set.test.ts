import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TYPES } from '../../sim/api/resource-types.ts';
import { at, numberAt, textAt, withAt } from '../../sim/json.ts';
import { hang } from '../../sim/kubelet/mishaps.ts';
import { CLOSED, imageOf, ME, NAMESPACE, SET, statefulSet } from './objects.ts';
import {
  applySet,
  deletePod,
  fleetWorld,
  newWorld,
  podsOf,
  promote,
  revisionOfPod,
  revisions,
  scale,
  seen,
  setOf,
  setPartition,
  settle,
} from './worlds.ts';

const [A, B, C] = [imageOf('0.6.0'), imageOf('0.6.1'), imageOf('0.6.2')];

async function mixedAt(partition: number, policy: 'Parallel' | 'OrderedReady' = 'Parallel', replicas = 3) {
  const world = await fleetWorld({ image: A, policy, replicas });
  applySet(world, { image: B, policy });
  await settle(world);
  setPartition(world, partition);
  await settle(world);
  return world;
}

describe('a StatefulSet under a closed partition (facts/proven.md 1)', () => {
  test('created without replicas it has one pod, and both revisions are one at once', async () => {
    const world = newWorld();
    world.api.create(TYPES.statefulSet, statefulSet({ image: A }), ME);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0');
    assert.equal(revisions(world), 'one revisions, 1 updated');
  });

  test('a changed template moves no pod: only the update revision changes', async () => {
    const world = await fleetWorld({ image: A });
    const before = textAt(setOf(world), 'status', 'currentRevision');
    applySet(world, { image: B });
    await settle(world);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.0');
    assert.equal(revisions(world), 'two revisions, 0 updated');
    assert.equal(textAt(setOf(world), 'status', 'currentRevision'), before);
  });

  test('lowered to 2 of 3 only ordinal 2 moves', async () => {
    const world = await mixedAt(2);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.1');
  });

  test('raised again in mid-roll, ordinal 2 keeps the new revision', async () => {
    const world = await mixedAt(2);
    setPartition(world, CLOSED);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.1');
  });

  test('a released pod that dies while closed comes back on the old revision', async () => {
    const world = await mixedAt(2);
    setPartition(world, CLOSED);
    await settle(world);
    deletePod(world, 2);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.0');
  });

  test('scaled up while mixed and closed, the new pod is on the old revision', async () => {
    const world = await mixedAt(2);
    setPartition(world, CLOSED);
    scale(world, 4);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.1 3:0.6.0');
  });

  test('open until all have moved, then closed: one revision, and growth starts on it', async () => {
    const world = await mixedAt(0);
    await settle(world);
    assert.equal(seen(world), '0:0.6.1 1:0.6.1 2:0.6.1');
    setPartition(world, CLOSED);
    scale(world, 4);
    await settle(world);
    assert.equal(revisions(world), 'one revisions, 4 updated');
    assert.equal(seen(world), '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1');
  });

  test('scaled to zero, a template changed while closed becomes both revisions', async () => {
    const world = await fleetWorld({ image: A });
    scale(world, 0);
    await settle(world);
    applySet(world, { image: B });
    await settle(world);
    assert.equal(revisions(world), 'one revisions, 0 updated');
    scale(world, 2);
    await settle(world);
    assert.equal(seen(world), '0:0.6.1 1:0.6.1');
  });

  test('a closed template, then zero, then three: no old and new pod together', async () => {
    const world = await fleetWorld({ image: imageOf('0.3.0') });
    applySet(world, { image: imageOf('0.4.1') });
    await settle(world);
    scale(world, 0);
    await world.run({ until: () => podsOf(world).length === 0 && revisions(world).startsWith('one') });
    scale(world, 3);
    await settle(world);
    assert.equal(seen(world), '0:0.4.1 1:0.4.1 2:0.4.1');
    assert.deepEqual(
      world.state.harms.filter(({ kind }) => kind === 'neighbours'),
      [],
    );
  });

  test('replaced without replicas, two of three pods go at once', async () => {
    const world = await fleetWorld({ image: A });
    world.api.replace(SET, statefulSet({ image: A }), ME);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0');
  });
});

describe('the point of no return (facts/proven.md 1, first row)', () => {
  test('promoted in mid-roll, a pod that dies comes back on the released revision, also under a third template', async () => {
    const world = await mixedAt(2);
    promote(world);
    await settle(world);
    setPartition(world, CLOSED);
    applySet(world, { image: C });
    await settle(world);
    deletePod(world, 2);
    deletePod(world, 0);
    await settle(world);
    assert.equal(seen(world), '0:0.6.1 1:0.6.0 2:0.6.1');
    setPartition(world, 0);
    await settle(world);
    await settle(world);
    assert.equal(seen(world), '0:0.6.2 1:0.6.2 2:0.6.2');
    assert.equal(revisions(world), 'one revisions, 3 updated');
  });

  test('some patches are answered and then reverted by the controller’s own older status (Y42)', async () => {
    let reverted = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const world = await fleetWorld({ image: A }, { seed });
      applySet(world, { image: B });
      await settle(world);
      deletePod(world, 1);
      await world.run({ until: () => world.state.queue.has('set.status prod/chat-celld') });
      promote(world);
      await settle(world);
      if (revisions(world).startsWith('two')) reverted += 1;
    }
    assert.ok(reverted > 10, `${reverted} of 40`);
  });
});

describe('a broken revision (facts/proven.md 1)', () => {
  const behaviour = (broken: string) => ({
    behaviour: (pod: Parameters<typeof textAt>[0]) =>
      ({ start: JSON.stringify(pod).includes(broken) ? 'crash' : 'well' }) as const,
  });

  async function brokenAndReverted(policy: 'Parallel' | 'OrderedReady') {
    const world = await fleetWorld({ image: A, policy }, behaviour(B));
    applySet(world, { image: B, policy });
    await settle(world);
    setPartition(world, 2);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.1!');
    applySet(world, { image: A, policy });
    await settle(world);
    return world;
  }

  test('Parallel: reverted while closed, both revisions are one although pod 2 runs the broken one', async () => {
    const world = await brokenAndReverted('Parallel');
    assert.match(revisions(world), /^one revisions, 2/);
    assert.notEqual(revisionOfPod(world, 2), textAt(setOf(world), 'status', 'updateRevision'));
    setPartition(world, 2);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.0');
  });

  test('OrderedReady: never replaced, at any partition, until it is deleted', async () => {
    const world = await brokenAndReverted('OrderedReady');
    setPartition(world, 0);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.1!');
    deletePod(world, 2);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.0');
  });

  test('OrderedReady: two unready pods block a scale to zero for ever (Y17)', async () => {
    const world = await fleetWorld({ image: A, policy: 'OrderedReady', replicas: 2 });
    hang(world, 'chat-celld-0');
    hang(world, 'chat-celld-1');
    await settle(world);
    scale(world, 0);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0! 1:0.6.0!');
    deletePod(world, 1);
    await settle(world);
    await settle(world);
    assert.equal(seen(world), '');
  });
});

describe('scaling and orphans', () => {
  test('Parallel shrinks all at once from the top; OrderedReady one by one', async () => {
    for (const [policy, together] of [
      ['Parallel', 2],
      ['OrderedReady', 1],
    ] as const) {
      const world = await fleetWorld({ image: A, policy });
      let most = 0;
      scale(world, 1);
      await world.run({
        milliseconds: 120_000,
        until: () => {
          const going = podsOf(world).filter((pod) => at(pod, 'metadata', 'deletionTimestamp') !== undefined);
          most = Math.max(most, going.length);
          return false;
        },
      });
      assert.equal(most, together, policy);
      assert.equal(seen(world), '0:0.6.0');
    }
  });

  test('deleted with orphans and created again without replicas, one pod of four is left (Y6)', async () => {
    const world = await fleetWorld({ image: A, replicas: 4 });
    world.api.delete(SET, { propagation: 'orphan' }, ME);
    await settle(world);
    assert.equal(podsOf(world).length, 4);
    applySet(world, { image: B });
    await settle(world);
    assert.equal(seen(world), '0:0.6.0');
    assert.match(revisions(world), /^one/);
  });

  test('a set that is deleted takes its pods with it, and leaves its volume claims', async () => {
    const world = newWorld();
    const claims = [{ metadata: { name: 'watch' }, spec: {} }];
    world.api.create(TYPES.statefulSet, withAt(statefulSet(), ['spec', 'volumeClaimTemplates'], claims), ME);
    await settle(world);
    world.api.delete(SET, {}, ME);
    await settle(world);
    assert.equal(podsOf(world).length, 0);
    assert.equal(
      world.api.list(TYPES.volumeClaim, NAMESPACE, 'celld-operator.io/workerapp=chat').items.length,
      1,
    );
  });

  test('the partition counts from ordinals.start (Y35)', async () => {
    const world = newWorld();
    world.api.create(
      TYPES.statefulSet,
      withAt(statefulSet({ image: A, replicas: 3 }), ['spec', 'ordinals'], { start: 2 }),
      ME,
    );
    await settle(world);
    world.api.patch(
      SET,
      { spec: { template: { metadata: { annotations: { a: 'b' } } } } },
      { kind: 'merge', fieldManager: 'me', user: 'me' },
    );
    setPartition(world, 4);
    await settle(world);
    assert.equal(numberAt(setOf(world), 'status', 'updatedReplicas'), 0);
    setPartition(world, 2);
    await settle(world);
    assert.deepEqual(
      podsOf(world).map((pod) => at(pod, 'metadata', 'annotations', 'a') ?? null),
      [null, null, 'b'],
    );
  });

  test('with the maxUnavailable gate nothing moves while any pod is unavailable (kubernetes#137409)', async () => {
    const crash = {
      behaviour: (pod: Parameters<typeof textAt>[0]) =>
        ({ start: textAt(pod, 'metadata', 'name').endsWith('-0') ? 'crash' : 'well' }) as const,
    };
    for (const [maxUnavailable, moved] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const world = await fleetWorld({ image: A }, { ...crash, maxUnavailable });
      applySet(world, { image: B });
      setPartition(world, 2);
      await settle(world);
      assert.equal(numberAt(setOf(world), 'status', 'updatedReplicas'), moved);
    }
  });
});
