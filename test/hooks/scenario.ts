import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminateOperation } from '../../sim/argocd/operation.ts';
import { numberAt } from '../../sim/json.ts';
import { isRunningAndReady, ordinalOf, revisionOf } from '../../sim/stateful-set/pod-facts.ts';
import { canonicalLines, fingerprintOf } from '../../sim/canonical.ts';
import { callText, fault, type FaultName } from '../../sim/time/faults.ts';
import type { MadeCall } from '../../sim/time/calls.ts';
import { podsOf, seen, setOf } from '../sim/worlds.ts';
import type { FleetOptions } from './fleet.ts';
import { APPLICATION, type FleetWorld, fleetWorld, operation, until, type WorldOptions } from './world.ts';

/** One history: how the fleet starts, what happens to it, and how it must end. */
export interface Scenario {
  readonly name: string;
  readonly first: FleetOptions | readonly FleetOptions[];
  readonly options?: WorldOptions;
  readonly history: (fleet: FleetWorld) => Promise<void>;
  /** How each pod runs at the end, as `seen` writes it. */
  readonly ends: string;
  /** What must hold beyond the invariants. */
  readonly check?: (fleet: FleetWorld) => void;
  /** Kinds of harm that this history does by itself, such as an outage that was asked for. */
  readonly harms?: readonly string[];
  /** The history counts calls or moments itself, so a killed Job would make it another one. */
  readonly withoutCrashes?: true;
}

/**
 * At how many calls of each history a Job is killed; `CRASHES=all` kills at every one: before and after each write, and once
 * in each state of the cluster in which the Job reads. Between reads nothing changes, so it leaves the same behind wherever
 * it is killed there, as it does while it waits in a cluster that rests.
 */
const CRASHES =
  process.env['CRASHES'] === 'all' ? Number.POSITIVE_INFINITY : Number(process.env['CRASHES'] ?? 2);

const HOOK_USER = /-celld-(?:rollout|gate)$/;

/** What befalls a Job at one of its calls: it is killed, or the call fails or its answer is lost. */
interface Crash {
  readonly at: number;
  readonly phase: 'before' | 'after';
  readonly how: 'kill' | FaultName;
}

const MISFORTUNES: readonly Pick<Crash, 'phase' | 'how'>[] = [
  { how: 'kill', phase: 'after' },
  { how: 'kill', phase: 'before' },
  { how: 'timeout', phase: 'after' },
  { how: 'conflict', phase: 'before' },
  { how: 'kill', phase: 'after' },
  { how: 'timeout', phase: 'before' },
  { how: 'tooMany', phase: 'before' },
  { how: 'internal', phase: 'before' },
];

interface Moment {
  readonly at: number;
  readonly isWrite: boolean;
}

interface Outcome {
  readonly fleet: FleetWorld;
  /** Calls that Jobs made once the fleet had started; the writes among them. */
  readonly calls: number;
  readonly writes: readonly number[];
  /** Where a killed Job may leave something else behind: each write and the first read, in each state of the cluster. */
  readonly moments: readonly Moment[];
  readonly kills: number;
}

async function play(scenario: Scenario, crash?: Crash): Promise<Outcome> {
  let [calls, kills, isArmed] = [0, 0, false];
  const writes: number[] = [];
  const moments = new Map<string, Moment>();
  const onCall = (made: MadeCall, phase: 'before' | 'after') => {
    if (!isArmed || !HOOK_USER.test(made.process.user)) return undefined;
    if (phase === 'before') {
      calls += 1;
      const isWrite = ['patch', 'create', 'delete'].includes(made.call.verb);
      if (isWrite) writes.push(calls);
      if (CRASHES === Number.POSITIVE_INFINITY && crash === undefined) {
        const state = `${made.process.name} ${fingerprintOf(canonicalLines(fleet.world.state))}`;
        const moment = isWrite ? `${state} ${callText({ ...made, number: 0 })}` : state;
        if (!moments.has(moment)) moments.set(moment, { at: calls, isWrite });
      }
    }
    if (crash === undefined || kills > 0 || calls !== crash.at || phase !== crash.phase) return undefined;
    kills += 1;
    return crash.how === 'kill' ? ({ kind: 'kill' } as const) : fault(crash.how);
  };
  const { options } = scenario;
  const own = options?.config?.onCall;
  const config = {
    ...options?.config,
    onCall: (made: MadeCall, phase: 'before' | 'after') => onCall(made, phase) ?? own?.(made, phase),
  };
  const fleet = fleetWorld(scenario.first, { ...options, config });
  await until(fleet, 'full r1 Succeeded');
  isArmed = true;
  await scenario.history(fleet);
  return { fleet, calls, writes, moments: [...moments.values()], kills };
}

function judge(scenario: Scenario, { fleet }: Outcome, how: string): void {
  const { world, invariants } = fleet;
  const story = () =>
    `${how}\n${fleet.runs.map((run) => `--- ${run.name} ${run.code ?? 'killed'}\n${run.lines.join('\n')}`).join('\n')}`;
  assert.deepEqual(invariants.breaches, [], story());
  // What the history itself did to a pod is not the Jobs' doing.
  const harms = world.state.harms.filter(
    ({ kind, detail }) => scenario.harms?.includes(kind) !== true && !detail.startsWith('by me '),
  );
  assert.deepEqual(harms, [], story());
  assert.equal(seen(world), scenario.ends, `${operation(fleet)} ${story()}`);
  scenario.check?.(fleet);
}

/** Calls spread over the history, writes first: what is done before and after them differs. */
function crashesOf({ name }: Scenario, { writes, moments }: Outcome): readonly Crash[] {
  if (CRASHES === Number.POSITIVE_INFINITY)
    return moments.flatMap(({ at, isWrite }) =>
      (isWrite ? PHASES : BEFORE).map((phase) => ({ at, phase, how: 'kill' })),
    );
  return spread(writes, CRASHES).map((at, index) => ({
    at,
    ...(MISFORTUNES[(name.length + index) % MISFORTUNES.length] ?? KILLED),
  }));
}

const BEFORE = ['before'] as const;
const PHASES = ['before', 'after'] as const;
const KILLED = { how: 'kill', phase: 'after' } as const;

function spread(items: readonly number[], wanted: number): readonly number[] {
  if (items.length <= wanted) return items;
  return Array.from(
    { length: wanted },
    (_, index) => items[Math.floor(((index + 0.5) * items.length) / wanted)] ?? 1,
  );
}

/** Plays a history, then again with a Job killed at one call, until every chosen call has had its turn. I6, I11. */
export function plays(scenario: Scenario): void {
  test(scenario.name, async () => {
    const whole = await play(scenario);
    judge(scenario, whole, 'undisturbed');
    if (scenario.withoutCrashes === true) return;
    for (const crash of crashesOf(scenario, whole)) {
      judge(scenario, await play(scenario, crash), `${crash.how} ${crash.phase} call ${crash.at}`);
    }
  });
}

/** Runs until the rollout has moved ordinals from this one up, and they are ready. */
export async function movedTo({ world }: FleetWorld, ordinal: number): Promise<void> {
  await world.run({
    milliseconds: 3_600_000,
    until: () => {
      const set = setOf(world);
      const partition = numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
      const update =
        numberAt(set, 'metadata', 'generation') === numberAt(set, 'status', 'observedGeneration');
      const moved = podsOf(world).filter((pod) => ordinalOf(pod) >= ordinal);
      return (
        update && partition === ordinal && moved.every((pod) => isRunningAndReady(pod) && isNew(world, pod))
      );
    },
  });
}

function isNew(world: FleetWorld['world'], pod: Parameters<typeof revisionOf>[0]): boolean {
  const status = setOf(world)['status'] as Readonly<Record<string, unknown>>;
  return revisionOf(pod) === status['updateRevision'];
}

/** Ends the operation that runs: its Job gets SIGTERM. */
export function terminate({ world }: FleetWorld): void {
  terminateOperation(world, APPLICATION);
}

export async function forMinutes({ world }: FleetWorld, minutes: number): Promise<void> {
  await world.run({ milliseconds: minutes * 60_000 });
}

/** The sentence with which a Job of this name last ended. */
export function sentenceOf(fleet: FleetWorld, name: 'gate' | 'rollout'): string {
  return fleet.runs.findLast((run) => run.name.endsWith(name) && run.sentence !== '')?.sentence ?? '';
}

/** True where a Job of this name ended with such a sentence; a killed one may have said it and told no code. */
export function hasSaid(fleet: FleetWorld, name: 'gate' | 'rollout', sentence: RegExp): boolean {
  return fleet.runs.some((run) => run.name.endsWith(name) && sentence.test(run.sentence));
}

export function codesOf(fleet: FleetWorld, name: 'gate' | 'rollout'): readonly number[] {
  return fleet.runs
    .filter((run) => run.name.endsWith(name))
    .flatMap(({ code }) => (code === undefined ? [] : [code]));
}
