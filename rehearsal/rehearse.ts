import type { KubeObject } from '../fleet/cluster-api.ts';
import type { Sha256Hex } from '../fleet/hash.ts';
import { textAt as fieldAt } from '../fleet/object-fields.ts';
import { decodeStateBody } from '../fleet/state/decode-state.ts';
import { createApplication, lastOperation, pushRevision } from '../sim/argocd/control.ts';
import type { Harm } from '../sim/celld/harm.ts';
import { publishDeployment } from '../sim/celld/lifecycle.ts';
import { simConfig } from '../sim/config.ts';
import { World } from '../sim/world.ts';
import type { Actor, RehearsalEvent } from './event.ts';
import { expandPlan } from './expand-plan.ts';
import { type FleetName, pictureOf, readyCount } from './fleet-picture.ts';
import { jobProgram } from './job-program.ts';
import { podEvent } from './pod-events.ts';

/** One commit, as it is rendered: objects with Argo CD's annotations, hooks among them, of one fleet. */
export interface RehearsalStep {
  readonly name: string;
  readonly manifests: readonly KubeObject[];
}

/** How one commit went. */
export interface StepEnd {
  readonly name: string;
  /** `Running`: it did not end within four hours. */
  readonly phase: 'Running' | 'Succeeded' | 'Failed';
  readonly milliseconds: number;
  /** Pods that were started. */
  readonly started: number;
  /** The fewest pods that served at any moment. */
  readonly fewestReady: number;
  /** The last sentence of a Job. */
  readonly sentence: string;
  /** What must never happen, and did. */
  readonly harms: readonly Harm[];
}

export interface RehearsalTools {
  readonly sha256Hex: Sha256Hex;
  /** Resolves once no microtask is left. */
  readonly drain: () => Promise<void>;
  /** Told of every event in its order; the rehearsal goes on when it has resolved. */
  readonly tell: (event: RehearsalEvent) => Promise<void> | void;
  readonly seed?: number;
}

/** How long a step may take in virtual time. */
const LONGEST_MS = 4 * 3_600_000;

/** A cluster that starts empty, and the steps that are committed to it one after another. */
export interface Rehearsal {
  readonly play: (step: RehearsalStep) => Promise<StepEnd>;
}

interface Run {
  readonly world: World;
  readonly startedAt: number;
  readonly queue: RehearsalEvent[];
  readonly tools: RehearsalTools;
  fleet: FleetName;
  operation: string;
  sentence: string;
  pods: number;
  fewestReady: number;
  steps: number;
}

export function newRehearsal(tools: RehearsalTools): Rehearsal {
  const run: Run = newRun(tools);
  run.world.watchers.push((write) => {
    const text = podEvent(write, run.fleet);
    if (text === undefined) return;
    if (write.before === undefined) run.pods += 1;
    note(run, 'pods', text);
  });
  return { play: (step) => play(run, step) };
}

function newRun(tools: RehearsalTools): Run {
  const world: World = new World(
    simConfig({
      seed: tools.seed ?? 1,
      drain: tools.drain,
      decodeState: decodeStateBody,
      program: (job) =>
        jobProgram(job, {
          sha256Hex: tools.sha256Hex,
          onLine: (hook, text) => note(run, hook, text),
          onEnd: (_hook, _code, sentence) => (run.sentence = sentence),
        }),
    }),
  );
  const run: Run = {
    world,
    startedAt: world.state.now,
    queue: [],
    tools,
    fleet: { namespace: '', app: '' },
    operation: '',
    sentence: '',
    pods: 0,
    fewestReady: 0,
    steps: 0,
  };
  return run;
}

function note(run: Run, by: Actor, text: string): void {
  const fleet = pictureOf(run.world, run.fleet);
  run.fewestReady = Math.min(run.fewestReady, readyCount(fleet));
  run.queue.push({ at: run.world.state.now - run.startedAt, by, text, fleet });
}

async function play(run: Run, step: RehearsalStep): Promise<StepEnd> {
  const { world } = run;
  commit(run, step);
  const began = world.state.now;
  const harms = world.state.harms.length;
  Object.assign(run, { pods: 0, sentence: '', fewestReady: readyCount(pictureOf(world, run.fleet)) });
  note(run, 'git', `commit: ${step.name}`);
  while (phaseOf(run, step) === 'Running' && world.state.now < began + LONGEST_MS) {
    await tellAll(run);
    const isNews = () => noteOperation(run, step) || run.queue.length > 0;
    await world.run({ milliseconds: began + LONGEST_MS - world.state.now, until: isNews });
  }
  await tellAll(run);
  return {
    name: step.name,
    phase: phaseOf(run, step),
    milliseconds: world.state.now - began,
    started: run.pods,
    fewestReady: run.fewestReady,
    sentence: run.sentence,
    harms: world.state.harms.slice(harms),
  };
}

/** The application that the commit names is in the bucket before the commit is made, as a team does it. */
function commit(run: Run, { name, manifests }: RehearsalStep): void {
  const app = manifests.find(({ kind }) => kind === 'WorkerApp');
  const [bucket, version] = [fieldAt(app, 'spec', 'bucket', 'name'), fieldAt(app, 'spec', 'appVersion')];
  if (bucket !== undefined && version !== undefined) publishDeployment(run.world, bucket, version);
  run.fleet = {
    namespace: fieldAt(app, 'metadata', 'namespace') ?? '',
    app: fieldAt(app, 'metadata', 'name') ?? '',
  };
  const revision = { id: name, manifests: manifests.map(expandPlan) };
  // A refused commit is not tried again by itself: the next one comes at once.
  const options = { retryLimit: 0 };
  if (run.steps === 0) createApplication(run.world, { ...application(run), revision, options });
  else pushRevision(run.world, application(run), revision);
  run.steps += 1;
}

function application({ fleet }: Run): { readonly namespace: string; readonly name: string } {
  return { namespace: fleet.namespace, name: fleet.app };
}

/** The full sync of this very commit. */
function phaseOf(run: Run, { name }: RehearsalStep): StepEnd['phase'] {
  const last = lastOperation(run.world, application(run));
  return last?.revision.id === name && last.kind === 'full' ? last.phase : 'Running';
}

/** True where the operation has moved on. */
function noteOperation(run: Run, step: RehearsalStep): boolean {
  const last = lastOperation(run.world, application(run));
  if (last?.revision.id !== step.name) return false;
  const now = `${last.revision.id} ${last.kind} ${last.phase}`;
  if (run.operation === now) return false;
  run.operation = now;
  const what = { Running: 'sync begins', Succeeded: 'sync succeeded', Failed: 'sync failed' }[last.phase];
  note(run, 'Argo CD', what);
  return true;
}

async function tellAll({ queue, tools }: Run): Promise<void> {
  for (let event = queue.shift(); event !== undefined; event = queue.shift()) await tools.tell(event);
}
