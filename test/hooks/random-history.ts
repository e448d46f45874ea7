import { ApiError } from '../../fleet/cluster-api.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { syncNow, syncWithoutHooks } from '../../sim/argocd/control.ts';
import { terminateOperation } from '../../sim/argocd/operation.ts';
import { HEALTHY, LIES, type PodBehaviour } from '../../sim/celld/behaviour.ts';
import { numberAt, textAt } from '../../sim/json.ts';
import { setKedaDown } from '../../sim/keda/wake.ts';
import { endProcess, goCold, hang, loseMachine, machineReturns, makeLie } from '../../sim/kubelet/mishaps.ts';
import { Random } from '../../sim/random.ts';
import { isRunningAndReady } from '../../sim/stateful-set/pod-facts.ts';
import { fault, type FaultName } from '../../sim/time/faults.ts';
import type { World } from '../../sim/world.ts';
import { merge, NAMESPACE, refOf } from '../sim/objects.ts';
import { deletePod, podsOf, seen, setOf } from '../sim/worlds.ts';
import type { FleetOptions } from './fleet.ts';
import { APPLICATION, fleetWorld, type FleetWorld, operation, until } from './world.ts';

/** How one random history ended: empty where nothing was broken and the fleet is as the last commit says. */
export interface HistoryEnd {
  readonly problems: readonly string[];
  readonly story: string;
  /** The fleet was too sick to roll, and was stopped once (`spec.acknowledgeStop`). */
  readonly usedLever: boolean;
}

const VERSIONS = ['0.4.0', '0.4.1', '0.5.1', '0.6.0', '0.6.1', '0.6.2'] as const;
const SCALER = refOf(TYPES.scaledObject, 'chat-celld');
const BEHAVIOURS: readonly PodBehaviour[] = [
  { start: 'well', readyAfter: 120_000 },
  { start: 'well', drainFor: 90_000 },
  { start: 'crash' },
  { start: 'silent' },
  { start: 'unready' },
  { start: 'no-image' },
  { start: 'unschedulable' },
];
const FAULT_NAMES: readonly FaultName[] = ['conflict', 'tooMany', 'internal', 'unavailable', 'timeout'];

interface Play {
  readonly fleet: FleetWorld;
  readonly random: Random;
  readonly policy: 'Parallel' | 'OrderedReady';
  readonly commits: FleetOptions[];
}

/** One seed, one history: commits, mishaps and killed Jobs; then the world behaves, and a good commit is made. */
export async function playRandom(seed: number, steps = 20): Promise<HistoryEnd> {
  const random = new Random(seed);
  const policy = random.pick(['Parallel', 'Parallel', 'OrderedReady'] as const);
  const world: { isGood: boolean } = { isGood: true };
  const first = commit(random, policy);
  const fleet = fleetWorld(first, {
    application: { apply: random.pick(['client', 'server'] as const), retryLimit: random.pick([0, 2, 5]) },
    config: {
      seed,
      keda: random.pick(['2.12.0', '2.18.1', '2.19.0', '2.21.0']),
      reusesAddresses: random.chance(0.5),
      maxUnavailable: random.chance(0.2),
      behaviour: () => (world.isGood || random.chance(0.85) ? HEALTHY : random.pick(BEHAVIOURS)),
      onCall: ({ call, process }, phase) => {
        const isHook =
          /-celld-(?:gate|rollout)$/.test(process.user) && call.verb !== 'sleep' && call.verb !== 'state';
        if (world.isGood || !isHook || !random.chance(0.004)) return undefined;
        return random.chance(0.3)
          ? { kind: 'kill' }
          : phase === 'after'
            ? fault('timeout')
            : fault(random.pick(FAULT_NAMES));
      },
    },
  });
  const play: Play = { fleet, random, policy, commits: [first] };
  await until(fleet, 'full r1 Succeeded');
  world.isGood = false;
  for (let step = 0; step < steps; step += 1) {
    attempt(() => mishap(play));
    await fleet.world.run({ milliseconds: random.between(0, 90_000) });
  }
  world.isGood = true;
  return await endWell(play);
}

function attempt(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function commit(random: Random, policy: Play['policy']): FleetOptions {
  return {
    policy,
    version: random.pick(VERSIONS),
    size: random.pick<NonNullable<FleetOptions['size']>>([2, 3, 3, 4, [2, 5], [3, 4]]),
    strategy: random.pick(['Rolling', 'Rolling', 'Recreate'] as const),
    source: 'follow',
    paused: random.chance(0.05),
    ...(random.chance(0.3) && { env: [{ name: 'A', value: String(random.between(1, 5)) }] }),
  };
}

function mishap({ fleet, random, policy, commits }: Play): void {
  const { world } = fleet;
  const ordinal = random.between(0, 3);
  const pod = `chat-celld-${ordinal}`;
  const push = () => {
    const next = commit(random, policy);
    commits.push(next);
    fleet.push(`r${commits.length}`, next);
  };
  const happenings: readonly (() => unknown)[] = [
    push,
    push,
    push,
    () => deletePod(world, ordinal),
    () => endProcess(world, pod, random.pick([1, 3])),
    () => hang(world, pod),
    () => loseMachine(world, pod),
    () => machineReturns(world, pod),
    () => makeLie(world, pod, random.pick([undefined, ...Object.values(LIES)])),
    () => goCold(world, pod, 3),
    () => syncNow(world, APPLICATION),
    () => syncWithoutHooks(world, APPLICATION, ['StatefulSet']),
    () => terminateOperation(world, APPLICATION),
    () => setKedaDown(world, random.chance(0.3)),
    () => world.state.demand.set(`${NAMESPACE}/chat-celld`, random.pick([undefined, 1, 3, 6])),
    () => personPauses(world, random),
    () => endJobs(world, random),
    () => endJobs(world, random),
  ];
  random.pick(happenings)();
}

function personPauses(world: World, random: Random): void {
  const before = textAt(world.api.get(SCALER), 'metadata', 'annotations', ANNOTATIONS.pausedBy);
  if (before !== '') return;
  const annotations = { [ANNOTATIONS.paused]: random.chance(0.5) ? 'true' : null };
  world.api.patch(SCALER, { metadata: { annotations } }, merge());
}

function endJobs(world: World, random: Random): void {
  for (const process of world.processes.values()) {
    if (random.chance(0.5)) process.kill();
    else process.terminate();
  }
}

/** Machines come back, every node is well from now on, KEDA runs; then the newest version is committed. I11. */
async function endWell({ fleet, policy, commits }: Play): Promise<HistoryEnd> {
  const { world } = fleet;
  setKedaDown(world, false);
  for (const node of [...world.state.nodes.values()]) {
    machineReturns(world, node.name);
    makeLie(world, node.name, undefined);
  }
  for (const [uid, node] of [...world.state.nodes]) {
    world.state.nodes.set(uid, { ...node, behaviour: HEALTHY });
    if (!node.isReady) endProcess(world, node.name, 1);
  }
  await world.run({ milliseconds: 1_800_000 });
  const last: FleetOptions = {
    policy,
    version: '0.6.2',
    size: 3,
    strategy: 'Recreate',
    source: 'follow',
    env: [{ name: 'LAST', value: 'x' }],
  };
  fleet.push('last', last);
  await until(fleet, 'full last Succeeded');
  // Too sick to roll, such as two silent pods: the lever that the deadline's sentence names. Y51.
  const isSick = operation(fleet) === 'full last Failed';
  if (isSick) fleet.push('lever', { ...last, restartToken: 'x', acknowledgeStop: 'x' });
  await until(fleet, `full ${isSick ? 'lever' : 'last'} Succeeded`);
  return { problems: problemsOf(fleet), story: storyOf(fleet, commits), usedLever: isSick };
}

function problemsOf(fleet: FleetWorld): readonly string[] {
  const { world, invariants } = fleet;
  const problems = invariants.breaches.map(({ invariant, at, what }) => `${invariant} at ${at}: ${what}`);
  for (const { kind, at, pod, detail } of world.state.harms)
    if (kind === 'neighbours' || kind === 'unreadable') problems.push(`${kind} at ${at}: ${pod} ${detail}`);
  if (!/^full (?:last|lever) Succeeded$/.test(operation(fleet)))
    problems.push(`the last operation is ${operation(fleet)}`);
  if (seen(world) !== '0:0.6.2 1:0.6.2 2:0.6.2') problems.push(`the fleet ended as ${seen(world)}`);
  if (!podsOf(world).every(isRunningAndReady)) problems.push('a pod is not ready at the end');
  if (numberAt(setOf(world), 'spec', 'updateStrategy', 'rollingUpdate', 'partition') !== 1_000_000)
    problems.push('the partition is open at the end');
  return problems;
}

function storyOf({ runs }: FleetWorld, commits: readonly FleetOptions[]): string {
  const made = commits.map((fleet, index) => `r${index + 1} ${JSON.stringify(fleet)}`);
  const told = runs.map((run) => `--- ${run.name} ${run.code ?? 'killed'}\n${run.lines.join('\n')}`);
  return [...made, ...told].join('\n');
}
