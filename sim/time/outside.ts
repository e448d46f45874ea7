import { ApiError, type ClusterApi } from '../../fleet/cluster-api.ts';
import type { StateReading } from '../../fleet/state-reader.ts';
import { type StateAnswer, stateAnswer } from '../celld/state-answer.ts';
import type { SimContext } from '../context.ts';
import { textAt, withAt } from '../json.ts';
import type { Call, Directive, Outcome } from './calls.ts';
import type { Outside, SimProcess } from './process.ts';

/** When a call is carried out: `timed` after its latency, in turn with everything else, `immediate` at once. */
export type Scheduler = (milliseconds: number, fire: () => void) => void;

export interface OutsideOptions {
  readonly context: SimContext;
  readonly process: SimProcess;
  readonly scheduler: Scheduler;
  /** A sleep never ends: the program is over with its first one. */
  readonly isImmediate: boolean;
  readonly job: Outside['job'];
  readonly pod: Outside['pod'];
}

/** Milliseconds until a client gives up on an API server that does not answer. */
const CLIENT_TIMEOUT = 30_000;

/** The world as one program sees it. */
export function outsideOf(options: OutsideOptions): Outside {
  const { context, process, job, pod } = options;
  const started = context.state.now;
  return {
    api: clientOf(options),
    reader: { read: (address) => readState(options, address) },
    clock: {
      now: () => context.state.now + process.clockOffset,
      monotonic: () => context.state.now - started,
      sleep: (milliseconds) =>
        make(options, {
          call: { verb: 'sleep', milliseconds },
          takes: options.isImmediate ? Number.POSITIVE_INFINITY : Math.max(0, milliseconds),
          carryOut: () => undefined,
        }),
    },
    signal: process.abort.signal,
    user: process.user,
    job,
    pod,
    log: (line) => void process.lines.push(line),
    setTerminationMessage: (text) => {
      process.terminationMessage = text;
    },
  };
}

function clientOf(options: OutsideOptions): ClusterApi {
  const { context, process } = options;
  const { api } = context;
  const ask = <Answer>(call: Call, carryOut: () => Answer): Promise<Answer> => {
    if (process.isCutOff) return make(options, { call, takes: CLIENT_TIMEOUT, carryOut: timeOut });
    return make(options, { call, takes: context.duration(context.config.latency.api), carryOut });
  };
  const caller = (manager: string) => ({ user: process.user, manager });
  return {
    get: (ref) => ask({ verb: 'get', ref }, () => api.get(ref)),
    list: (type, namespace, labelSelector) =>
      ask({ verb: 'list', type, namespace, labelSelector }, () => api.list(type, namespace, labelSelector)),
    // eslint-disable-next-line max-params -- the interface's own
    create: (type, namespace, body, manager) => {
      const placed = withAt(body, ['metadata', 'namespace'], namespace);
      const ref = { type, namespace, name: textAt(body, 'metadata', 'name') };
      return ask({ verb: 'create', ref, body: placed }, () => api.create(type, placed, caller(manager)));
    },
    patch: (ref, body, patchOptions) =>
      ask({ verb: 'patch', ref, body, options: patchOptions }, () =>
        api.patch(ref, body, { ...patchOptions, user: process.user }),
      ),
    delete: (ref, preconditions) =>
      ask({ verb: 'delete', ref, uid: preconditions.uid }, () =>
        api.delete(ref, { preconditions }, caller('delete')),
      ),
  };
}

function timeOut(): never {
  throw new ApiError('the API server did not answer', { status: 0, reason: 'Timeout' });
}

function readState(
  options: OutsideOptions,
  address: { readonly ip: string; readonly port: number },
): Promise<StateReading> {
  const { context, process } = options;
  const { latency } = context.config;
  const answer = (): ReturnType<typeof stateAnswer> => {
    if (process.isCutOff) return { kind: 'failure', reason: 'timeout' };
    return stateAnswer([...context.state.nodes.values()].find(({ ip }) => ip === address.ip));
  };
  // What a reader will get is settled when the bytes arrive; only a timeout is known, and paid for, from the start.
  const first = answer();
  const takes =
    first.kind === 'body'
      ? context.duration(latency.state)
      : (first.after ?? (first.reason === 'timeout' ? latency.stateTimeout : 1));
  return make(options, {
    call: { verb: 'state', pod: address },
    takes,
    carryOut: () => {
      const last = first.kind === 'failure' && first.reason === 'timeout' ? first : answer();
      return readingOf(options, last);
    },
  });
}

const decoded = new WeakMap<object, { readonly by: object; readonly reading: StateReading }>();

/** A node that has not changed answers the same object: it is decoded once. */
function readingOf({ context }: OutsideOptions, answer: StateAnswer): StateReading {
  if (answer.kind === 'failure') return { kind: 'unreadable', reason: answer.reason };
  const { decodeState } = context.config;
  const { json } = answer;
  if (typeof json !== 'object' || json === null) return decodeState(json);
  const known = decoded.get(json);
  if (known?.by === decodeState) return known.reading;
  const reading = decodeState(json);
  decoded.set(json, { by: decodeState, reading });
  return reading;
}

interface Making<Answer> {
  readonly call: Call;
  readonly takes: number;
  readonly carryOut: () => Answer;
}

function make<Answer>(options: OutsideOptions, { call, takes, carryOut }: Making<Answer>): Promise<Answer> {
  const { context, process, scheduler } = options;
  process.calls += 1;
  const made = { call, process, number: process.calls };
  return new Promise<Answer>((resolve, reject) => {
    const fire = (): void => {
      if (process.status !== 'running') return;
      const before = context.config.onCall(made, 'before');
      if (before?.kind === 'delay') {
        scheduler(before.milliseconds, finish);
        return;
      }
      if (!settle(before)) finish();
    };
    const finish = (): void => {
      if (process.status !== 'running') return;
      const outcome = attempt(carryOut);
      if (settle(context.config.onCall({ ...made, outcome }, 'after'))) return;
      if ('answer' in outcome) resolve(outcome.answer);
      else reject(outcome.error);
    };
    const settle = (directive: Directive | undefined): boolean => {
      if (directive?.kind === 'kill') process.kill();
      else if (directive?.kind === 'error') reject(directive.error);
      else if (directive?.kind === 'answer') resolve(directive.answer as Answer);
      else return false;
      return true;
    };
    scheduler(takes, fire);
  });
}

function attempt<Answer>(carryOut: () => Answer): Outcome<Answer> {
  try {
    return { answer: carryOut() };
  } catch (error) {
    if (error instanceof Error) return { error };
    throw error;
  }
}
