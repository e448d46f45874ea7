import { newState } from '../../../sim/state.ts';
import { choicesOf, startSync } from './events.ts';
import { normal } from './quotient.ts';
import { Recoverer } from './recover.ts';
import { SeenStates } from './seen-states.ts';
import { type SearchState, type Space } from './space.ts';
import { statePrint } from './state-text.ts';
import { take } from './take.ts';

export interface SearchLimits {
  /** States to be met at most. */
  readonly states: number;
  /** From every k-th state on it is tried that everything ends well. */
  readonly recoverEvery: number;
  readonly violations: number;
  readonly onProgress?: (report: SearchReport) => void;
}

export interface Violation {
  readonly problems: readonly string[];
  /** Events from the start of the search. */
  readonly path: readonly string[];
  /** Events of the good world after it, where that is what failed. */
  readonly after: readonly string[];
}

export interface SearchReport {
  states: number;
  transitions: number;
  depth: number;
  frontier: number;
  isClosed: boolean;
  recovered: number;
  bytes: number;
  readonly stages: ReadonlyMap<string, number>;
  readonly violations: Violation[];
}

interface Root {
  readonly state: SearchState;
  readonly path: readonly string[];
}

/** A fleet that runs the first version, as its first sync has left it. */
export async function firstState(space: Space): Promise<SearchState> {
  const [head = ''] = space.options.versions;
  const sim = newState(space.config);
  const empty: SearchState = normal({ sim, head, sync: undefined, job: undefined, old: undefined });
  const { ends, path, problems, states } = await new Recoverer(space).recover(empty, true);
  const last = states.at(-1);
  if (ends !== 'well' || last === undefined)
    throw new Error(`The first sync ends badly: ${problems.join('; ')} after ${path.join(', ')}`);
  return last;
}

/**
 * Where a search starts: at every moment of the undisturbed history in which each version follows the one before it.
 * So whatever can go wrong within a few events of any moment of a rollout is met early.
 */
async function rootsOf(space: Space): Promise<readonly Root[]> {
  const roots: Root[] = [{ state: await firstState(space), path: [] }];
  for (const version of space.options.versions.slice(1)) {
    const last = roots.at(-1);
    if (last === undefined) break;
    const started = await take(space, last.state, startSync(version));
    const { states, path } = await new Recoverer(space).recover(started.state, true);
    states.forEach((state, index) =>
      roots.push({ state, path: [...last.path, `argocd syncs ${version}`, ...path.slice(0, index)] }),
    );
  }
  return roots;
}

/** A state to go on from: kept as a state before it and the events from there on, which are cheap to repeat. */
interface Entry {
  readonly index: number;
  readonly base: SearchState;
  readonly events: readonly string[];
}

/** Events that are repeated at most to have a state again: a whole state takes some 20 KB, and millions would not fit. */
const REPEATED = 2;

/** States of one level that are kept whole at most; the others repeat more events. */
const KEPT_WHOLE = 50_000;

/** Breadth first over everything that may happen, until nothing new appears or a limit is met. */
export async function search(space: Space, limits: SearchLimits): Promise<SearchReport> {
  return await new Search(space, limits).run();
}

class Search {
  private readonly space: Space;
  private readonly limits: SearchLimits;
  private readonly seen: SeenStates;
  private readonly names = new Names();
  private readonly recoverer: Recoverer;
  private readonly report: SearchReport;
  private keptWhole = 0;

  constructor(space: Space, limits: SearchLimits) {
    this.space = space;
    this.limits = limits;
    this.seen = new SeenStates(limits.states + 1);
    this.recoverer = new Recoverer(space);
    this.report = {
      states: 0,
      transitions: 0,
      depth: 0,
      frontier: 0,
      isClosed: false,
      recovered: 0,
      bytes: this.seen.bytes,
      stages: this.recoverer.stages,
      violations: [],
    };
  }

  async run(): Promise<SearchReport> {
    const { report } = this;
    let frontier = await this.roots();
    while (frontier.length > 0) {
      report.frontier = frontier.length;
      const next = await this.level(frontier);
      if (next === undefined) return report;
      report.depth += 1;
      frontier = next;
    }
    report.frontier = 0;
    report.isClosed = true;
    return report;
  }

  /** Every root is the successor of the one before it. */
  private async roots(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const { state, path } of await rootsOf(this.space)) {
      const parent = entries.at(-1)?.index ?? -1;
      const name = this.names.numberOf(path.at(-1) ?? '');
      const index = this.seen.add(statePrint(state), parent, name);
      if (index < 0) continue;
      entries.push({ index, base: state, events: [] });
      await this.met(state, index);
    }
    return entries;
  }

  /** Undefined: a limit was met. */
  private async level(frontier: (Entry | undefined)[]): Promise<Entry[] | undefined> {
    const next: Entry[] = [];
    this.keptWhole = 0;
    for (let at = 0; at < frontier.length; at += 1) {
      const entry = frontier[at];
      frontier[at] = undefined;
      if (entry !== undefined) await this.expand(entry, next);
      this.limits.onProgress?.(this.report);
      if (this.isOver()) return undefined;
    }
    return next;
  }

  private isOver(): boolean {
    const { violations, states } = this.limits;
    return this.report.violations.length >= violations || this.seen.size > states;
  }

  private async expand(entry: Entry, next: Entry[]): Promise<void> {
    const state = await repeated(this.space, entry);
    for (const choice of choicesOf(this.space, state)) {
      const taken = await take(this.space, state, choice);
      this.report.transitions += 1;
      if (taken.problems.length > 0)
        this.violated({
          problems: taken.problems,
          path: [...this.pathTo(entry.index), choice.name],
          after: [],
        });
      if (this.isOver()) return;
      const index = this.seen.add(taken.print, entry.index, this.names.numberOf(choice.name));
      if (index < 0) continue;
      await this.met(taken.state, index);
      next.push(this.entryOf(index, taken.state, { ...entry, events: [...entry.events, choice.name] }));
    }
  }

  private entryOf(index: number, state: SearchState, { base, events }: Entry): Entry {
    if (events.length <= REPEATED || this.keptWhole >= KEPT_WHOLE) return { index, base, events };
    this.keptWhole += 1;
    return { index, base: state, events: [] };
  }

  /** A state that was not met before. I11. */
  private async met(state: SearchState, index: number): Promise<void> {
    const { report, limits } = this;
    report.states = this.seen.size;
    if (index % limits.recoverEvery !== 0) return;
    const { ends, problems, stage, path } = await this.recoverer.recover(state);
    report.recovered += 1;
    if (ends !== 'badly') return;
    const what = problems.length > 0 ? problems : [`I11: no good end in stage ${stage}`];
    this.violated({ problems: what, path: this.pathTo(index), after: path });
  }

  private violated(violation: Violation): void {
    this.report.violations.push(violation);
  }

  private pathTo(index: number): readonly string[] {
    return this.seen.pathTo(index).map((name) => this.names.textOf(name));
  }
}

async function repeated(space: Space, { base, events }: Entry): Promise<SearchState> {
  let state = base;
  for (const name of events) {
    const choice = choicesOf(space, state).find((other) => other.name === name);
    if (choice === undefined) throw new Error(`Cannot repeat: ${name}`);
    ({ state } = await take(space, state, choice));
  }
  return state;
}

/** Names of events by number: a path costs two bytes an event. */
class Names {
  private readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.numbers.set(text, number);
      this.texts.push(text);
    }
    return number;
  }

  textOf(number: number): string {
    return this.texts[number] ?? '?';
  }
}
