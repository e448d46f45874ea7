import { run } from './processes.ts';

/** A program that the suite needs is not on this machine. The runner prints the message and exits 3. */
export class MissingToolError extends Error {
  override readonly name = 'MissingToolError';
}

/** A Go module in the one version that the suite uses; `sum` is what go.sum would hold, checked at every read. */
export interface PinnedModule {
  readonly path: string;
  readonly version: string;
  readonly sum: string;
}

const OLDEST_GO = { major: 1, minor: 26 };

/** The version of the Go on PATH (`go1.26.8`). Throws MissingToolError where there is none or an older one. */
export async function goVersion(): Promise<string> {
  const wanted = `Go ${String(OLDEST_GO.major)}.${String(OLDEST_GO.minor)} or newer`;
  const { code, stdout } = await run('go', ['env', 'GOVERSION']);
  if (code !== 0)
    throw new MissingToolError(`Install ${wanted} and put it on PATH: no working "go" was found`);
  const version = stdout.trim();
  const [, major = '0', minor = '0'] = /^go(\d+)\.(\d+)/.exec(version) ?? [];
  const old =
    Number(major) < OLDEST_GO.major || (Number(major) === OLDEST_GO.major && Number(minor) < OLDEST_GO.minor);
  if (old) throw new MissingToolError(`Install ${wanted}: "go" on PATH is ${version}`);
  return version;
}

/** The folder of a module in the Go module cache, downloaded on first use. */
export async function moduleFolder(module: PinnedModule): Promise<string> {
  const name = `${module.path}@${module.version}`;
  const { code, stdout, stderr } = await run('go', ['mod', 'download', '-json', name], {
    cwd: '/',
    timeout: 300_000,
  });
  if (code !== 0) throw new Error(`Cannot download Go module ${name}: ${stderr.trim() || stdout.trim()}`);
  const answer = JSON.parse(stdout) as { readonly Dir: string; readonly Sum: string };
  if (answer.Sum !== module.sum) {
    throw new Error(`Refusing Go module ${name}: its sum must be ${module.sum}: it is ${answer.Sum}`);
  }
  return answer.Dir;
}
