/**
 * `npm run test:stores [-- FILE...]`: builds the stores' programs if the cache does not hold them, installs the one of
 * Azure, then runs the suites test/stores/*.stores.ts one after another. Exit 0 green, 1 red, 3 where Go is missing.
 */
import { spawn } from 'node:child_process';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goVersion, MissingToolError } from '../test/cluster/harness/go.ts';
import { buildGoProgram } from '../test/cluster/harness/go-program.ts';
import { installAzurite } from '../test/stores/harness/azurite.ts';
import { STORE_PROGRAMS } from '../test/stores/harness/store-programs.ts';

const ROOT = join(import.meta.dirname, '..');
const LONGEST_RUN = 10 * 60_000;

async function main(asked: readonly string[]): Promise<number> {
  await goVersion();
  for (const program of Object.values(STORE_PROGRAMS)) await buildGoProgram(program);
  installAzurite();
  const suites = asked.length > 0 ? asked : await allSuites();
  const scratch = await mkdtemp(join(tmpdir(), 'celld-gitops-stores-'));
  try {
    return await runSuites(suites, { ...process.env, TMPDIR: scratch });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function allSuites(): Promise<readonly string[]> {
  const suites: string[] = [];
  for await (const file of glob('test/stores/*.stores.ts', { cwd: ROOT })) suites.push(file);
  return suites.sort();
}

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

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  console.error(error.message);
  process.exitCode = 3;
}
