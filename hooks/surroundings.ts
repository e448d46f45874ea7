import type { Hook } from '../fleet/hook-permissions.ts';
import type { Sha256Hex } from '../fleet/hash.ts';
import { JOB_ENVIRONMENT } from '../fleet/job-environment.ts';
import type { JobRef } from './options.ts';

/** What the programs take from their surroundings; only main.ts reads them. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly sha256Hex: Sha256Hex;
  /** From 0 on, below 1. */
  readonly random: () => number;
  /** Aborted by SIGTERM. */
  readonly signal: AbortSignal;
  /** Writes to standard error, whole and at once. */
  readonly write: (text: string) => void;
  /** Standard error is a person's terminal. */
  readonly isTerminal: boolean;
  /** Where the kubelet puts token, authority and namespace. */
  readonly accountFolder: string;
  /** Where the kubelet looks for the last sentence. */
  readonly terminationFile: string;
}

/** Undefined where the environment does not say which Job, and which pod of it, this is. */
export function readJobRef({ environment }: Pick<Surroundings, 'environment'>): JobRef | undefined {
  const { [JOB_ENVIRONMENT.jobName]: name, [JOB_ENVIRONMENT.jobUid]: uid } = environment;
  const podUid = environment[JOB_ENVIRONMENT.podUid];
  return name && uid && podUid ? { name, uid, podUid } : undefined;
}

export function hookUsage(hook?: Hook): string {
  return `usage: celld-gitops ${hook ?? 'gate|rollout'}

Runs as a Job of a fleet, as generate renders it. It takes no arguments: the plan comes in ${JOB_ENVIRONMENT.plan}; the Job's
name and uid and the pod's uid come in ${JOB_ENVIRONMENT.jobName}, ${JOB_ENVIRONMENT.jobUid} and ${JOB_ENVIRONMENT.podUid}; the API server is the pod's own.
`;
}
