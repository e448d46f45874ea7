import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT } from '../fleet/rollout/decision.ts';
import { clusterApi } from '../kube/cluster-api.ts';
import { realClock } from '../kube/clock.ts';
import type { ApiConnection } from '../kube/connection/api-connection.ts';
import { failOwnJob } from '../kube/job-status.ts';
import { writeTerminationMessage } from '../kube/termination-message.ts';
import type { JobRef, MANAGERS } from './options.ts';
import { EXIT_REASONS } from './report.ts';
import type { Surroundings } from './surroundings.ts';

export interface Refusing {
  readonly surroundings: Surroundings;
  readonly connection: ApiConnection | undefined;
  readonly job: JobRef | undefined;
  readonly manager: (typeof MANAGERS)[keyof typeof MANAGERS];
}

/** Says why the program cannot even start, in the Job's own status too where that can be reached. Answers the exit code. */
export async function refuseToStart(sentence: string, refusing: Refusing): Promise<number> {
  const { write, terminationFile } = refusing.surroundings;
  write(`${sentence}\n`);
  writeTerminationMessage(terminationFile, sentence);
  await sayInStatus(sentence, refusing);
  return EXIT.usage;
}

async function sayInStatus(message: string, refusing: Refusing): Promise<void> {
  const { surroundings, connection, job, manager } = refusing;
  const namespace = await readNamespace(surroundings);
  if (connection === undefined || job === undefined || namespace === undefined) return;
  const clock = realClock();
  const api = clusterApi({ connection, clock, random: surroundings.random });
  const sentence = { reason: EXIT_REASONS[EXIT.usage], message };
  await failOwnJob({ namespace, ...job }, sentence, { api, clock, fieldManager: manager });
}

/** As the kubelet mounts it: the plan, which has it too, cannot be read. */
async function readNamespace({ accountFolder }: Surroundings): Promise<string | undefined> {
  try {
    return (await readFile(join(accountFolder, 'namespace'), 'utf8')).trim();
  } catch {
    return undefined;
  }
}
