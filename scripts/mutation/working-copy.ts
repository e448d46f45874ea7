import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Mutant } from './mutants.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

/** What the tests read; nothing in it is written but the file of a mutant. */
const COPIED = [
  'cmp',
  'documents',
  'examples',
  'fleet',
  'hooks',
  'kube',
  'package.json',
  'rehearsal',
  'schemas',
  'scripts',
  'sim',
  'test',
];
/** Of CPU time, so that a busy machine kills nothing; a mutant that never ends is killed by it. */
const CPU_SECONDS = 90;

/** A copy of the sources of its own, in which one mutant after another is tried. */
export interface WorkingCopy {
  /** The file of the first test that fails, `time` where none ends in time, undefined where all pass. */
  readonly killerOf: (mutant: Mutant | undefined, tests: readonly string[]) => Promise<string | undefined>;
  readonly remove: () => Promise<void>;
}

export async function workingCopy(): Promise<WorkingCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'mutate-'));
  for (const name of COPIED) await copyIfThere(name, folder);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    killerOf: async (mutant, tests) => {
      if (mutant === undefined) return await firstFailure(folder, tests);
      const path = join(folder, mutant.file);
      const before = await readFile(path, 'utf8');
      await writeFile(path, mutant.text);
      try {
        return await firstFailure(folder, tests);
      } finally {
        await writeFile(path, before);
      }
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

async function copyIfThere(name: string, folder: string): Promise<void> {
  try {
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** One process for all tests: starting one for each file would take most of the time. */
async function firstFailure(folder: string, tests: readonly string[]): Promise<string | undefined> {
  const reporter = join(import.meta.dirname, 'first-failure.mjs');
  const limited = ['-c', `ulimit -t ${CPU_SECONDS} && exec "$0" "$@"`, process.execPath];
  const args = ['--test', '--test-isolation=none', `--test-reporter=${reporter}`, ...tests];
  const child = spawn('sh', [...limited, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, CRASHES: '0' },
  });
  const said = child.stdio[3];
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.on('exit', (code, signal) => resolve(signal ?? code)),
  );
  const [file, end] = await Promise.all([text(said as NonNullable<typeof child.stdout>), ended]);
  if (end === 0) return undefined;
  return file !== '' ? file : typeof end === 'string' ? 'time' : 'start';
}
