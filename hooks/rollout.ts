import { JOB_DEADLINE_MARGIN_SECONDS } from '../fleet/bounds.ts';
import { ApiError } from '../fleet/cluster-api.ts';
import { decideRollout, giveUp, overdue, type RolloutInput } from '../fleet/rollout/decide-rollout.ts';
import { EXIT, type ExitCode, type RolloutAct, type RolloutDecision } from '../fleet/rollout/decision.ts';
import {
  newMemory,
  noteAct,
  noteAttempt,
  observe,
  observeCensus,
  type RolloutMemory,
} from '../fleet/rollout/memory.ts';
import { RENEWAL } from '../fleet/rollout/lease.ts';
import type { RolloutSnapshot } from '../fleet/rollout/snapshot.ts';
import type { JobIdentity } from '../fleet/rollout/turn.ts';
import { leaseHolder, performRollout } from './act-rollout.ts';
import { describe, rethrow, SupersededError } from './attempt.ts';
import { bearForbidden, type ForbiddenRun, POLL_MS } from './bear-forbidden.ts';
import { gatherRollout } from './gather-rollout.ts';
import { describeAct, NOTHING_TOLD, say, sayWaiting, type Told } from './narrate.ts';
import { MANAGERS, type RolloutOptions } from './options.ts';
import { pause } from './pause.ts';
import { type Ending, report } from './report.ts';
import { releaseLease, stopEarly, tellStatus } from './rollout-end.ts';
import { sweep } from './sweep.ts';

/** A decision is dropped where its look is older than this by the time it would be carried out. I7. */
export const STALE_MS = 10_000;

/** One process of the Job: what it remembers, and what it has told. */
export interface RolloutRun extends ForbiddenRun {
  readonly options: RolloutOptions;
  readonly me: JobIdentity;
  memory: RolloutMemory;
  told: Told;
  toldStatusAt: number;
  endingSince: number | undefined;
}

/** The rollout Job: looks, decides, acts, and looks again, until the plan is reached or cannot be. DESIGN 5. */
export async function runRollout(options: RolloutOptions): Promise<ExitCode> {
  const run = startRun(options);
  try {
    for (;;) {
      if (options.signal.aborted) return await stopEarly(options);
      const ending = await bearForbidden(run, 'Cannot roll', () => turn(run));
      if (ending !== undefined) return await end(run, ending);
    }
  } catch (error) {
    if (!(error instanceof SupersededError)) throw error;
    // Nothing can be written any more, and nothing may be: another Job is in charge.
    say(options, `Superseded: ${error.message}`, 'warn');
    options.setTerminationMessage(`Superseded: ${error.message}`);
    return EXIT.superseded;
  }
}

export function startRun(options: RolloutOptions): RolloutRun {
  const now = options.clock.monotonic();
  return {
    options,
    me: { jobUid: options.job.uid, holder: leaseHolder(options) },
    memory: newMemory(now),
    told: NOTHING_TOLD,
    toldStatusAt: Number.NEGATIVE_INFINITY,
    forbiddenSince: undefined,
    endingSince: undefined,
  };
}

/** A look, and what was decided from it. */
export interface Considered {
  readonly input: RolloutInput;
  readonly decision: RolloutDecision;
}

/** One look, one decision, at most one act. */
async function turn(run: RolloutRun): Promise<Ending | undefined> {
  return await follow(run, await consider(run));
}

/** The first half of a turn: it writes nothing. */
export async function consider(run: RolloutRun): Promise<Considered> {
  const input = await look(run);
  return { input, decision: decide(run, input) };
}

/** The second half: whatever has happened since the look, the API server refuses what was decided on another state. */
export async function follow(run: RolloutRun, { input, decision }: Considered): Promise<Ending | undefined> {
  const { options } = run;
  if (decision.kind === 'finish') return decision;
  if (decision.kind === 'wait') {
    await waitABit(run, input, decision.for);
    return undefined;
  }
  if (decision.kind === 'sweep') throw new Error('Cannot decide: a sweep was asked for twice');
  if (options.signal.aborted) return undefined;
  if (options.clock.monotonic() - input.snapshot.monotonic > STALE_MS) {
    say(options, 'This look took too long to act on: looking again', 'warn');
    return undefined;
  }
  await carryOut(run, decision);
  return undefined;
}

/** A fresh snapshot, with a census if the decision needs one. */
async function look(run: RolloutRun): Promise<RolloutInput> {
  const { options, me } = run;
  const { plan } = options;
  const snapshot = await gatherRollout(options);
  run.memory = observe(run.memory, snapshot, plan);
  const input = (seen: RolloutSnapshot): RolloutInput => ({ snapshot: seen, plan, memory: run.memory, me });
  if (decideRollout(input(snapshot)).kind !== 'sweep') return input(snapshot);
  const swept = await sweep(options, snapshot);
  run.memory = observeCensus(run.memory, swept);
  return input(swept);
}

/** The decision, unless the Job has waited long enough: then what it leaves behind is put in order first. */
function decide(run: RolloutRun, input: RolloutInput): RolloutDecision {
  const decision = decideRollout(input);
  if (decision.kind === 'finish') return decision;
  const { monotonic } = input.snapshot;
  if (run.memory.ending !== undefined) {
    const isLate = monotonic - (run.endingSince ?? monotonic) >= (JOB_DEADLINE_MARGIN_SECONDS * 1000) / 2;
    return decision.kind === 'act' && !isLate ? decision : giveUp(input.snapshot, run.memory.ending);
  }
  const ending = overdue(
    input,
    decision.kind === 'wait' ? decision.for : 'the fleet to become what the plan says',
  );
  if (ending === undefined) return decision;
  run.memory = { ...run.memory, ending };
  run.endingSince = monotonic;
  const last = decideRollout({ ...input, memory: run.memory });
  return last.kind === 'act' || last.kind === 'finish' ? last : giveUp(input.snapshot, ending);
}

async function waitABit(run: RolloutRun, input: RolloutInput, what: string): Promise<void> {
  const { options, memory } = run;
  const { step, overall } = options.plan.deadlines;
  const until = Math.min(memory.progressAt + step * 1000, memory.startedAt + overall * 1000);
  run.told = sayWaiting(options, run.told, { what, until });
  run.toldStatusAt = await tellStatus(options, {
    memory,
    what,
    toldAt: run.toldStatusAt,
    snapshot: input.snapshot,
  });
  await pause(options, POLL_MS);
}

/** A conflict, a lost answer or a server that is busy: nothing is repeated, everything is looked at again. */
async function carryOut(
  run: RolloutRun,
  { act, why }: { readonly act: RolloutAct; readonly why: string },
): Promise<void> {
  const { options } = run;
  run.memory = noteAttempt(run.memory, act);
  try {
    await performRollout(options, act);
    run.memory = noteAct(run.memory, act, options.clock.monotonic());
    if (act.kind === 'takeLease' && why === RENEWAL) return;
    run.told = NOTHING_TOLD;
    say(options, `${describeAct(act)}: ${why}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 || error.status === 403) rethrow(error, describeAct(act));
    say(options, `Not done (${describe(error)}): ${describeAct(act)}; looking again`, 'warn');
    const isChanged = error.status === 409 || error.status === 404;
    await pause(options, isChanged ? POLL_MS / 10 : Math.max(POLL_MS, (error.retryAfterSeconds ?? 0) * 1000));
  }
}

export async function end(run: RolloutRun, ending: Ending): Promise<ExitCode> {
  const { options } = run;
  say(options, ending.sentence, ending.code === EXIT.done ? 'info' : 'error');
  await releaseLease(options);
  await report(options, ending, MANAGERS.rollout);
  return ending.code;
}
