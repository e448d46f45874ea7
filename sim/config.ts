import type { JsonValue } from '../documents/json.ts';
import type { KubeObject } from '../fleet/cluster-api.ts';
import type { StateReading } from '../fleet/state-reader.ts';
import type { Admission } from './api/commit.ts';
import { decodeAsIs } from './celld/decode-as-is.ts';
import type { PodBehaviour } from './celld/behaviour.ts';
import { HEALTHY } from './celld/behaviour.ts';
import type { CallHook } from './time/calls.ts';
import type { Program } from './time/process.ts';

/** Shortest and longest duration in milliseconds; the seed decides. */
export type Range = readonly [low: number, high: number];

/** How long things take. Names say from what to what. */
export interface Latencies {
  /** A Job's call of the API server, until it is carried out and answered. */
  readonly api: Range;
  /** One read of `/state`, where it answers. */
  readonly state: Range;
  /** A reader gives up on a node that does not answer. */
  readonly stateTimeout: number;
  /** A write, until a controller looks. */
  readonly watch: Range;
  /** A controller has looked, until it acts. */
  readonly action: Range;
  /** The StatefulSet controller has acted, until its status is written. */
  readonly statusWrite: Range;
  /** A pod is created, until its container runs: scheduling and image. */
  readonly start: Range;
  /** A container runs, until the node is ready. facts/celld.md 2: up to 14 minutes. */
  readonly ready: Range;
  /** SIGTERM, until the process has ended. facts/celld.md 6. */
  readonly drain: Range;
  /** A node has ended, until its peers notice the cells that they were given. */
  readonly handoff: Range;
  /** Peers restore the cells of a node that has ended. */
  readonly rewarm: Range;
  /** A new deployment is published, until a node of 0.4 or later has it. facts/celld.md 3.3: polled every 30 s. */
  readonly adopt: Range;
  /** A deployment is adopted, until the old one has drained. */
  readonly settle: Range;
  /** One reconcile of KEDA to its next write. */
  readonly keda: Range;
  /** One look of Argo CD at the state of its operation. */
  readonly argocd: Range;
}

export const LATENCIES: Latencies = {
  api: [2, 12],
  state: [3, 40],
  stateTimeout: 2000,
  watch: [2, 80],
  action: [1, 15],
  statusWrite: [1, 30],
  start: [500, 4000],
  ready: [2000, 12_000],
  drain: [500, 15_000],
  handoff: [0, 1500],
  rewarm: [1000, 8000],
  adopt: [1000, 30_000],
  settle: [500, 5000],
  keda: [5, 400],
  argocd: [100, 1000],
};

export interface SimConfig {
  readonly seed: number;
  /** Milliseconds since the epoch at which the world starts. */
  readonly startsAt: number;
  readonly latency: Latencies;
  /** Controllers look, act and write their status in one moment: for exhaustive search. */
  readonly atomicControllers: boolean;
  /** The MaxUnavailableStatefulSet gate. facts/scaling.md 3.3. */
  readonly maxUnavailable: boolean;
  /** KEDA's version, such as `2.21.0`; undefined: not installed. */
  readonly keda: string | undefined;
  /** KEDA writes `Paused=True` once more after a resume (kedacore/keda#6982). facts/scaling.md 1.2. */
  readonly kedaRewritesPaused: boolean;
  /** A new pod gets the address of the one that went last. facts/histories.md Y33. */
  readonly reusesAddresses: boolean;
  /** Moves whose blocked rows somebody has acknowledged: they are no harm. */
  readonly acknowledged: readonly string[];
  /** How a pod's process behaves; by default all are well. */
  readonly behaviour: (pod: KubeObject) => PodBehaviour;
  /** What a Job's pod runs; undefined: a program that never starts. */
  readonly program: (job: KubeObject) => Program | undefined;
  readonly admission: readonly Admission[];
  /** Decodes a node's answer; the reader's transport errors are the world's own. */
  readonly decodeState: (body: JsonValue) => StateReading;
  /** Called before and after every call that a program makes. */
  readonly onCall: CallHook;
  /** Resolves once no microtask is left, such as `() => new Promise(setImmediate)`: this folder has no timer. */
  readonly drain: () => Promise<void>;
}

/** Everything that has a default; `drain` has none. */
export function simConfig(options: Partial<SimConfig> & Pick<SimConfig, 'drain'>): SimConfig {
  return {
    seed: 1,
    startsAt: 1_790_000_000_000,
    latency: LATENCIES,
    atomicControllers: false,
    maxUnavailable: false,
    keda: '2.21.0',
    kedaRewritesPaused: false,
    reusesAddresses: false,
    acknowledged: [],
    behaviour: () => HEALTHY,
    program: () => undefined,
    admission: [],
    decodeState: decodeAsIs,
    onCall: () => undefined,
    ...options,
  };
}
