import type { KubeObject } from '../../../fleet/cluster-api.ts';
import type { FleetPlan } from '../../../fleet/plan.ts';
import type { Considered, RolloutRun } from '../../../hooks/rollout.ts';
import { decodeStateBody } from '../../../fleet/state/decode-state.ts';
import { LATENCIES, type Latencies, type SimConfig, simConfig } from '../../../sim/config.ts';
import type { PodBehaviour } from '../../../sim/celld/behaviour.ts';
import { HEALTHY } from '../../../sim/celld/behaviour.ts';
import { mapsAt, textAt } from '../../../sim/json.ts';
import type { SimState } from '../../../sim/state.ts';
import { imageOf } from '../../sim/objects.ts';
import { type FleetOptions, manifestsOf, planOf } from '../fleet.ts';

/** Kinds of events that a search may choose from, beside those of the controllers, the Job and Argo CD themselves. */
export const LETTERS = [
  'git',
  'hookless',
  'evict',
  'vanish',
  'crash',
  'cold',
  'kill',
  'lost-answer',
  'terminate',
  'abandon',
  'scaler',
  'long',
] as const;

export type Letter = (typeof LETTERS)[number];

/** What is searched: equal options give the same states in the same order. */
export interface SpaceOptions {
  readonly pods: number;
  readonly versions: readonly string[];
  readonly letters: readonly Letter[];
  readonly strategy: 'Rolling' | 'Recreate';
  readonly policy: 'Parallel' | 'OrderedReady';
  /** Pods of this version never get ready, in this way. */
  readonly broken?: { readonly version: string; readonly how: PodBehaviour['start'] };
}

export const DEFAULT_SPACE: SpaceOptions = {
  pods: 2,
  versions: ['0.6.0', '0.6.1', '0.6.2'],
  letters: ['git', 'hookless', 'evict', 'cold', 'kill', 'terminate'],
  strategy: 'Rolling',
  policy: 'Parallel',
};

/** One commit: the plan that its Jobs get, and what Argo CD applies. */
export interface Commit {
  readonly plan: FleetPlan;
  readonly set: KubeObject;
  readonly scaler: KubeObject | undefined;
}

/** Commits of the search itself are named by their version; these two are what I11 may use. */
export const GOOD = 'good';
export const LEVER = 'lever';

export interface Space {
  readonly options: SpaceOptions;
  readonly commits: ReadonlyMap<string, Commit>;
  readonly config: SimConfig;
}

/** A Job's process between two steps. */
export interface JobState {
  readonly commit: string;
  readonly jobUid: string;
  readonly podUid: string;
  readonly memory: RolloutRun['memory'];
  readonly endingSince: number | undefined;
  /** What it has decided and not done yet. */
  readonly next: Considered | undefined;
}

/** Argo CD's operation: the gate, the StatefulSet, the rollout Job, the last wave. `down`: the Job's pod has been killed. */
export interface SyncState {
  readonly commit: string;
  readonly phase: 'gate' | 'apply' | 'job' | 'down' | 'last';
  readonly jobUid: string;
}

/** One state of the search: the cluster, git's head, and what runs. */
export interface SearchState {
  readonly sim: SimState;
  readonly head: string;
  readonly sync: SyncState | undefined;
  readonly job: JobState | undefined;
  /** The Job of an operation that was given up: its pod still runs. */
  readonly old: JobState | undefined;
}

const INSTANT = Object.fromEntries(
  Object.keys(LATENCIES).map((name) => [name, name === 'stateTimeout' ? 0 : [0, 0]]),
) as unknown as Latencies;

export function spaceOf(options: SpaceOptions): Space {
  const { pods, versions, letters, strategy, policy, broken } = options;
  const size = letters.includes('scaler') ? ([pods, pods + 1] as const) : pods;
  const fleet: FleetOptions = { size, strategy, policy, source: 'follow' };
  const newest = '0.6.2';
  const good: FleetOptions = { ...fleet, version: newest, strategy: 'Recreate', env: [LAST] };
  const lever: FleetOptions = { ...good, restartToken: 'x', acknowledgeStop: 'x' };
  const commits = new Map<string, Commit>([
    ...versions.map((version): [string, Commit] => [version, commitOf({ ...fleet, version })]),
    [GOOD, commitOf(good)],
    [LEVER, commitOf(lever)],
  ]);
  const brokenImage = broken === undefined ? '' : imageOf(broken.version);
  const isBroken = (pod: KubeObject) =>
    textAt(mapsAt(pod, 'spec', 'containers')[0], 'image') === brokenImage &&
    !mapsAt(mapsAt(pod, 'spec', 'containers')[0], 'env').some(({ name }) => name === LAST.name);
  const config = simConfig({
    drain: () => Promise.resolve(),
    latency: INSTANT,
    atomicControllers: true,
    decodeState: decodeStateBody,
    keda: letters.includes('scaler') ? '2.21.0' : undefined,
    behaviour: (pod) => (broken !== undefined && isBroken(pod) ? { start: broken.how } : HEALTHY),
  });
  return { options, commits, config };
}

const LAST = { name: 'LAST', value: 'x' } as const;

function commitOf(fleet: FleetOptions): Commit {
  const plan = planOf(fleet);
  const objects = manifestsOf(plan);
  const set = objects.find(({ kind }) => kind === 'StatefulSet');
  if (set === undefined) throw new Error('No StatefulSet is rendered');
  return { plan, set, scaler: objects.find(({ kind }) => kind === 'ScaledObject') };
}

export function commitNamed({ commits }: Space, name: string): Commit {
  const commit = commits.get(name);
  if (commit === undefined) throw new Error(`No such commit: ${name}`);
  return commit;
}
