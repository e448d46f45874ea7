import { get } from 'node:http';
import { connect } from 'node:net';
import type { JsonObject, JsonValue } from '../../../documents/json.ts';
import { isJsonObject } from '../../../documents/json.ts';
import { objectsAt, textAt, valueAt } from '../../cluster/harness/json-at.ts';

export interface ProbeOptions {
  readonly container: JsonObject;
  readonly ip: string;
  /** Real milliseconds of one second. */
  readonly second: number;
  readonly onStarted: () => void;
  readonly onReady: (isReady: boolean) => void;
  /** Startup or liveness has failed as often as it may. */
  readonly onFailure: (probe: 'startup' | 'liveness') => void;
}

export interface Probes {
  /** In a pod that ends only readiness goes on. */
  terminating(): void;
  stop(): void;
}

type Check = () => Promise<boolean>;

/** Runs the container's probes as the kubelet does: startup first, then readiness and liveness beside each other. */
export function startProbes(options: ProbeOptions): Probes {
  const life = new AbortController();
  const living = new AbortController();
  const { container, onStarted, onReady, onFailure } = options;
  const probe = (kind: string) => valueAt(container, `${kind}Probe`);
  const afterwards = () => {
    onStarted();
    const readiness = probe('readiness');
    if (readiness === undefined) onReady(true);
    else repeat(options, readiness, { signal: life.signal, onTurn: onReady });
    const liveness = probe('liveness');
    if (liveness !== undefined)
      repeat(options, liveness, {
        signal: living.signal,
        onTurn: (isWell) => {
          if (!isWell) onFailure('liveness');
        },
      });
  };
  const startup = probe('startup');
  if (startup === undefined) afterwards();
  else {
    const started = new AbortController();
    life.signal.addEventListener('abort', () => started.abort());
    repeat(options, startup, {
      signal: started.signal,
      onTurn: (isWell) => {
        started.abort();
        if (isWell) afterwards();
        else onFailure('startup');
      },
    });
  }
  return {
    terminating: () => living.abort(),
    stop: () => {
      living.abort();
      life.abort();
    },
  };
}

interface Repeating {
  readonly signal: AbortSignal;
  /** A probe's verdict, each time that a threshold is met anew. */
  readonly onTurn: (isWell: boolean) => void;
}

function repeat(options: ProbeOptions, probe: JsonValue, { signal, onTurn }: Repeating): void {
  const check = checkOf(options, probe);
  const number = (key: string, byDefault: number) => {
    const value = valueAt(probe, key);
    return typeof value === 'number' ? value : byDefault;
  };
  const period = number('periodSeconds', 10) * options.second;
  const [failures, successes] = [number('failureThreshold', 3), number('successThreshold', 1)];
  let verdict: boolean | undefined;
  let run = 0;
  let last: boolean | undefined;
  const turn = async () => {
    const isWell = await check();
    if (signal.aborted) return;
    run = isWell === last ? run + 1 : 1;
    last = isWell;
    if (verdict !== isWell && run >= (isWell ? successes : failures)) {
      verdict = isWell;
      onTurn(isWell);
    }
    schedule(period);
  };
  let timer: NodeJS.Timeout;
  const schedule = (milliseconds: number) => {
    if (signal.aborted) return;
    timer = setTimeout(() => void turn(), milliseconds);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  schedule(number('initialDelaySeconds', 0) * options.second + 20);
}

/** A probe's time-out is not scaled below this: a busy machine is not a sick pod. */
const LEAST_TIMEOUT_MS = 1_000;

function checkOf({ container, ip, second }: ProbeOptions, probe: JsonValue): Check {
  const seconds = valueAt(probe, 'timeoutSeconds');
  const timeout = Math.max(LEAST_TIMEOUT_MS, (typeof seconds === 'number' ? seconds : 1) * second);
  const http = valueAt(probe, 'httpGet');
  if (http !== undefined) {
    const url = `http://${ip}:${String(portOf(container, valueAt(http, 'port')))}${textAt(http, 'path')}`;
    return () => httpAnswersWell(url, timeout);
  }
  const tcp = valueAt(probe, 'tcpSocket');
  if (isJsonObject(tcp)) return () => tcpConnects(ip, portOf(container, tcp['port']), timeout);
  return () => Promise.resolve(true);
}

function portOf(container: JsonObject, port: JsonValue | undefined): number {
  if (typeof port === 'number') return port;
  const named = objectsAt(container, 'ports').find(({ name }) => name === port)?.['containerPort'];
  return typeof named === 'number' ? named : Number(port);
}

function httpAnswersWell(url: string, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const call = get(url, { timeout, agent: false }, ({ statusCode = 0 }) => {
      resolve(statusCode >= 200 && statusCode < 400);
      call.destroy();
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(false));
  });
}

function tcpConnects(host: string, port: number, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout });
    const end = (isWell: boolean) => {
      socket.destroy();
      resolve(isWell);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}
