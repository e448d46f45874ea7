import { CLOSED_PARTITION } from '../fleet/bounds.ts';
import { ApiError } from '../fleet/cluster-api.ts';
import { decideGate, type GateAct } from '../fleet/gate/decide-gate.ts';
import { ANNOTATIONS } from '../fleet/labels.ts';
import { namesOfFleet } from '../fleet/names.ts';
import { RESOURCES } from '../fleet/resources.ts';
import { EXIT, type ExitCode } from '../fleet/rollout/decision.ts';
import { describe, rethrow, SupersededError } from './attempt.ts';
import { bearForbidden, type ForbiddenRun, POLL_MS } from './bear-forbidden.ts';
import { refTo } from './gather-fleet.ts';
import { gatherGate } from './gather-gate.ts';
import { NOTHING_TOLD, say, sayWaiting, type Told } from './narrate.ts';
import { type HookOptions, MANAGERS } from './options.ts';
import { pause } from './pause.ts';
import { type Ending, report } from './report.ts';

/** Milliseconds that the gate waits for what is "not yet": it must be cheap, since Argo CD retries it. */
const GATE_DEADLINE_MS = 300_000;

interface Run extends ForbiddenRun {
  readonly startedAt: number;
  told: Told;
}

/** The gate Job: judges, closes the partition before another template, and approves. It moves no pod. DESIGN D3. */
export async function runGate(options: HookOptions): Promise<ExitCode> {
  const run: Run = {
    options,
    startedAt: options.clock.monotonic(),
    told: NOTHING_TOLD,
    forbiddenSince: undefined,
  };
  try {
    for (;;) {
      if (options.signal.aborted) return EXIT.couldNotTell;
      const ending = await bearForbidden(run, 'Cannot judge', () => turn(run));
      if (ending === undefined) continue;
      say(options, ending.sentence, ending.code === EXIT.done ? 'info' : 'error');
      await reportGate(options, ending);
      return ending.code;
    }
  } catch (error) {
    if (!(error instanceof SupersededError)) throw error;
    say(options, `Superseded: ${error.message}`, 'warn');
    return EXIT.superseded;
  }
}

/** An approval is in the log and in the annotation; only a refusal is told in the status. */
async function reportGate(options: HookOptions, ending: Ending): Promise<void> {
  if (ending.code === EXIT.done) options.setTerminationMessage(ending.sentence);
  else await report(options, ending, MANAGERS.gate);
}

async function turn(run: Run): Promise<Ending | undefined> {
  const { options, startedAt } = run;
  const { clock, plan } = options;
  const decision = decideGate(await gatherGate(options), plan);
  if (decision.kind === 'finish') return decision;
  const what = decision.kind === 'wait' ? decision.for : 'its own write to be accepted';
  if (clock.monotonic() - startedAt >= GATE_DEADLINE_MS)
    return {
      code: EXIT.couldNotTell,
      sentence: `Cannot judge fleet "${plan.app}": waited 5 minutes for ${what}`,
    };
  if (decision.kind === 'act') {
    await carryOut(options, decision);
    return undefined;
  }
  run.told = sayWaiting(options, run.told, { what, until: startedAt + GATE_DEADLINE_MS });
  await pause(options, POLL_MS);
  return undefined;
}

async function carryOut(
  options: HookOptions,
  { act, why }: { readonly act: GateAct; readonly why: string },
): Promise<void> {
  const what = act.kind === 'approve' ? `Approved template ${act.template}` : 'Closed the partition';
  try {
    await perform(options, act);
    say(options, `${what}: ${why}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 || error.status === 403) rethrow(error, what);
    say(options, `Not done (${describe(error)}): ${what}; looking again`, 'warn');
    await pause(options, Math.max(POLL_MS / 10, (error.retryAfterSeconds ?? 0) * 1000));
  }
}

async function perform({ api, plan }: HookOptions, act: GateAct): Promise<void> {
  const ref = refTo(plan, RESOURCES.statefulSet, namesOfFleet(plan).statefulSet);
  const { resourceVersion } = act;
  const body =
    act.kind === 'approve'
      ? { metadata: { resourceVersion, annotations: approval(act) } }
      : {
          metadata: { resourceVersion },
          spec: { updateStrategy: { rollingUpdate: { partition: CLOSED_PARTITION } } },
        };
  await api.patch(ref, body, { kind: 'merge', fieldManager: MANAGERS.gate });
}

function approval({
  template,
  plan,
}: Extract<GateAct, { kind: 'approve' }>): Readonly<Record<string, string>> {
  return { [ANNOTATIONS.approvedTemplateHash]: template, [ANNOTATIONS.approvedPlan]: plan };
}
