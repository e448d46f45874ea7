import { Readable } from 'node:stream';
import { isJsonArray, isJsonObject, type JsonValue } from '../../documents/json.ts';
import type { BucketIdentity } from '../../fleet/bucket.ts';
import type {
  Failed,
  ListOutcome,
  ObjectStore,
  ReadOptions,
  ReadOutcome,
  WriteOptions,
  WriteOutcome,
} from './object-store.ts';
import { failed } from './object-store.ts';
import { readBounded } from './read-bounded.ts';
import { statusTrouble } from './status-trouble.ts';
import { transportTrouble } from './transport-trouble.ts';

export interface GcsOptions {
  readonly bucket: BucketIdentity;
  /** Such as https://storage.googleapis.com; another only by the process's own settings. */
  readonly endpoint: string;
  /** A fresh header for every call; the token is renewed by whoever gives it. Rejects where there is no identity. */
  readonly authorization: () => Promise<string | undefined>;
}

interface Call {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** A bucket of Google Cloud Storage. Versions are generations: its PUT does not look at ETags (bug row E9). */
export function gcsStore(options: GcsOptions): ObjectStore {
  const objects = `/storage/v1/b/${encodeURIComponent(options.bucket.bucket)}/o`;
  const at = (key: string): string => `${objects}/${encodeURIComponent(key)}`;
  return {
    read: async (key, read) => await attempt(read.signal, () => readObject(options, at(key), read)),
    write: async (key, text, write) =>
      await attempt(write.signal, () => writeObject(options, `/upload${objects}`, { key, text, write })),
    list: async (prefix, signal) =>
      await attempt(signal, async () => {
        const answer = await send(options, { path: objects, parameters: { prefix }, signal });
        return answer.status === 200 ? await keysOf(answer, signal) : await troubleOf(answer, signal);
      }),
    remove: async (key, signal) =>
      await attempt(signal, async () => {
        const answer = await send(options, { path: at(key), parameters: {}, method: 'DELETE', signal });
        if (answer.status === 404 || answer.status === 204 || answer.status === 200) {
          await answer.body?.cancel();
          return undefined;
        }
        return await troubleOf(answer, signal);
      }),
  };
}

async function attempt<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T | Failed> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof NoIdentity)
      return failed('access-denied', 'Cannot use the store: this process has no identity for it');
    return transportTrouble(error, signal);
  }
}

class NoIdentity extends Error {
  override readonly name = 'NoIdentity';
}

async function send({ endpoint, authorization }: GcsOptions, call: Call): Promise<Response> {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${call.path}`;
  url.search = new URLSearchParams(call.parameters).toString();
  const header = await before(call.signal, authorization());
  return await fetch(url, {
    method: call.method ?? 'GET',
    headers: {
      ...call.headers,
      'accept-encoding': 'identity',
      ...(header !== undefined && { authorization: header }),
    },
    ...(call.body !== undefined && { body: call.body }),
    redirect: 'manual',
    signal: call.signal,
  });
}

/** The library that renews tokens knows no signal. */
async function before(signal: AbortSignal, header: Promise<string | undefined>): Promise<string | undefined> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('There was no token in time')), { once: true });
  });
  const known = header.catch((cause: unknown) => {
    throw new NoIdentity('There is no identity', { cause });
  });
  return await Promise.race([known, ended]);
}

async function readObject(options: GcsOptions, path: string, read: ReadOptions): Promise<ReadOutcome> {
  const { unlessTag, range, maxBytes, signal } = read;
  const answer = await send(options, {
    path,
    parameters: { alt: 'media', ...(unlessTag !== undefined && { ifGenerationNotMatch: unlessTag }) },
    headers: range === undefined ? {} : { range: `bytes=${range[0]}-${range[1]}` },
    signal,
  });
  const tag = answer.headers.get('x-goog-generation') ?? undefined;
  const isUnchanged = answer.status === 304 || (tag !== undefined && tag === unlessTag);
  if (unlessTag !== undefined && isUnchanged) {
    await answer.body?.cancel();
    return { kind: 'unchanged' };
  }
  if (answer.status === 404) return await missing(answer, signal);
  if (answer.status !== 200 && answer.status !== 206) return await troubleOf(answer, signal);
  const reading = await readBounded(bodyOf(answer), { maxBytes, signal });
  if (reading.kind === 'too-large') return reading;
  return { kind: 'found', text: reading.text, ...(tag !== undefined && { tag }) };
}

/** Without a bucket, Google says so in words only. */
async function missing(answer: Response, signal: AbortSignal): Promise<ReadOutcome> {
  const text = await textOf(answer, signal);
  return /bucket does not exist/i.test(text)
    ? statusTrouble({ status: 404, code: 'NoSuchBucket' })
    : { kind: 'missing' };
}

interface Writing {
  readonly key: string;
  readonly text: string;
  readonly write: WriteOptions;
}

async function writeObject(options: GcsOptions, path: string, writing: Writing): Promise<WriteOutcome> {
  const { condition, signal } = writing.write;
  const answer = await send(options, {
    path,
    parameters: {
      uploadType: 'media',
      name: writing.key,
      ifGenerationMatch: condition.kind === 'absent' ? '0' : condition.tag,
    },
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: writing.text,
    signal,
  });
  if (answer.status !== 200) {
    if (answer.status === 412) return await ended(answer, { kind: 'refused' });
    if (answer.status === 409) return await ended(answer, { kind: 'contended' });
    if (answer.status === 501) return await ended(answer, { kind: 'not-implemented' });
    return await troubleOf(answer, signal);
  }
  const value = parse(await textOf(answer, signal));
  const generation = isJsonObject(value) ? value['generation'] : undefined;
  return { kind: 'written', ...(typeof generation === 'string' && { tag: generation }) };
}

async function ended<T>(answer: Response, outcome: T): Promise<T> {
  await answer.body?.cancel();
  return outcome;
}

async function keysOf(answer: Response, signal: AbortSignal): Promise<ListOutcome> {
  const value = parse(await textOf(answer, signal));
  const items = isJsonObject(value) ? (value['items'] ?? []) : undefined;
  if (!isJsonArray(items)) return failed('store-failing', 'Cannot use the store: its list is none');
  const names = items.map((item) => (isJsonObject(item) ? item['name'] : undefined));
  return { kind: 'listed', keys: names.filter((name) => typeof name === 'string') };
}

async function troubleOf(answer: Response, signal: AbortSignal): Promise<Failed> {
  const value = parse(await textOf(answer, signal));
  const error = isJsonObject(value) ? value['error'] : undefined;
  const errors = isJsonObject(error) ? error['errors'] : undefined;
  const [first] = isJsonArray(errors) ? errors : [];
  const reason = isJsonObject(first) ? first['reason'] : undefined;
  return statusTrouble({ status: answer.status, ...(typeof reason === 'string' && { code: reason }) });
}

const MOST_ANSWER_BYTES = 2 * 1024 * 1024;

async function textOf(answer: Response, signal: AbortSignal): Promise<string> {
  const reading = await readBounded(bodyOf(answer), { maxBytes: MOST_ANSWER_BYTES, signal });
  return reading.kind === 'read' ? reading.text : '';
}

function bodyOf(answer: Response): Readable {
  return answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
