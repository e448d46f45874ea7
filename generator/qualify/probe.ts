import type { Clock } from '../../fleet/clock.ts';
import type { ObjectStore, ReadOutcome, WriteCondition, WriteOutcome } from '../store/object-store.ts';
import { failed } from '../store/object-store.ts';

/** One store under test: bounded calls, and a memory of what has to be cleaned up. */
export interface Probe {
  /** Whole keys from a name, below the run's own prefix. */
  readonly key: (name: string) => string;
  readonly prefix: string;
  read(key: string, range?: readonly [number, number]): Promise<ReadOutcome>;
  /** A write that met another one is sent again, a few times: neither a loss nor a win (bug row E3). */
  write(key: string, text: string, condition: WriteCondition): Promise<WriteOutcome>;
  list(): ReturnType<ObjectStore['list']>;
  /** Removes everything that may have been written; answers the keys that could not be. */
  cleanUp(): Promise<readonly string[]>;
  readonly stopped: () => boolean;
}

export interface ProbeOptions {
  readonly store: ObjectStore;
  readonly prefix: string;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Ends the run; cleaning up still takes place. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** celld's own bound for one request. facts/celld.md 4.4. */
const TIMEOUT_MS = 15_000;
const RETRIES = 5;
const RETRY_MS = 50;
const MOST_BYTES = 64 * 1024;

export function createProbe(options: ProbeOptions): Probe {
  const { store, prefix, signal } = options;
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const written = new Set<string>();
  const bounded = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return {
    prefix,
    key: (name) => `${prefix}${name}`,
    read: async (key, range) =>
      await store.read(key, {
        maxBytes: MOST_BYTES,
        signal: bounded(),
        ...(range !== undefined && { range }),
      }),
    write: async (key, text, condition) => {
      written.add(key);
      const send = async (): Promise<WriteOutcome> =>
        signal.aborted ? STOPPED : await store.write(key, text, { condition, signal: bounded() });
      return await withoutContention(send, options.clock);
    },
    list: async () => await store.list(prefix, bounded()),
    cleanUp: async () => {
      const keys = [...written];
      const troubles = await Promise.all(
        keys.map(async (key) => await store.remove(key, AbortSignal.timeout(timeoutMs))),
      );
      return keys.filter((_, index) => troubles[index] !== undefined);
    },
    stopped: () => signal.aborted,
  };
}

const STOPPED = failed('bucket-unreachable', 'Stopped before the store was asked');

async function withoutContention(
  send: () => Promise<WriteOutcome>,
  clock: Pick<Clock, 'sleep'>,
): Promise<WriteOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await send();
    if (outcome.kind !== 'contended' || attempt === RETRIES) return outcome;
    await clock.sleep(RETRY_MS * 2 ** attempt);
  }
}

/** What an outcome that is neither yes nor no says for people. */
export function sentenceOf(outcome: WriteOutcome | ReadOutcome): string {
  switch (outcome.kind) {
    case 'failed':
      return outcome.sentence;
    case 'missing':
      return 'the object is missing';
    case 'too-large':
      return 'the store sent more than was written';
    case 'unchanged':
      return 'the store said that nothing has changed, which was not asked';
    case 'found':
      return 'the object was found';
    case 'written':
      return 'the store wrote it';
    case 'refused':
      return 'the store refused it';
    case 'contended':
      return 'the store kept saying that another write is under way';
    case 'not-implemented':
      return 'the store has no conditional writes';
  }
}
