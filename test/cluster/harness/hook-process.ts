import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../documents/json.ts';
import { JOB_ENVIRONMENT } from '../../../fleet/job-environment.ts';
import { bundleLoader } from '../../program/harness/bundle.ts';
import type { ControlPlane } from '../control-plane.ts';

export interface HookProcess {
  readonly hook: 'gate' | 'rollout';
  /** The plan, as the container gets it. */
  readonly plan: string;
  readonly job: { readonly name: string; readonly uid: string };
  readonly podUid: string;
  /** Folder with the ServiceAccount's token, authority and namespace. */
  readonly folder: string;
}

export interface HookEnd {
  readonly code: number | string;
  readonly lines: readonly JsonObject[];
  /** The container's last sentence. */
  readonly sentence: string;
}

export interface RunningHook {
  readonly ended: Promise<HookEnd>;
  readonly signal: (name: NodeJS.Signals) => void;
}

const LONGEST_MS = 60_000;

/** Runs the bundled program of a Job as the kubelet would: a process with the ServiceAccount's own token. */
export async function startHook(plane: ControlPlane, wanted: HookProcess): Promise<RunningHook> {
  const { hook, plan, job, podUid, folder } = wanted;
  const terminationFile = join(folder, `termination-${podUid}`);
  await writeFile(terminationFile, '');
  const child = spawn(process.execPath, [bundleLoader(), hook], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: new URL(plane.url).port,
      CELLD_GITOPS_ACCOUNT_FOLDER: folder,
      CELLD_GITOPS_TERMINATION_FILE: terminationFile,
      [JOB_ENVIRONMENT.plan]: plan,
      [JOB_ENVIRONMENT.jobName]: job.name,
      [JOB_ENVIRONMENT.jobUid]: job.uid,
      [JOB_ENVIRONMENT.podUid]: podUid,
    },
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  const watchdog = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  }).then(async (code) => {
    clearTimeout(watchdog);
    return { code, lines: linesOf(stderr), sentence: await readFile(terminationFile, 'utf8') };
  });
  return { ended, signal: (name) => void child.kill(name) };
}

/** What is no JSON, such as the refusal of a plan that cannot be read, is a line with that text. */
function linesOf(text: string): readonly JsonObject[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('{') ? (JSON.parse(line) as JsonObject) : { msg: line }));
}
