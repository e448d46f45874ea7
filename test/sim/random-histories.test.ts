import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../fleet/cluster-api.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { LIES, type PodBehaviour } from '../../sim/celld/behaviour.ts';
import { publishDeployment } from '../../sim/celld/lifecycle.ts';
import { syncNow, syncWithoutHooks } from '../../sim/argocd/control.ts';
import { terminateOperation } from '../../sim/argocd/operation.ts';
import { numberAt, textAt } from '../../sim/json.ts';
import { setKedaDown } from '../../sim/keda/wake.ts';
import { endProcess, goCold, hang, loseMachine, machineReturns, makeLie } from '../../sim/kubelet/mishaps.ts';
import { Random } from '../../sim/random.ts';
import { isRunningAndReady } from '../../sim/stateful-set/pod-facts.ts';
import type { Program } from '../../sim/time/process.ts';
import type { World } from '../../sim/world.ts';
import { APPLICATION, applicationWorld, push, ROLLOUT } from './applications.ts';
import { imageOf, ME, merge, NAMESPACE, refOf, SET } from './objects.ts';
import { deletePod, podsOf, scale, setOf, setPartition } from './worlds.ts';

const HISTORIES = 60;
const VERSIONS = ['0.6.0', '0.6.1', '0.6.2'] as const;
const SCALER = refOf(TYPES.scaledObject, 'chat-celld');

/** Opens the fleet step by step without any care: what it does to the fleet does not matter here. */
const CARELESS: Program = async ({ api, clock, reader }) => {
  for (const partition of [2, 1, 0]) {
    const body = { spec: { updateStrategy: { rollingUpdate: { partition } } } };
    await api.patch(SET, body, { kind: 'merge', fieldManager: 'rollout' });
    await clock.sleep(20_000);
    const { items } = await api.list(TYPES.pod, NAMESPACE, 'celld-operator.io/workerapp=chat');
    await Promise.all(items.map(() => reader.read({ ip: '10.0.0.1', port: 8081 })));
  }
  return 0;
};

const BEHAVIOURS: readonly PodBehaviour[] = [
  { start: 'well' },
  { start: 'well' },
  { start: 'well', readyAfter: 120_000 },
  { start: 'well', drainFor: 90_000 },
  { start: 'crash' },
  { start: 'silent' },
  { start: 'unready' },
  { start: 'no-image' },
  { start: 'unschedulable' },
];

function mishap(world: World, random: Random): void {
  const ordinal = random.between(0, 3);
  const pod = `chat-celld-${ordinal}`;
  const pauses = () =>
    world.api.patch(
      SCALER,
      { metadata: { annotations: { 'autoscaling.keda.sh/paused': random.chance(0.5) ? 'true' : null } } },
      merge(),
    );
  random.pick<() => unknown>([
    () => deletePod(world, ordinal),
    () => endProcess(world, pod, random.pick([1, 3])),
    () => hang(world, pod),
    () => loseMachine(world, pod),
    () => machineReturns(world, pod),
    () => makeLie(world, pod, random.pick([undefined, ...Object.values(LIES)])),
    () => goCold(world, pod, 3),
    () => setPartition(world, random.between(0, 4)),
    () => scale(world, random.between(0, 5)),
    () => push(world, `r${random.between(2, 99)}`, { image: imageOf(random.pick(VERSIONS)) }),
    () => syncNow(world, APPLICATION),
    () => syncWithoutHooks(world, APPLICATION, ['StatefulSet']),
    () => terminateOperation(world, APPLICATION),
    () => publishDeployment(world, 's3://cells/chat', `v${random.between(1, 9)}`),
    () => setKedaDown(world, random.chance(0.5)),
    () => world.state.demand.set(`${NAMESPACE}/chat-celld`, random.pick([undefined, 1, 3, 6])),
    pauses,
    () =>
      [...world.processes.values()].forEach((process) =>
        random.chance(0.5) ? process.kill() : process.terminate(),
      ),
  ])();
}

async function whole(seed: number): Promise<string> {
  const random = new Random(seed);
  let isGood = false;
  const { world } = applicationWorld({
    programs: { [ROLLOUT]: CARELESS },
    set: { image: imageOf('0.6.0'), policy: random.pick(['Parallel', 'OrderedReady'] as const) },
    application: {
      apply: random.pick(['client', 'server'] as const),
      respectsIgnoreDifferences: random.chance(0.2),
    },
    config: {
      seed,
      keda: random.pick(['2.12.0', '2.18.1', '2.19.0', '2.21.0']),
      reusesAddresses: random.chance(0.5),
      maxUnavailable: random.chance(0.2),
      behaviour: () => (isGood || random.chance(0.7) ? { start: 'well' } : random.pick(BEHAVIOURS)),
    },
  });
  const spec = {
    scaleTargetRef: { kind: 'StatefulSet', name: 'chat-celld' },
    minReplicaCount: 2,
    maxReplicaCount: 5,
  };
  world.api.create(TYPES.scaledObject, { metadata: { name: 'chat-celld', namespace: NAMESPACE }, spec }, ME);
  for (let step = 0; step < 40; step += 1) {
    try {
      mishap(world, random);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    await world.run({ milliseconds: random.between(0, 20_000) });
  }
  isGood = true;
  return recovered(world);
}

/** Everything that is broken goes, and the fleet is left alone for two hours. */
async function recovered(world: World): Promise<string> {
  for (const node of [...world.state.nodes.values()]) machineReturns(world, node.name);
  await world.run({ milliseconds: 600_000 });
  scale(world, 3);
  world.state.demand.set(`${NAMESPACE}/chat-celld`, undefined);
  for (const pod of podsOf(world)) {
    if (!isRunningAndReady(pod)) world.api.delete(refOf(TYPES.pod, textAt(pod, 'metadata', 'name')), {}, ME);
  }
  await world.run({ milliseconds: 7_200_000 });
  const pods = podsOf(world);
  const size = numberAt(setOf(world), 'spec', 'replicas');
  return `${pods.filter(isRunningAndReady).length} of ${size}, ${pods.length} pods`;
}

test(`${HISTORIES} random histories end with a whole fleet once the world behaves`, async () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const end = await whole(seed);
    const [, size = ''] = /of (\d+)/.exec(end) ?? [];
    assert.equal(end, `${size} of ${size}, ${size} pods`, `seed ${seed}`);
    assert.notEqual(size, '0', `seed ${seed}`);
  }
});
