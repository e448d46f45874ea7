import { isRunningAndReady, ordinalOf } from '../../../sim/stateful-set/pod-facts.ts';
import { numberAt, textAt, mapsAt } from '../../../sim/json.ts';
import { World } from '../../../sim/world.ts';
import { imageOf } from '../../sim/objects.ts';
import { podsOf, setOf } from '../../sim/worlds.ts';
import { advance, type Choice, pass, startSync, stepOf, worldChoices } from './events.ts';
import { LONG_MS, SOON_MS } from './quotient.ts';
import { commitNamed, GOOD, LEVER, type SearchState, type Space } from './space.ts';
import { statePrint } from './state-text.ts';
import { take } from './take.ts';

/** `now`: what runs goes on. `again`: the head is synced anew. Then the good commit, and the lever. */
const STAGES = ['now', 'again', GOOD, LEVER] as const;
type Stage = (typeof STAGES)[number];

export interface Recovery {
  readonly ends: 'well' | 'known' | 'badly';
  readonly steps: number;
  readonly stage: Stage;
  readonly problems: readonly string[];
  readonly path: readonly string[];
  /** Every state on the way, the last one last. */
  readonly states: readonly SearchState[];
}

/** It has ended well, cannot any more, or goes on. */
type Pace = 'done' | 'dead' | 'on';

interface Walker {
  state: SearchState;
  readonly states: SearchState[] | undefined;
  stage: Stage;
  readonly path: string[];
  readonly problems: string[];
}

/** More steps than any history that ends well has needed. */
const LIMIT = 3000;

/** How often a circle is left by letting twenty minutes pass. */
const PATIENCE = 5;

/**
 * From a state on the world behaves: no pod fails, no Job is killed, git rests. Then the running operation, a rerun, the
 * next good commit or, at last, the lever must end well. I11. `known` keeps what is already known to end well.
 */
export class Recoverer {
  readonly stages = new Map<Stage, number>();
  private readonly known = new Set<number>();
  private readonly space: Space;

  constructor(space: Space) {
    this.space = space;
  }

  /** `keeps`: the states on the way are wanted, and it is gone to the end. */
  async recover(start: SearchState, keeps = false): Promise<Recovery> {
    const states = keeps ? [start] : undefined;
    const walker: Walker = { state: start, stage: 'now', path: [], problems: [], states };
    const keys: number[] = [];
    const own = new Set<number>();
    let patience = PATIENCE;
    for (let steps = 0; steps < LIMIT; steps += 1) {
      const key = statePrint(walker.state, [walker.stage]);
      if (!keeps && this.known.has(key)) return this.settle(walker, keys, 'known');
      if (own.has(key)) {
        // It waits in a circle, such as for a pod that never starts: until its deadline.
        if (patience === 0) return this.settle(walker, [], 'badly');
        patience -= 1;
        own.clear();
        await this.go(walker, pass('twenty minutes', LONG_MS));
        continue;
      }
      keys.push(key);
      own.add(key);
      const pace = await this.step(walker);
      if (walker.problems.length > 0) return this.settle(walker, [], 'badly');
      if (pace === 'done') return this.settle(walker, keys, 'well');
      if (pace === 'dead') return this.settle(walker, [], 'badly');
    }
    return this.settle(walker, [], 'badly');
  }

  private settle(
    { stage, problems, path, states = [] }: Walker,
    keys: readonly number[],
    ends: Recovery['ends'],
  ): Recovery {
    for (const key of keys) this.known.add(key);
    this.stages.set(stage, (this.stages.get(stage) ?? 0) + 1);
    return { ends, steps: keys.length, stage, problems, path, states };
  }

  private async step(walker: Walker): Promise<Pace> {
    const { state } = walker;
    const [next] = worldChoices(state.sim).filter(({ name }) => !isPeriodic(name));
    if (next !== undefined) return await this.go(walker, next);
    if (state.job !== undefined) return await this.jobStep(walker, 'job');
    if (state.old !== undefined) return await this.jobStep(walker, 'old');
    if (state.sync !== undefined) return await this.syncStep(walker);
    return await this.nextStage(walker);
  }

  private async syncStep(walker: Walker): Promise<Pace> {
    const { state } = walker;
    const isLast = state.sync?.phase === 'last';
    const isHead = state.sync?.commit === state.head;
    await this.go(walker, advance(state));
    if (isLast && isHead && isDone(this.space, walker.state)) return 'done';
    return 'on';
  }

  /** A sync has failed, or nothing runs. */
  private async nextStage(walker: Walker): Promise<Pace> {
    const next = STAGES[STAGES.indexOf(walker.stage) + 1];
    if (next === undefined) return 'dead';
    walker.stage = next;
    const isRerun = next !== GOOD && next !== LEVER;
    return await this.go(walker, startSync(isRerun ? walker.state.head : next));
  }

  /** A Job that waits is given time: a minute, then twenty. */
  private async jobStep(walker: Walker, place: 'job' | 'old'): Promise<Pace> {
    const before = walker.state;
    const job = before[place];
    if (job === undefined) return 'on';
    const print = statePrint(before);
    await this.go(walker, stepOf(place, job));
    for (const wait of [pass('a minute', SOON_MS), pass('twenty minutes', LONG_MS)]) {
      if (statePrint(walker.state) !== print) return 'on';
      await this.go(walker, wait);
      await this.periodic(walker);
      const waited = walker.state[place];
      if (waited !== undefined) await this.go(walker, stepOf(place, waited));
    }
    return 'on';
  }

  private async periodic(walker: Walker): Promise<void> {
    for (const { name } of worldChoices(walker.state.sim).filter(({ name }) => isPeriodic(name))) {
      const choice = worldChoices(walker.state.sim).find((other) => other.name === name);
      if (choice !== undefined) await this.go(walker, choice);
    }
  }

  private async go(walker: Walker, choice: Choice): Promise<Pace> {
    const { state, problems } = await take(this.space, walker.state, choice);
    walker.state = state;
    walker.path.push(choice.name);
    walker.states?.push(state);
    walker.problems.push(...problems);
    return 'on';
  }
}

/** What comes again and again, and a container that will never be well. */
function isPeriodic(name: string): boolean {
  return /^(?:hpa\.sync|keda\.loop|pod\.restart|pod\.crash) /.test(name);
}

/** Every pod is there, well and of the head's version, and the partition is closed. */
export function isDone(space: Space, { sim, head }: SearchState): boolean {
  const world = new World(space.config, sim);
  const { plan } = commitNamed(space, head);
  const pods = podsOf(world);
  const size = numberAt(setOf(world), 'spec', 'replicas');
  return (
    size >= space.options.pods &&
    pods.length === size &&
    pods.every((pod, index) => ordinalOf(pod) === index && isRunningAndReady(pod)) &&
    pods.every((pod) => textAt(mapsAt(pod, 'spec', 'containers')[0], 'image') === imageOf(plan.version)) &&
    numberAt(setOf(world), 'spec', 'updateStrategy', 'rollingUpdate', 'partition') === 1_000_000
  );
}
