import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { goVersion } from './go.ts';

/** One Go module of test/cluster/go whose only program answers to several names. */
export interface GoProgram {
  /** Folder with main.go. */
  readonly folder: string;
  /** Its go.mod, or an alternative beside it (`go build -modfile`); the sums stand in the file of the same name with `.sum`. */
  readonly modfile: string;
  /** Package variables set by the linker. */
  readonly variables: Readonly<Record<string, string>>;
  /** Package that is built: `.` with its main.go, unless it is another module's program that go.mod names as a tool. */
  readonly package?: string;
  /** Names under which the program is to be found in the folder that `buildGoProgram` returns. */
  readonly names: readonly string[];
  /** Programs of a dependency, by the name under which `real/` holds them: main packages, which main.go cannot import. */
  readonly real?: Readonly<Record<string, string>>;
}

const CACHE = join(import.meta.dirname, '../../../.cache/cluster');
const LONGEST_BUILD = 45 * 60_000;

/** Builds a program unless the cache holds it for these sources, sums and Go version; returns the folder of its names. */
export async function buildGoProgram(program: GoProgram): Promise<string> {
  const linker = Object.entries(program.variables).map(([name, value]) => `-X ${name}=${value}`);
  const flags = ['-trimpath', '-mod=readonly', `-modfile=${program.modfile}`];
  const command = ['build', ...flags, '-ldflags', ['-s', '-w', ...linker].join(' ')];
  const target = join(CACHE, await cacheKey(program, command));
  if (existsSync(target)) return target;
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'building-'));
  try {
    await goBuild(program.folder, [...command, '-o', join(scratch, 'program'), program.package ?? '.']);
    for (const [name, main] of Object.entries(program.real ?? {}))
      await goBuild(program.folder, [...command, '-o', join(scratch, 'real', name), main]);
    await Promise.all(program.names.map((name) => symlink('program', join(scratch, name))));
    await rename(scratch, target);
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

async function cacheKey(program: GoProgram, command: readonly string[]): Promise<string> {
  const sums = program.modfile.replace(/\.mod$/, '.sum');
  const own = (await readdir(program.folder)).filter((name) => name.endsWith('.go')).sort();
  const sources = [program.modfile, sums, ...own].map((name) => readFile(join(program.folder, name)));
  const built = program.package === undefined ? [] : [program.package];
  const wanted = [
    await goVersion(),
    command,
    program.names,
    ...built,
    ...(program.real ? [program.real] : []),
  ];
  const hash = createHash('sha256').update(JSON.stringify(wanted));
  for (const source of await Promise.all(sources)) hash.update('\0').update(source);
  return hash.digest('hex').slice(0, 16);
}

/** At low priority, two packages at a time: a build must not starve what else runs on the machine. */
function goBuild(cwd: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-p=2 -buildvcs=false' };
  const child = spawn('go', args, {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LONGEST_BUILD,
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  if (child.pid !== undefined) setPriority(child.pid, 10);
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(new Error(`Cannot build the Go program in ${cwd}: go ended with ${String(code ?? signal)}`));
    });
  }).finally(() => process.off('exit', kill));
}
