import { newMemory } from '../../../fleet/rollout/memory.ts';
import type { HookOptions } from '../../../hooks/options.ts';
import { runGate } from '../../../hooks/gate.ts';
import { stopEarly } from '../../../hooks/rollout-end.ts';
import { consider, type Considered, end, follow, type RolloutRun, startRun } from '../../../hooks/rollout.ts';
import type { Outside } from '../../../sim/time/process.ts';
import { NAMESPACE } from '../../sim/objects.ts';
import { commitNamed, type JobState } from './space.ts';
import { type Move, newUid, rehearsal } from './move.ts';

/** Thrown where the program would sleep: that is the end of its step. */
const SLEEP = new Error('the program sleeps');

interface Role {
  readonly kind: 'gate' | 'rollout';
  readonly commit: string;
  readonly jobUid: string;
  readonly podUid: string;
  readonly isTold?: boolean;
}

type Step<Result> = (options: HookOptions, outside: Outside) => Promise<Result>;

/** Runs a piece of a Job's program in one moment of the world; undefined: it slept before it was done. */
async function runStep<Result>(move: Move, role: Role, step: Step<Result>): Promise<Result | undefined> {
  const { world, space } = move;
  const { plan } = commitNamed(space, role.commit);
  const job = { name: `chat-celld-${role.kind}`, uid: role.jobUid };
  const pod = { name: role.podUid, uid: role.podUid };
  let result: Promise<Result | undefined> = Promise.resolve(undefined);
  world.startProgram(
    (outside) => {
      const options = optionsOf(outside, { plan, isTold: role.isTold === true });
      result = step(options, outside).catch((error: unknown) => {
        if (error === SLEEP) return undefined;
        throw error;
      });
      return result.then(() => 0);
    },
    {
      immediate: true,
      name: pod.name,
      user: `system:serviceaccount:${NAMESPACE}:${job.name}`,
      job,
      pod,
    },
  );
  return await result;
}

function optionsOf(
  { api, job, pod }: Outside,
  { plan, isTold }: { readonly plan: HookOptions['plan']; readonly isTold: boolean },
): HookOptions & { readonly told: boolean } {
  return {
    api,
    plan,
    job: { name: job.name, uid: job.uid, podUid: pod.uid },
    clock: {
      now: () => 0,
      monotonic: () => 0,
      sleep: () => Promise.reject(SLEEP),
    },
    log: () => undefined,
    setTerminationMessage: () => undefined,
    signal: isTold ? AbortSignal.abort() : NEVER,
    told: isTold,
  };
}

const NEVER = new AbortController().signal;

/** A new pod of a Job: nothing is remembered. */
export function newJob(move: Move, commit: string, jobUid: string): JobState {
  return {
    commit,
    jobUid,
    podUid: newUid(move),
    memory: newMemory(move.world.state.now),
    endingSince: undefined,
    next: undefined,
  };
}

/** What became of a step: the Job goes on, or has ended. */
export type JobStep =
  | { readonly kind: 'on'; readonly job: JobState; readonly considered: Considered }
  | { readonly kind: 'ended'; readonly code: number };

/** A Job looks and decides. An end is reported in the same moment; an act is left for the next step. */
export async function look(move: Move, job: JobState): Promise<JobStep> {
  const step = await runStep(move, roleOf(job), async (options, outside) => {
    const run = runOf(move, job, { options, outside });
    const considered = await consider(run);
    if (considered.decision.kind !== 'finish') return { run, considered };
    const code = await end(run, considered.decision);
    checkExit(move, job, code);
    return { run, code };
  });
  if (step === undefined) throw new Error('A look slept');
  if (step.code !== undefined) return { kind: 'ended', code: step.code };
  const { run, considered } = step;
  const { memory, endingSince } = run;
  const next = considered.decision.kind === 'act' ? considered : undefined;
  return { kind: 'on', considered, job: { ...job, memory, endingSince, next } };
}

/** A whole turn in one moment, on a world of its own: what is decided on must be true when it is done. I1, I2. */
export async function rehearse(move: Move, job: JobState): Promise<readonly string[]> {
  const scratch = rehearsal(move);
  await runStep(scratch, roleOf(job), async (options, outside) => {
    const run = runOf(scratch, job, { options, outside });
    await follow(run, await consider(run));
  });
  return scratch.breaches.map(({ invariant, what }) => `${invariant}: ${what}`);
}

/** What was decided is done now, on whatever the world has become. `isAnswered`: false, the Job never hears of it. */
export async function act(move: Move, job: JobState, isAnswered: boolean): Promise<JobState> {
  const { next } = job;
  if (next === undefined) return job;
  let memory = job.memory;
  await runStep(move, roleOf(job), async (options, outside) => {
    const run = runOf(move, job, { options, outside });
    try {
      await follow(run, next);
    } finally {
      memory = run.memory;
    }
  });
  // Whether pods were well is judged where it was decided: nothing that happens in between can be known.
  const breaches = move.breaches.filter(({ invariant }) => invariant !== 'I1' && invariant !== 'I2');
  move.breaches.splice(0, move.breaches.length, ...breaches);
  const known = isAnswered ? memory : { ...job.memory, asked: memory.asked };
  return { ...job, memory: known, next: undefined };
}

/** SIGTERM: the Job puts in order what it may, and is gone. */
export async function stop(move: Move, job: JobState): Promise<void> {
  await runStep(move, { ...roleOf(job), isTold: true }, async (options, outside) => {
    await stopEarly(runOf(move, job, { options, outside }).options);
  });
}

/** The whole gate; undefined: it still waits. `kills` ends it after so many writes. */
export async function gate(move: Move, commit: string, jobUid: string): Promise<number | undefined> {
  const podUid = newUid(move);
  const code = await runStep(move, { kind: 'gate', commit, jobUid, podUid }, (options) => runGate(options));
  if (code !== undefined)
    move.invariants.onExit({
      plan: commitNamed(move.space, commit).plan,
      code,
      run: { name: 'chat-celld-gate', pod: podUid, lines: [], code, sentence: '' },
    });
  return code;
}

function roleOf({ commit, jobUid, podUid }: JobState): Role {
  return { kind: 'rollout', commit, jobUid, podUid };
}

interface Given {
  readonly options: HookOptions;
  readonly outside: Outside;
}

function runOf({ world }: Move, job: JobState, { options, outside }: Given): RolloutRun {
  const now = () => world.state.now;
  const clock = { ...options.clock, now, monotonic: now };
  const run = startRun({ ...options, clock, states: outside.reader });
  run.memory = job.memory;
  run.endingSince = job.endingSince;
  return run;
}

function checkExit({ invariants, space }: Move, job: JobState, code: number): void {
  const { plan } = commitNamed(space, job.commit);
  const run = { name: 'chat-celld-rollout', pod: job.podUid, lines: [], code, sentence: '' };
  invariants.onExit({ plan, code, run });
}
