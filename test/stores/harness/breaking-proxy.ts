import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How a proxy breaks what a store says. A real store cannot be told to do these; everything that is not broken comes
 * from the real one behind it.
 */
export type Breakage =
  | 'none'
  /** Conditions never reach the store. */
  | 'drops-conditions'
  /** Every answer comes late, and is right. */
  | 'delays'
  /** The answer breaks off in its middle. */
  | 'half-a-body'
  /** The answer is shorter than the object, and says that this is all of it. */
  | 'truncates'
  /** 200 and the same few words to everything. */
  | 'ok-to-everything'
  /** Nothing is ever answered. */
  | 'hangs'
  | 301
  | 304
  | 403
  | 429
  | 500;

export const BREAKAGES: readonly Breakage[] = [
  'drops-conditions',
  'delays',
  'half-a-body',
  'truncates',
  'ok-to-everything',
  301,
  304,
  403,
  429,
  500,
];

export interface BreakingProxy {
  readonly port: number;
  /** From the next request on. */
  become(breakage: Breakage): void;
  /** How many requests came. */
  count(): number;
  close(): Promise<void>;
}

/** Sends an unconditional write to the store in place of a conditional one whose signature covers its conditions. */
export type Rewrite = (path: string, body: Buffer) => Promise<string>;

const DELAY_MS = 150;

export async function startBreakingProxy(target: number, rewrite?: Rewrite): Promise<BreakingProxy> {
  let breakage: Breakage = 'none';
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    count += 1;
    answer({ breakage, target, rewrite }, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    become: (next) => {
      breakage = next;
    },
    count: () => count,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Breaking {
  readonly breakage: Breakage;
  readonly target: number;
  readonly rewrite: Rewrite | undefined;
}

async function answer(
  breaking: Breaking,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { breakage, rewrite } = breaking;
  const body = await bodyOf(incoming);
  if (breakage === 'hangs') return;
  if (typeof breakage === 'number') {
    const location = breakage === 301 ? { location: 'http://127.0.0.1:9/elsewhere' } : {};
    outgoing.writeHead(breakage, location).end();
    return;
  }
  if (breakage === 'ok-to-everything') {
    outgoing.writeHead(200, { 'content-type': 'text/plain' }).end('it works');
    return;
  }
  if (breakage === 'delays') await sleep(DELAY_MS);
  const isConditional = incoming.headers['if-match'] ?? incoming.headers['if-none-match'];
  if (
    breakage === 'drops-conditions' &&
    rewrite &&
    incoming.method === 'PUT' &&
    isConditional !== undefined
  ) {
    const tag = await rewrite(incoming.url ?? '', body);
    outgoing.writeHead(200, { etag: tag }).end();
    return;
  }
  await pass(breaking, { incoming, outgoing, body });
}

interface Passing {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
}

async function pass({ breakage, target }: Breaking, { incoming, outgoing, body }: Passing): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const drops = breakage === 'drops-conditions' && method !== 'GET';
  const kept = drops ? without(headers, ['if-match', 'if-none-match']) : headers;
  const path = drops ? url.replaceAll(/[?&]ifGenerationMatch=[0-9]+/g, '') : url;
  const upstream = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: target, method, path, headers: kept }, resolve);
    call.on('error', reject);
    call.end(body);
  });
  const text = await bodyOf(upstream);
  const status = upstream.statusCode ?? 500;
  // Without a body there is nothing to tear.
  const isTorn = text.length > 1 && method === 'GET' && status < 300;
  if (breakage === 'half-a-body' && isTorn) {
    outgoing.writeHead(status, { ...plain(upstream), 'content-length': String(text.length) });
    outgoing.write(text.subarray(0, text.length / 2), () => outgoing.destroy());
    return;
  }
  const sent = breakage === 'truncates' && isTorn ? text.subarray(0, text.length / 2) : text;
  outgoing.writeHead(status, {
    ...plain(upstream),
    ...(status !== 304 && { 'content-length': String(sent.length) }),
  });
  outgoing.end(sent);
}

function plain(upstream: IncomingMessage): IncomingMessage['headers'] {
  return without(upstream.headers, ['transfer-encoding', 'content-length', 'connection', 'keep-alive']);
}

function without(headers: IncomingMessage['headers'], names: readonly string[]): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
