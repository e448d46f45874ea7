/**
 * `npm run test:cluster [-- FILE...]`: builds the Go programs that the cache does not hold, then runs the suites
 * test/cluster/*.cluster.ts one after another. Exit 0 green, 1 red, 3 where Go is missing.
 */
import { spawn } from 'node:child_process';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARGOCD_PROGRAM } from '../test/cluster/harness/argocd-program.ts';
import { goVersion, MissingToolError } from '../test/cluster/harness/go.ts';
import { buildGoProgram } from '../test/cluster/harness/go-program.ts';
import { KEDA_PROGRAM } from '../test/cluster/harness/keda-program.ts';
import { controlPlaneProgram, wantedKubernetes } from '../test/cluster/harness/kubernetes-versions.ts';

const ROOT = join(import.meta.dirname, '..');
const LONGEST_RUN = 60 * 60_000;

/** Whole syncs, minutes each: run by `--all`, or by name, until each has been green on a quiet machine. */
const LONG_SUITES = [
  'argocd-syncs',
  'exporter',
  'guard-rollouts',
  'least-privilege',
  'outages',
  'rollouts',
].map((name) => `test/cluster/${name}.cluster.ts`);

async function main(asked: readonly string[]): Promise<number> {
  const started = Date.now();
  await goVersion();
  // One after another: side by side they would want more memory than a small machine has. Of some suites only those
  // that they start are built, when they start them.
  const controlPlane = controlPlaneProgram(wantedKubernetes(process.env['CLUSTER_KUBERNETES']));
  const isAll = asked.includes('--all');
  const programs = isAll ? [controlPlane, ARGOCD_PROGRAM, KEDA_PROGRAM] : [controlPlane];
  for (const program of programs) await buildGoProgram(program);
  console.error(`Go programs built or found in the cache after ${seconds(started)}`);
  const named = asked.filter((name) => name !== '--all');
  const suites = named.length > 0 ? named : await allSuites({ isAll });
  const scratch = await mkdtemp(join(tmpdir(), 'celld-gitops-cluster-'));
  const logs = await mkdtemp(join(tmpdir(), 'celld-gitops-cluster-logs-'));
  const code = await runSuites(suites, { ...process.env, TMPDIR: scratch, CLUSTER_LOGS: logs });
  await rm(scratch, { recursive: true, force: true });
  if (code === 0) await rm(logs, { recursive: true, force: true });
  else console.error(`Logs of the control planes are kept in ${logs}`);
  return code;
}

async function allSuites({ isAll }: { readonly isAll: boolean }): Promise<readonly string[]> {
  const suites: string[] = [];
  for await (const file of glob('test/cluster/*.cluster.ts', { cwd: ROOT })) suites.push(file);
  return suites.filter((file) => isAll || !LONG_SUITES.includes(file)).sort();
}

/** One suite at a time: each starts control planes of its own. */
function runSuites(suites: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const flags = [
    '--test',
    '--test-concurrency=1',
    '--test-reporter=spec',
    `--test-timeout=${String(LONGEST_RUN)}`,
  ];
  const child = spawn(process.execPath, [...flags, ...suites], { cwd: ROOT, env, stdio: 'inherit' });
  const timer = setTimeout(() => child.kill(), LONGEST_RUN);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code === 0 ? 0 : 1));
  }).finally(() => clearTimeout(timer));
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  console.error(error.message);
  process.exitCode = 3;
}
