import type { ClusterApi } from '../../fleet/cluster-api.ts';
import type { Clock } from '../../fleet/clock.ts';
import type { StateReader } from '../../fleet/state-reader.ts';

/** What a program gets of the outside: everything that it may touch. */
export interface Outside {
  readonly api: ClusterApi;
  readonly reader: StateReader;
  readonly clock: Clock;
  /** Aborted by SIGTERM. */
  readonly signal: AbortSignal;
  /** Who the program is to the API server. */
  readonly user: string;
  /** Name and uid of the Job and of the pod in which it runs; empty outside of a Job. */
  readonly job: { readonly name: string; readonly uid: string };
  readonly pod: { readonly name: string; readonly uid: string };
  /** One line of its log. */
  readonly log: (line: string) => void;
  /** What stands in the container's termination log when it ends. */
  readonly setTerminationMessage: (text: string) => void;
}

/** A program of `hooks/`: it resolves to its exit code. */
export type Program = (outside: Outside) => Promise<number>;

export interface StartOptions {
  readonly name?: string;
  readonly user?: string;
  readonly job?: Outside['job'];
  readonly pod?: Outside['pod'];
  /** Called once, when the program has ended: 137 where it was killed. */
  readonly onEnd?: (exitCode: number, terminationMessage: string) => void;
  /** Every call is carried out at once, and the program is over at its first sleep: one turn of a Job as one event. */
  readonly immediate?: boolean;
}

export interface ProcessOptions {
  readonly name: string;
  readonly user: string;
  readonly onEnd: StartOptions['onEnd'];
}

/** What a container's exit code is after SIGKILL. */
const KILLED = 137;

/** One run of a program. Killed, its next await on the outside never returns. */
export class SimProcess {
  readonly name: string;
  readonly user: string;
  readonly lines: string[] = [];
  readonly abort = new AbortController();
  status: 'running' | 'exited' | 'killed' = 'running';
  exitCode: number | undefined;
  /** What the program threw, where it did. */
  failure: unknown;
  calls = 0;
  terminationMessage = '';
  /** Milliseconds by which its wall clock is wrong. */
  clockOffset = 0;
  /** Its machine is cut off from the API server and from pods: every call times out. */
  isCutOff = false;

  private readonly onEnd: StartOptions['onEnd'];

  constructor({ name, user, onEnd }: ProcessOptions) {
    this.name = name;
    this.user = user;
    this.onEnd = onEnd;
  }

  /** SIGKILL: from now on no call of the program is carried out or answered. */
  kill(): void {
    this.end('killed', KILLED);
  }

  /** SIGTERM. */
  terminate(): void {
    if (this.status === 'running') this.abort.abort();
  }

  exit(code: number): void {
    this.end('exited', code);
  }

  /** The program threw: as an uncaught error ends a Node process. */
  fail(error: unknown): void {
    if (this.status === 'running') this.failure = error;
    this.end('exited', 1);
  }

  private end(status: 'exited' | 'killed', code: number): void {
    if (this.status !== 'running') return;
    this.status = status;
    this.exitCode = code;
    this.onEnd?.(code, this.terminationMessage);
  }
}
