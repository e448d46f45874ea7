import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { apiStandIn } from './api-stand-in.ts';
import { waitingCluster } from './cluster-world.ts';
import type { Usage } from './measure.ts';

export interface RealJob extends Usage {
  /** What it said, a sentence a line. */
  readonly lines: readonly string[];
}

const STEP_MS = 100;

/** The rollout of the bundle as a process of its own, which looks at a fleet of so many pods for a while. */
export async function realJob(scratch: string, pods: number, milliseconds: number): Promise<RealJob> {
  const { world, environment } = await waitingCluster(pods, Date.now());
  const standIn = await apiStandIn(world, join(scratch, 'account'));
  const args = ['--require', './scripts/bench/report-usage.cjs', 'dist/celld-gitops.cjs', 'rollout'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: String(standIn.port),
      CELLD_GITOPS_ACCOUNT_FOLDER: standIn.folder,
      CELLD_GITOPS_TERMINATION_FILE: join(scratch, 'termination'),
    },
  });
  const until = performance.now() + milliseconds;
  const [, , stderr, report] = child.stdio as readonly (Readable | undefined)[];
  if (stderr === undefined || report === undefined) throw new Error('The measured Job has no pipes');
  const usage = text(report);
  const said = text(stderr);
  while (performance.now() < until && child.exitCode === null) {
    await world.run({ milliseconds: Math.max(0, Date.now() - world.state.now) });
    await setTimeout(STEP_MS);
  }
  child.kill('SIGTERM');
  const lines = (await said).trim().split('\n').map(sentenceOf);
  standIn.close();
  return { ...(JSON.parse(await usage) as Usage), lines };
}

function sentenceOf(line: string): string {
  return line.startsWith('{') ? (JSON.parse(line) as { msg: string }).msg : line;
}
