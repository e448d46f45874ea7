import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { BehaviourChange } from './celld/behaviour.ts';
import { CelldNode, type CelldStart } from './celld/celld-node.ts';

/** A running container: a process, or a server of this one. */
export interface ContainerProcess {
  /** The exit code; 128 and the signal's number where a signal ended it. */
  readonly ended: Promise<number>;
  readonly pid: number | undefined;
  signal(name: NodeJS.Signals): void;
  /** For cellds only. */
  control(change: BehaviourChange): Promise<void>;
}

const CELLD = join(import.meta.dirname, 'celld/main.ts');
const ENDS_WITH_PARENT = join(import.meta.dirname, 'end-with-parent.mjs');
const SIGNALS: Readonly<Record<string, number>> = { SIGKILL: 137, SIGTERM: 143, SIGINT: 130, SIGABRT: 134 };
const CONTROL_PORT = 8079;

const alive = new Set<ChildProcess>();
let isWatching = false;

export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Receives both outputs. */
  readonly log: string;
}

/** Any program of ours under this Node, as a process of its own. */
export function startProgram({ file, args, environment, log }: ProgramStart): ContainerProcess {
  return startNode(['--import', ENDS_WITH_PARENT, file, ...args], environment, log);
}

export function startCelldProcess(start: Omit<CelldStart, 'log'>, log: string): ContainerProcess {
  const { environment, args, ...added } = start;
  const all = { ...environment, FAKE_CELLD: JSON.stringify(added) };
  const running = startNode([CELLD, ...args], all, log);
  return { ...running, control: (change) => postControl(start.ip, change) };
}

/** The same celld inside this process; its SIGKILL drops it where it is. */
export function startCelldHere(start: Omit<CelldStart, 'log'>, log: string): ContainerProcess {
  const node = new CelldNode({ ...start, log: (line) => appendFileSync(log, `${line}\n`) });
  return {
    ended: node.ended,
    pid: undefined,
    signal: (name) => {
      if (name === 'SIGTERM') node.terminate();
      else if (name === 'SIGKILL') node.kill();
      else if (name === 'SIGSTOP') node.change({ hangs: true });
      else if (name === 'SIGCONT') node.change({ hangs: null });
    },
    control: (change) => {
      node.change(change);
      return Promise.resolve();
    },
  };
}

function startNode(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  log: string,
): ContainerProcess {
  endAllWithThis();
  const output = openSync(log, 'a', 0o600);
  const child = spawn(process.execPath, args, { stdio: ['pipe', output, output], env: { ...environment } });
  closeSync(output);
  child.stdin?.on('error', () => undefined);
  alive.add(child);
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? SIGNALS[signal ?? ''] ?? 137));
  }).finally(() => alive.delete(child));
  return {
    ended,
    pid: child.pid,
    signal: (name) => void child.kill(name),
    control: () => Promise.reject(new Error('This container takes no orders')),
  };
}

function endAllWithThis(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => alive.forEach((child) => child.kill('SIGKILL')));
}

function postControl(ip: string, change: BehaviourChange): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = `http://${ip}:${String(CONTROL_PORT)}/`;
    const call = request(url, { method: 'POST', agent: false, timeout: 5_000 }, (answer) => {
      answer.resume().on('end', resolve).on('error', reject);
    });
    call.on('timeout', () => call.destroy(new Error(`No answer of the fake celld at ${ip}`)));
    call.on('error', reject);
    call.end(JSON.stringify(change));
  });
}
