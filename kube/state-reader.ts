import { Agent } from 'node:http';
import { isIPv4, isIPv6, type Socket } from 'node:net';
import { decodeState } from '../fleet/state/decode-state.ts';
import type {
  ByteBudget,
  PodAddress,
  StateReader,
  StateReading,
  UnreadableReason,
} from '../fleet/state-reader.ts';
import { exchange, type HttpAnswer, type HttpFailure } from './http/exchange.ts';
import type { HttpFailureReason } from './http/failure-reason.ts';
import { limitParallel } from './limit-parallel.ts';

export interface StateReaderOptions {
  /** For one pod, from the moment when its turn has come; default 3 s. */
  readonly timeoutMs?: number;
  /** Pods that are read at a time; default 16. facts/operators.md A4. */
  readonly parallel?: number;
}

export interface OpenStateReader extends StateReader {
  /** Connections that are open, idle ones too. */
  sockets(): number;
  /** Closes idle connections above so many. */
  trim(most: number): void;
  /** Closes the connections that are kept. */
  close(): void;
}

const TIMEOUT_MS = 3_000;
const PARALLEL = 16;
/** facts/operators.md A4. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Shorter than any load balancer or celld keeps an idle connection. */
const IDLE_MS = 15_000;

const REASONS = {
  refused: 'refused',
  reset: 'reset',
  timeout: 'timeout',
  unreachable: 'unreachable',
  'too-large': 'too-large',
  'not-http': 'not-json',
  untrusted: 'unreachable',
} as const satisfies Readonly<Record<HttpFailureReason, UnreadableReason>>;

/** Reads `/state` of pods by their IP, v4 or v6; a redirect is not followed, nothing that a pod says is passed on. */
export function stateReader(options: StateReaderOptions = {}): OpenStateReader {
  const { timeoutMs = TIMEOUT_MS, parallel = PARALLEL } = options;
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const inTurn = limitParallel(parallel);
  return {
    read: (pod, budget) => inTurn(() => readState(pod, { agent, timeoutMs, budget })),
    sockets: () => socketsIn(agent.sockets).length + socketsIn(agent.freeSockets).length,
    trim: (most) => {
      for (const socket of socketsIn(agent.freeSockets).slice(most)) socket.destroy();
    },
    close: () => agent.destroy(),
  };
}

function socketsIn(sockets: Agent['sockets']): readonly Socket[] {
  return Object.values(sockets).flatMap((list) => list ?? []);
}

interface Reading {
  readonly agent: Agent;
  readonly timeoutMs: number;
  readonly budget: ByteBudget | undefined;
}

async function readState(pod: PodAddress, { agent, timeoutMs, budget }: Reading): Promise<StateReading> {
  const url = stateUrl(pod);
  if (url === undefined) return { kind: 'unreadable', reason: 'unreachable' };
  const deadline = performance.now() + timeoutMs;
  const ask = (): Promise<HttpAnswer | HttpFailure> =>
    exchange({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      agent,
      timeoutMs: Math.max(1, deadline - performance.now()),
      maxBytes: MAX_BYTES,
      budget,
    });
  const first = await ask();
  // A kept connection that the node had closed says nothing about the node.
  const outcome = isStale(first) ? await ask() : first;
  return outcome.kind === 'answer' ? decodeAnswer(outcome) : unreadable(outcome);
}

function isStale(outcome: HttpAnswer | HttpFailure): boolean {
  return outcome.kind === 'failure' && outcome.reused && outcome.reason === 'reset';
}

function decodeAnswer({ status, contentType, body }: HttpAnswer): StateReading {
  return decodeState({ status, body, ...(contentType !== undefined && { contentType }) });
}

function unreadable({ reason }: HttpFailure): StateReading {
  return { kind: 'unreadable', reason: REASONS[reason] };
}

/** `http://10.0.0.7:8081/state`, `http://[fd00::7]:8081/state`; undefined for anything but an IP. Bug row F6. */
export function stateUrl({ ip, port }: PodAddress): URL | undefined {
  if (isIPv4(ip)) return new URL(`http://${ip}:${port}/state`);
  // A zone index (fe80::1%eth0) is no part of a URL.
  return isIPv6(ip) && !ip.includes('%') ? new URL(`http://[${ip}]:${port}/state`) : undefined;
}
