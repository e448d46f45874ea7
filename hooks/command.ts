import type { Hook } from '../fleet/hook-permissions.ts';
import { JOB_ENVIRONMENT } from '../fleet/job-environment.ts';
import type { FleetPlan } from '../fleet/plan.ts';
import { EXIT } from '../fleet/rollout/decision.ts';
import { clusterApi } from '../kube/cluster-api.ts';
import { realClock } from '../kube/clock.ts';
import type { ApiConnection } from '../kube/connection/api-connection.ts';
import { inClusterConnection } from '../kube/connection/in-cluster.ts';
import { createLog } from '../kube/log.ts';
import { stateReader } from '../kube/state-reader.ts';
import { writeTerminationMessage } from '../kube/termination-message.ts';
import { runGate } from './gate.ts';
import { type HookOptions, type JobRef, MANAGERS } from './options.ts';
import { quitProxy } from './quit-proxy.ts';
import { readPlan } from './read-plan.ts';
import { refuseToStart } from './refuse-to-start.ts';
import { runRollout } from './rollout.ts';
import { hookUsage, readJobRef, type Surroundings } from './surroundings.ts';

/** `celld-gitops gate` and `celld-gitops rollout`: answers the exit code (DESIGN D4). */
export async function hookCommand(
  hook: Hook,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { environment, accountFolder } = surroundings;
  if (args.length > 0) {
    surroundings.write(`celld-gitops ${hook}: it takes no arguments\n\n${hookUsage(hook)}`);
    return EXIT.usage;
  }
  const connection = inClusterConnection({ environment, clock: realClock(), folder: accountFolder });
  try {
    return await start(hook, surroundings, connection);
  } finally {
    connection?.close();
    if (environment[JOB_ENVIRONMENT.mesh] === 'sidecar') await quitProxy();
  }
}

async function start(
  hook: Hook,
  surroundings: Surroundings,
  connection: ApiConnection | undefined,
): Promise<number> {
  const reading = readPlan(surroundings.environment[JOB_ENVIRONMENT.plan], surroundings.sha256Hex);
  const job = readJobRef(surroundings);
  const refuse = (sentence: string) =>
    refuseToStart(sentence, { surroundings, connection, job, manager: MANAGERS[hook] });
  if (!reading.ok) return await refuse(reading.sentence);
  if (connection === undefined)
    return await refuse('Cannot start: this is no pod: the environment names no API server');
  if (job === undefined)
    return await refuse('Cannot start: the environment does not say which Job and which pod this is');
  return await runHook(hook, surroundings, { connection, job, plan: reading.plan });
}

interface Started {
  readonly connection: ApiConnection;
  readonly job: JobRef;
  readonly plan: FleetPlan;
}

async function runHook(hook: Hook, surroundings: Surroundings, started: Started): Promise<number> {
  const options = hookOptions(hook, surroundings, started);
  try {
    if (hook === 'gate') return await runGate(options);
    const states = stateReader();
    try {
      return await runRollout({ ...options, states });
    } finally {
      states.close();
    }
  } catch (error) {
    // Another try may go well: only the exit codes of the design end a Job for good.
    const what = error instanceof Error ? `${error.name}: ${error.message}` : 'no error was thrown';
    const text = `Internal error, please report it: ${what}`;
    options.log({ level: 'error', text, at: options.clock.now() });
    options.setTerminationMessage(text);
    return EXIT.couldNotTell;
  }
}

function hookOptions(
  hook: Hook,
  surroundings: Surroundings,
  { connection, job, plan }: Started,
): HookOptions {
  const { signal, random, write, isTerminal, terminationFile } = surroundings;
  const clock = realClock(signal);
  const log = createLog({
    write,
    pretty: isTerminal,
    clock,
    fields: isTerminal ? {} : { fleet: plan.app, namespace: plan.namespace, job: hook },
  });
  return {
    // A call that is under way is brought to its end: SIGTERM ends waits, not writes.
    api: clusterApi({ connection, clock: realClock(), random }),
    clock,
    plan,
    job,
    signal,
    log: ({ level, text }) => log[level]({}, text),
    setTerminationMessage: (text) => void writeTerminationMessage(terminationFile, text),
  };
}
