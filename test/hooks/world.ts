import { setImmediate } from 'node:timers/promises';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { decodeStateBody } from '../../fleet/state/decode-state.ts';
import { runGate } from '../../hooks/gate.ts';
import type { HookOptions } from '../../hooks/options.ts';
import { readPlan } from '../../hooks/read-plan.ts';
import { runRollout } from '../../hooks/rollout.ts';
import type { ApplicationOptions } from '../../sim/argocd/application.ts';
import { createApplication, lastOperation, pushRevision } from '../../sim/argocd/control.ts';
import { type SimConfig, simConfig } from '../../sim/config.ts';
import { mapsAt, textAt } from '../../sim/json.ts';
import type { Outside, Program, SimProcess } from '../../sim/time/process.ts';
import { World } from '../../sim/world.ts';
import { NAMESPACE } from '../sim/objects.ts';
import { type FleetOptions, manifestsOf, PLAN_VARIABLE, planOf, sha256Hex } from './fleet.ts';
import { type Invariants, watchInvariants } from './invariants.ts';

export const APPLICATION = { namespace: NAMESPACE, name: 'chat' };

/** One run of a Job's program, as it ended. */
export interface JobRun {
  readonly name: string;
  /** Name of its pod. */
  readonly pod: string;
  readonly lines: string[];
  code: number | undefined;
  sentence: string;
}

/** A cluster in which Argo CD syncs one fleet and runs the real programs of its Jobs. */
export interface FleetWorld {
  readonly world: World;
  readonly runs: JobRun[];
  readonly invariants: Invariants;
  /** Commits what these fleets should be, with other objects beside them. */
  push(id: string, fleets: FleetOptions | readonly FleetOptions[], others?: readonly KubeObject[]): void;
}

export interface WorldOptions {
  readonly application?: Partial<ApplicationOptions>;
  readonly config?: Partial<SimConfig>;
}

export function fleetWorld(
  first: FleetOptions | readonly FleetOptions[],
  options: WorldOptions = {},
): FleetWorld {
  const runs: JobRun[] = [];
  const invariants = watchInvariants();
  const world: World = new World(
    simConfig({
      drain: () => setImmediate(),
      decodeState: decodeStateBody,
      ...options.config,
      program: (job) => options.config?.program?.(job) ?? programOf(job, runs, invariants),
      onCall: (made, phase) => {
        invariants.onCall(made, phase);
        return options.config?.onCall?.(made, phase);
      },
    }),
  );
  invariants.watch(world);
  const revisionOf = (id: string, fleets: FleetOptions | readonly FleetOptions[]) => ({
    id,
    manifests: [fleets].flat().flatMap((fleet) => manifestsOf(planOf(fleet))),
  });
  createApplication(world, {
    ...APPLICATION,
    revision: revisionOf('r1', first),
    options: options.application ?? {},
  });
  return {
    world,
    runs,
    invariants,
    push: (id, fleets, others = []) => {
      const revision = revisionOf(id, fleets);
      pushRevision(world, APPLICATION, { id, manifests: [...revision.manifests, ...others] });
    },
  };
}

/** The program that a Job's container runs, with the plan that it is given. */
export function programOf(job: KubeObject, runs: JobRun[], invariants: Invariants): Program {
  const name = textAt(job, 'metadata', 'name');
  const container = mapsAt(job, 'spec', 'template', 'spec', 'containers')[0];
  const text = textAt(
    mapsAt(container, 'env').find((variable) => variable['name'] === PLAN_VARIABLE),
    'value',
  );
  return async (outside) => {
    const run: JobRun = { name, pod: outside.pod.name, lines: [], code: undefined, sentence: '' };
    runs.push(run);
    const reading = readPlan(text, sha256Hex);
    if (!reading.ok) throw new Error(reading.sentence);
    const options = hookOptions(outside, run);
    const hook = { ...options, plan: reading.plan };
    const code = name.endsWith('-gate')
      ? await runGate(hook)
      : await runRollout({ ...hook, states: outside.reader });
    run.code = code;
    invariants.onExit({ plan: reading.plan, code, run });
    return code;
  };
}

function hookOptions(outside: Outside, run: JobRun): Omit<HookOptions, 'plan'> {
  const { api, clock, job, pod, signal } = outside;
  return {
    api,
    clock,
    job: { name: job.name, uid: job.uid, podUid: pod.uid },
    signal,
    log: ({ text }) => {
      run.lines.push(text);
      outside.log(text);
    },
    setTerminationMessage: (sentence) => {
      run.sentence = sentence;
      outside.setTerminationMessage(sentence);
    },
  };
}

/** Such as `full r2 Succeeded`. */
export function operation({ world }: FleetWorld): string {
  const last = lastOperation(world, APPLICATION);
  return last === undefined ? 'none' : `${last.kind} ${last.revision.id} ${last.phase}`;
}

/** Runs until Argo CD's operation is as asked, at most four hours. */
export async function until(fleet: FleetWorld, wanted: string): Promise<void> {
  await fleet.world.run({ milliseconds: 4 * 3_600_000, until: () => operation(fleet) === wanted });
}

/** Processes of a Job that run now. */
export function running({ world }: FleetWorld, name: string): readonly SimProcess[] {
  return [...world.processes.values()].filter(
    (process) => process.name.startsWith(name) && process.status === 'running',
  );
}

export function lastRun({ runs }: FleetWorld, name: string): JobRun | undefined {
  return runs.findLast((run) => run.name.endsWith(name));
}
