import { execFile } from 'node:child_process';
import { bundleLoader } from './bundle.ts';

export interface RunOptions {
  readonly cwd: string;
  /** The whole environment: nothing of the test's own is passed on. Empty by default. */
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of Node, and the file that is started; the bundle's loader by default. */
  readonly node?: readonly string[];
}

/** How a run of the program ended. `status` is the exit code, or the name of the signal that ended it. */
export interface Run {
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

const MOST_BYTES = 64 * 1024 * 1024;
/** No run takes a tenth of this; it only keeps a hanging one from holding up the suite. */
const TIMEOUT_MILLISECONDS = 30_000;

/** Runs the bundled program as a process of its own, as the plugin server of Argo CD does: no shell, stdin closed. */
export function runProgram(args: readonly string[], { cwd, env = {}, node }: RunOptions): Promise<Run> {
  const command = [...(node ?? [bundleLoader()]), ...args];
  const options = {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    timeout: TIMEOUT_MILLISECONDS,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : (error.signal ?? error.code ?? 'unknown'), stdout, stderr });
    });
    child.stdin?.end();
  });
}
