import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
  /** Milliseconds until SIGKILL; the default is a minute. */
  readonly timeout?: number;
}

/** Runs a program to its end and never throws for its exit code; -1 means that it was killed or could not be started. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { cwd, env, stdin, timeout = 60_000 } = options;
  return new Promise((resolve) => {
    const settings = { cwd, env, timeout, killSignal: 'SIGKILL' as const, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(file, args, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr: stderr === '' && error !== null ? error.message : stderr });
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin ?? '');
  });
}

export interface ServerSpec {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Receives stdout and stderr. */
  readonly log: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Server {
  readonly name: string;
  readonly log: string;
  readonly pid: number;
  running(): boolean;
  /** SIGTERM, SIGKILL after `grace` milliseconds; resolves once the process has ended. */
  stop(grace?: number): Promise<void>;
  /** Any signal, for suites that pause or kill a server. */
  signal(name: NodeJS.Signals): void;
}

const alive = new Set<ChildProcess>();

/** Starts a server that ends with this process: on exit, SIGINT and SIGTERM here, after SIGKILL by the server's own watch of its parent. */
export function startServer(spec: ServerSpec): Server {
  watchOwnEnd();
  const log = openSync(spec.log, 'a', 0o600);
  const env = { ...spec.env, CONTROL_PLANE_PARENT: String(process.pid) };
  const child = spawn(spec.file, spec.args, { stdio: ['ignore', log, log], env });
  closeSync(log);
  alive.add(child);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).finally(() => alive.delete(child));
  if (child.pid === undefined) throw new Error(`Cannot start ${spec.name}: ${spec.file} is not executable`);
  return {
    name: spec.name,
    log: spec.log,
    pid: child.pid,
    running: () => alive.has(child),
    signal: (name) => void child.kill(name),
    stop: (grace = 5_000) => stopChild(child, ended, grace),
  };
}

/** The last lines that a server wrote, for messages. */
export function lastLines(server: Server, count = 15): string {
  const lines = readFileSync(server.log, 'utf8').trimEnd().split('\n');
  return [`${server.name}:`, ...lines.slice(-count)].join('\n  ');
}

async function stopChild(child: ChildProcess, ended: Promise<void>, grace: number): Promise<void> {
  if (!alive.has(child)) return;
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  const patience = new AbortController();
  const timer = sleep(grace, undefined, { signal: patience.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  );
  await ended;
  patience.abort();
  await timer;
}

let watching = false;

function watchOwnEnd(): void {
  if (watching) return;
  watching = true;
  process.on('exit', () => alive.forEach((child) => child.kill('SIGKILL')));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(1));
  }
}
