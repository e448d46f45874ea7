import { ApiServer } from './api/api-server.ts';
import type { Committed } from './api/commit.ts';
import type { Range, SimConfig } from './config.ts';
import type { SimContext } from './context.ts';
import { eventKey, type SimEvent } from './events.ts';
import { handle } from './handlers.ts';
import { routeWrite } from './routes.ts';
import { copyState, newState, type SimState } from './state.ts';
import type { Harm } from './celld/harm.ts';
import { type Entry, EventQueue } from './time/event-queue.ts';
import { outsideOf, type Scheduler } from './time/outside.ts';
import { type Program, SimProcess, type StartOptions } from './time/process.ts';

export interface RunLimits {
  /** Stops as soon as this is true. */
  readonly until?: () => boolean;
  /** Milliseconds of virtual time. */
  readonly milliseconds?: number;
  readonly events?: number;
}

/** A cluster in memory, in virtual time. Same seed and same calls: same history. */
export class World implements SimContext {
  readonly config: SimConfig;
  readonly state: SimState;
  readonly api: ApiServer;
  readonly processes = new Map<string, SimProcess>();
  /** Told of every write after it is stored. */
  readonly watchers: ((write: Committed) => void)[] = [];
  /** A program has been started or told to stop: it has something to do before time goes on. */
  private isStirred = false;
  /** Calls of programs that wait for their moment. */
  private readonly calls = new EventQueue<() => void>();

  constructor(config: SimConfig, state: SimState = newState(config)) {
    this.config = config;
    this.state = state;
    this.api = new ApiServer({
      state: state.store,
      now: () => this.state.now,
      admission: config.admission,
      absentGroups: new Set(config.keda === undefined ? ['keda.sh'] : []),
      onWrite: (write) => {
        routeWrite(this, write);
        for (const watcher of this.watchers) watcher(write);
      },
    });
  }

  /** An independent copy of everything but running programs. Another world can be made from it, any number of times. */
  snapshot(): SimState {
    return copyState(this.state);
  }

  schedule(event: SimEvent, milliseconds: number): void {
    this.state.queue.add({
      at: this.state.now + milliseconds,
      order: this.nextOrder(),
      key: eventKey(event),
      event,
    });
  }

  duration([low, high]: Range): number {
    return low === high ? low : this.state.random.between(low, high);
  }

  report(harm: Harm): void {
    this.state.harms.push(harm);
  }

  /** Starts a program; it runs while the world does. */
  startProgram(program: Program, options: StartOptions = {}): SimProcess {
    const { name = 'program', user = 'system:serviceaccount:prod:program', onEnd } = options;
    const process = new SimProcess({ name, user, onEnd });
    const isImmediate = options.immediate === true;
    const later: Scheduler = (milliseconds, fire) => this.callLater(milliseconds, fire);
    const scheduler = isImmediate ? runAtOnce : later;
    const { job = { name: '', uid: '' }, pod = { name: '', uid: '' } } = options;
    this.isStirred = true;
    if (pod.uid !== '') this.processes.set(pod.uid, process);
    const outside = outsideOf({ context: this, process, scheduler, isImmediate, job, pod });
    void program(outside).then(
      (code) => process.exit(code),
      (error: unknown) => process.fail(error),
    );
    return process;
  }

  terminateProgram(uid: string): void {
    this.isStirred = true;
    this.processes.get(uid)?.terminate();
  }

  /** One turn of a program on the world as it is, without time: until its first sleep, or its end. */
  async turn(program: Program, options: StartOptions = {}): Promise<SimProcess> {
    const process = this.startProgram(program, { ...options, immediate: true });
    await this.config.drain();
    process.kill();
    return process;
  }

  /** Goes on until a limit is reached, or nothing is left to happen. */
  async run(limits: RunLimits = {}): Promise<void> {
    const { until, milliseconds = Number.POSITIVE_INFINITY, events = Number.POSITIVE_INFINITY } = limits;
    const end = this.state.now + milliseconds;
    await this.config.drain();
    for (let count = 0; count < events; count += 1) {
      if (until?.() === true) return;
      const next = this.nextAt();
      if (next > end) {
        if (Number.isFinite(end)) this.state.now = end;
        return;
      }
      await this.step();
    }
  }

  /** The next thing that happens; a program that it wakes runs up to its next call. */
  async step(): Promise<void> {
    const [event, call] = [this.state.queue.peek(), this.calls.peek()];
    if (call !== undefined && (event === undefined || isSooner(call, event))) {
      this.calls.take();
      this.state.now = Math.max(this.state.now, call.at);
      call.event();
      await this.config.drain();
    } else if (event !== undefined) {
      await this.fire(event.key);
    }
  }

  /** Events that are due to happen, soonest first: each of them may be next in a search of interleavings. */
  pending(): readonly Entry<SimEvent>[] {
    return this.state.queue.list();
  }

  /** Lets one pending event happen before its turn, at once; a program that it wakes does not run. */
  fireNow(key: string): void {
    const entry = this.state.queue.takeKey(key);
    if (entry === undefined) return;
    this.state.now = Math.max(this.state.now, entry.at);
    handle(this, entry.event);
  }

  /** The same, and lets programs run that it wakes. */
  async fire(key: string): Promise<void> {
    this.fireNow(key);
    await this.drainStirred();
  }

  private async drainStirred(): Promise<void> {
    if (!this.isStirred) return;
    this.isStirred = false;
    await this.config.drain();
  }

  private nextAt(): number {
    const at = (entry: { readonly at: number } | undefined) => entry?.at ?? Number.POSITIVE_INFINITY;
    return Math.min(at(this.state.queue.peek()), at(this.calls.peek()));
  }

  private callLater(milliseconds: number, fire: () => void): void {
    const order = this.nextOrder();
    this.calls.add({ at: this.state.now + milliseconds, order, key: String(order), event: fire });
  }

  private nextOrder(): number {
    this.state.order += 1;
    return this.state.order;
  }
}

/** Immediate programs never sleep: what they would do later, a later one does. */
const runAtOnce: Scheduler = (milliseconds, fire) => {
  if (milliseconds !== Number.POSITIVE_INFINITY) fire();
};

function isSooner(a: { readonly at: number; readonly order: number }, b: typeof a): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
