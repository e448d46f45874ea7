import type { ApiServer } from './api/api-server.ts';
import type { SimConfig, Range } from './config.ts';
import type { SimEvent } from './events.ts';
import type { Harm } from './celld/harm.ts';
import type { SimState } from './state.ts';
import type { Program, SimProcess, StartOptions } from './time/process.ts';

/** What every simulated controller gets: the state, the API server, time and the seeded generator. */
export interface SimContext {
  readonly state: SimState;
  readonly config: SimConfig;
  readonly api: ApiServer;
  /** In `milliseconds`; while an event of the same key is pending, nothing is added. */
  schedule(event: SimEvent, milliseconds: number): void;
  /** A duration out of a range, by the seed. */
  duration(range: Range): number;
  report(harm: Harm): void;
  startProgram(program: Program, options: StartOptions): SimProcess;
  /** SIGTERM to a program, where it runs. */
  terminateProgram(uid: string): void;
  /** Programs that run as pods of Jobs, by the pod's uid. */
  readonly processes: Map<string, SimProcess>;
}

/** One handler for each kind of event that a part of the world owns. */
export type Handlers<Kind extends SimEvent['kind']> = {
  readonly [K in Kind]: (context: SimContext, event: Extract<SimEvent, { kind: K }>) => void;
};
