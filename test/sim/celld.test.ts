import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TYPES } from '../../sim/api/resource-types.ts';
import { HEALTHY, LIES, type PodBehaviour } from '../../sim/celld/behaviour.ts';
import { publishDeployment } from '../../sim/celld/lifecycle.ts';
import { stateAnswer } from '../../sim/celld/state-answer.ts';
import { at, mapsAt, numberAt, textAt } from '../../sim/json.ts';
import {
  endProcess,
  goCold,
  hang,
  loseMachine,
  machineReturns,
  makeLie,
  nodeNamed,
  setReady,
} from '../../sim/kubelet/mishaps.ts';
import type { World } from '../../sim/world.ts';
import type { StateReading } from '../../fleet/state-reader.ts';
import { imageOf, refOf } from './objects.ts';
import {
  applySet,
  deletePod,
  fleetWorld,
  podsOf,
  scale,
  seen,
  setOf,
  setPartition,
  settle,
} from './worlds.ts';

const BUCKET = 's3://cells/chat';

function body(world: World, ordinal: number) {
  const answer = stateAnswer(nodeNamed(world, `chat-celld-${ordinal}`));
  assert.equal(answer.kind, 'body');
  return answer.json;
}

const restoring = (world: World) =>
  [...world.state.nodes.values()].reduce((sum, node) => sum + node.restoring, 0);
const container = (world: World, ordinal: number) =>
  mapsAt(podsOf(world)[ordinal], 'status', 'containerStatuses')[0];
const harms = (world: World, kind: string) => world.state.harms.filter((harm) => harm.kind === kind);

async function read(world: World, podName: string): Promise<{ reading: StateReading; took: number }> {
  const ip = nodeNamed(world, podName)?.ip ?? '';
  let result: { reading: StateReading; took: number } | undefined;
  const process = world.startProgram(async ({ reader, clock }) => {
    const reading = await reader.read({ ip, port: 8081 });
    result = { reading, took: clock.monotonic() };
    return 0;
  });
  await world.run({ until: () => process.status !== 'running' });
  assert.ok(result);
  return result;
}

describe('/state by version (facts/celld.md 1.1)', () => {
  const keys = async (version: string) => Object.keys((await stateOf(version)) ?? {});

  async function stateOf(version: string) {
    const world = await fleetWorld({ image: imageOf(version) });
    const json = body(world, 0);
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : undefined;
  }

  test('0.1 reports no restoring, 0.2 no phases, 0.3 no deployment, 0.5 no owned_cells', async () => {
    for (const [version, lacks, has] of [
      ['0.1.0', 'restoring', 'occupied'],
      ['0.2.0', 'phases', 'restoring'],
      ['0.3.0', 'deployment', 'phases'],
      ['0.5.1', 'owned_cells', 'deployment'],
      ['0.6.2', 'drainPins', 'owned_cells'],
    ] as const) {
      const names = await keys(version);
      assert.ok(!names.includes(lacks), `${version} has ${lacks}`);
      assert.ok(names.includes(has), `${version} lacks ${has}`);
    }
  });

  test('the reader gives what the decoder makes of it', async () => {
    const world = await fleetWorld();
    const { reading } = await read(world, 'chat-celld-0');
    assert.equal(reading.kind, 'answer');
    assert.equal(reading.state.restoring, 0);
    assert.equal(reading.state.deployment?.version, '0123456789abcdef');
  });

  test('a node that starts answers nothing, one that is not running refuses, one that is gone is unreachable', async () => {
    const slow: PodBehaviour = { start: 'well', readyAfter: 840_000 };
    const world = await fleetWorld({ replicas: 1 }, { behaviour: () => slow });
    assert.deepEqual((await read(world, 'chat-celld-0')).reading, { kind: 'unreadable', reason: 'timeout' });
    await world.run({ milliseconds: 840_000 });
    assert.equal((await read(world, 'chat-celld-0')).reading.kind, 'answer');
    endProcess(world, 'chat-celld-0', 3);
    await world.run({ milliseconds: 100 });
    assert.deepEqual((await read(world, 'chat-celld-0')).reading, { kind: 'unreadable', reason: 'refused' });
    assert.deepEqual((await read(world, 'chat-celld-9')).reading, {
      kind: 'unreadable',
      reason: 'unreachable',
    });
  });

  test('a node can lie in every way that a Job must survive', async () => {
    const world = await fleetWorld();
    const reasons: string[] = [];
    for (const lie of Object.values(LIES)) {
      makeLie(world, 'chat-celld-1', lie);
      const { reading } = await read(world, 'chat-celld-1');
      reasons.push(reading.kind === 'unreadable' ? reading.reason : 'answer');
    }
    assert.ok(!reasons.includes('answer'), reasons.join());
    makeLie(world, 'chat-celld-1', undefined);
    assert.equal((await read(world, 'chat-celld-1')).reading.kind, 'answer');
  });
});

describe('the life of a node (facts/celld.md 2, 5 and 6)', () => {
  test('a pod that goes hands its cells to its peers, which are cold for a while', async () => {
    const world = await fleetWorld();
    deletePod(world, 2);
    await world.run({ until: () => restoring(world) > 0 });
    assert.ok(restoring(world) > 0);
    await settle(world);
    assert.equal(restoring(world), 0);
    assert.equal(cells(world), 12);
  });

  const cells = (world: World) => [...world.state.nodes.values()].reduce((sum, node) => sum + node.cells, 0);

  test('for a moment after a handoff nothing is restoring yet', async () => {
    let calm = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const world = await fleetWorld({}, { seed });
      deletePod(world, 2);
      await world.run({ until: () => podsOf(world).length === 2 });
      if (restoring(world) === 0) calm += 1;
    }
    assert.ok(calm > 10, `${calm} of 20`);
  });

  test('a self-fence restarts the container in place, with exit code 3 and a restart counted', async () => {
    const world = await fleetWorld();
    const uid = nodeNamed(world, 'chat-celld-1')?.uid;
    endProcess(world, 'chat-celld-1', 3);
    await settle(world);
    assert.equal(nodeNamed(world, 'chat-celld-1')?.uid, uid);
    assert.equal(numberAt(container(world, 1), 'restartCount'), 1);
    assert.equal(numberAt(container(world, 1), 'lastState', 'terminated', 'exitCode'), 3);
    assert.equal(seen(world), '0:0.6.2 1:0.6.2 2:0.6.2');
    assert.equal(cells(world), 12);
  });

  test('cells of a node that fell wait for the end of its lease', async () => {
    const world = await fleetWorld();
    endProcess(world, 'chat-celld-1', 3);
    await world.run({ milliseconds: 5000 });
    assert.ok(cells(world) < 12);
    await settle(world);
    assert.equal(cells(world), 12);
  });

  test('a crash loop waits longer each time; an image that is missing never starts', async () => {
    const start = (how: PodBehaviour['start']) =>
      fleetWorld({ replicas: 1 }, { behaviour: () => ({ start: how }) });
    const crashing = await start('crash');
    await crashing.run({ milliseconds: 1_800_000 });
    const restarts = numberAt(container(crashing, 0), 'restartCount');
    assert.ok(restarts >= 8 && restarts <= 14, String(restarts));
    const missing = await start('no-image');
    assert.equal(textAt(container(missing, 0), 'state', 'waiting', 'reason'), 'ImagePullBackOff');
    assert.equal(textAt(container(missing, 0), 'containerID'), '');
    assert.deepEqual(crashing.state.buckets.get(BUCKET)?.writers.length, 1);
    assert.equal(missing.state.buckets.get(BUCKET), undefined);
  });

  test('a pod that hangs runs on, unready and silent; deleted, it is killed after its grace period', async () => {
    const world = await fleetWorld();
    hang(world, 'chat-celld-0');
    assert.equal(seen(world), '0:0.6.2! 1:0.6.2 2:0.6.2');
    assert.notEqual(textAt(container(world, 0), 'state', 'running', 'startedAt'), '');
    assert.deepEqual((await read(world, 'chat-celld-0')).reading, { kind: 'unreadable', reason: 'timeout' });
    const before = world.state.now;
    deletePod(world, 0);
    await world.run({ until: () => podsOf(world).length === 2 });
    assert.equal(world.state.now - before, 60_000);
  });

  test('on a lost machine a deleted pod is Terminating for ever, until the machine is back (bug row C7)', async () => {
    const world = await fleetWorld();
    loseMachine(world, 'chat-celld-2');
    deletePod(world, 2);
    await world.run({ milliseconds: 3_600_000 });
    assert.notEqual(at(podsOf(world)[2], 'metadata', 'deletionTimestamp'), undefined);
    machineReturns(world, 'chat-celld-2');
    await settle(world);
    assert.equal(seen(world), '0:0.6.2 1:0.6.2 2:0.6.2');
  });

  test('a node that stays cold never warms; goCold() warms again', async () => {
    const world = await fleetWorld(
      {},
      {
        behaviour: (pod) =>
          textAt(pod, 'metadata', 'name').endsWith('-1') ? { start: 'well', staysCold: true } : HEALTHY,
      },
    );
    deletePod(world, 2);
    await settle(world);
    await settle(world);
    assert.ok(restoring(world) > 0);
    const other = await fleetWorld();
    goCold(other, 'chat-celld-0', 4);
    assert.equal(restoring(other), 4);
    await settle(other);
    assert.equal(restoring(other), 0);
  });

  test('a new deployment: 0.3 keeps the old one until it restarts, 0.4 takes it up and drains', async () => {
    const old = await fleetWorld({ image: imageOf('0.3.0') });
    publishDeployment(old, BUCKET, 'new');
    await settle(old);
    assert.equal(nodeNamed(old, 'chat-celld-0')?.deployment, '0123456789abcdef');
    deletePod(old, 0);
    await settle(old);
    assert.equal(nodeNamed(old, 'chat-celld-0')?.deployment, 'new');

    const world = await fleetWorld({ image: imageOf('0.4.1') });
    publishDeployment(world, BUCKET, 'new');
    await world.run({ until: () => nodeNamed(world, 'chat-celld-0')?.isSwapping === true });
    assert.equal(mapsAt(body(world, 0), 'deployment', 'draining').length, 1);
    await settle(world);
    assert.equal(textAt(body(world, 0), 'deployment', 'version'), 'new');
    assert.equal(numberAt(body(world, 0), 'deployment', 'generation'), 2);
    assert.equal(mapsAt(body(world, 0), 'deployment', 'draining').length, 0);
  });
});

describe('harm', () => {
  test('a new version beside an old one across a boundary that must not roll is seen (I3)', async () => {
    const world = await fleetWorld({ image: imageOf('0.3.0') });
    applySet(world, { image: imageOf('0.4.1') });
    setPartition(world, 2);
    await settle(world);
    assert.match(harms(world, 'neighbours')[0]?.detail ?? '', /0\.4\.1 beside 0\.3\.0/);
  });

  test('within a boundary that rolls nothing is seen, also when a pod falls back', async () => {
    const world = await fleetWorld({ image: imageOf('0.2.1') });
    applySet(world, { image: imageOf('0.3.0') });
    setPartition(world, 2);
    await settle(world);
    assert.deepEqual(harms(world, 'neighbours'), []);
    setPartition(world, 1_000_000);
    deletePod(world, 2);
    await settle(world);
    assert.match(harms(world, 'unreadable')[0]?.detail ?? '', /0\.2\.1 after 0\.3\.0/);
  });

  test('fleet durability makes 0.5 and 0.6 bad neighbours, bucket durability does not', async () => {
    for (const [durability, count] of [
      ['fleet', 2],
      ['bucket', 0],
    ] as const) {
      const env = [{ name: 'CELLD_DURABILITY', value: durability }];
      const world = await fleetWorld({ image: imageOf('0.5.1'), env });
      applySet(world, { image: imageOf('0.6.0'), env });
      setPartition(world, 2);
      await settle(world);
      assert.equal(harms(world, 'neighbours').length, count, durability);
    }
  });

  test('an acknowledged downgrade is no harm', async () => {
    for (const acknowledged of [[], ['0.6.2->0.6.0']]) {
      const world = await fleetWorld({ image: imageOf('0.6.2') }, { acknowledged });
      applySet(world, { image: imageOf('0.6.0') });
      setPartition(world, 0);
      await settle(world);
      assert.equal(harms(world, 'unreadable').length > 0, acknowledged.length === 0);
    }
  });

  test('a pod taken while another is unready for a moment, or not there yet, is an overlap too (Y7)', async () => {
    const world = await fleetWorld();
    setReady(world, 'chat-celld-1', false);
    assert.equal(seen(world), '0:0.6.2 1:0.6.2! 2:0.6.2');
    deletePod(world, 2);
    assert.match(harms(world, 'overlap')[0]?.detail ?? '', /chat-celld-1$/);
    setReady(world, 'chat-celld-1', true);
    await world.run({ until: () => podsOf(world).length === 2 });
    deletePod(world, 1);
    assert.match(harms(world, 'overlap')[1]?.detail ?? '', /chat-celld-2$/);
  });

  test('two pods down at once is an overlap, and the last one down an outage', async () => {
    const world = await fleetWorld();
    deletePod(world, 2);
    await settle(world);
    assert.deepEqual(harms(world, 'overlap'), []);
    scale(world, 1);
    await settle(world);
    assert.match(
      harms(world, 'overlap')[0]?.detail ?? '',
      /statefulset-controller while not well: chat-celld-/,
    );
    assert.deepEqual(harms(world, 'outage'), []);
    scale(world, 0);
    await settle(world);
    assert.equal(harms(world, 'outage').length, 1);
    assert.equal(at(setOf(world), 'spec', 'replicas'), 0);
    assert.equal(world.api.list(TYPES.pod, refOf(TYPES.pod, '').namespace).items.length, 0);
  });
});
