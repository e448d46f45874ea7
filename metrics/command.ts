import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterApi, clusterLister } from '../kube/cluster-api.ts';
import { realClock } from '../kube/clock.ts';
import type { ApiConnection } from '../kube/connection/api-connection.ts';
import { inClusterConnection } from '../kube/connection/in-cluster.ts';
import { kubeconfigConnection } from '../kube/connection/kubeconfig.ts';
import { createLog } from '../kube/log.ts';
import { stateReader } from '../kube/state-reader.ts';
import { runExporter } from './exporter.ts';
import { EXPORTER_USAGE, type ExporterSettings, readSettings } from './settings.ts';

/** What the program takes from its surroundings; only main.ts reads them. */
export interface ExporterSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From 0 on, below 1. */
  readonly random: () => number;
  /** Aborted by SIGTERM. */
  readonly signal: AbortSignal;
  /** Writes to standard error, whole and at once. */
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Where the kubelet puts token, authority and namespace. */
  readonly accountFolder: string;
  readonly version: string;
}

const EXIT = { done: 0, failed: 1, usage: 64 } as const;

/** `celld-gitops exporter`: answers the exit code, when it has been told to stop or cannot start. */
export async function exporterCommand(
  args: readonly string[],
  surroundings: ExporterSurroundings,
): Promise<number> {
  const reading = await readSettings(args);
  if (!reading.ok) {
    const { reason, isUsage } = reading;
    surroundings.write(`celld-gitops exporter: ${reason}\n${isUsage ? `\n${EXPORTER_USAGE}` : ''}`);
    return isUsage ? EXIT.usage : EXIT.failed;
  }
  const connection = await connect(surroundings);
  if (connection === undefined) {
    surroundings.write('celld-gitops exporter: this is no pod, and KUBECONFIG names no API server\n');
    return EXIT.failed;
  }
  try {
    return await run(reading.settings, surroundings, connection);
  } finally {
    connection.close();
  }
}

/** The pod's own cluster; outside a pod, the one that KUBECONFIG names. */
async function connect({
  environment,
  accountFolder,
}: ExporterSurroundings): Promise<ApiConnection | undefined> {
  const inside = inClusterConnection({ environment, clock: realClock(), folder: accountFolder });
  const files = environment['KUBECONFIG'];
  if (inside !== undefined || files === undefined || files === '') return inside;
  return await kubeconfigConnection({ files: files.split(':') });
}

async function run(
  settings: ExporterSettings,
  surroundings: ExporterSurroundings,
  connection: ApiConnection,
): Promise<number> {
  const { signal, random, write, isTerminal, version } = surroundings;
  const clock = realClock(signal);
  const log = createLog({ write, pretty: isTerminal, clock });
  const sending = { connection, clock: realClock(), random };
  const states = stateReader({ parallel: Number.POSITIVE_INFINITY });
  const { namespace, me } = await identity(surroundings);
  try {
    await runExporter({
      ...settings,
      api: clusterApi(sending),
      list: clusterLister(sending),
      states,
      clock,
      random,
      log,
      namespace,
      me,
      version,
    });
    return EXIT.done;
  } catch (error) {
    log.error({ error: String(error) }, 'Cannot run the exporter');
    return EXIT.failed;
  } finally {
    states.close();
  }
}

/** The namespace of the Lease, and what no other replica is called. */
async function identity({
  environment,
  accountFolder,
  random,
}: ExporterSurroundings): Promise<{ readonly namespace: string; readonly me: string }> {
  const namespace = firstOf(environment['POD_NAMESPACE'], await ownNamespace(accountFolder), 'celld-gitops');
  const name = firstOf(environment['POD_NAME'], 'exporter');
  // A container that is started again in its pod is another process, and waits for the Lease of the one before.
  return { namespace, me: `${name}_${Math.floor(random() * 2 ** 32).toString(16)}` };
}

async function ownNamespace(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, 'namespace'), 'utf8')).trim();
  } catch {
    return '';
  }
}

function firstOf(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== '') ?? '';
}
