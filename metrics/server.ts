import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Log } from '../kube/log.ts';
import { answerRoute, type RouteAnswer, type RouteOptions } from './routes.ts';
import { readTlsFiles, type TlsFiles, watchTlsFiles } from './tls-files.ts';

export interface ServerOptions {
  readonly routes: RouteOptions;
  /** Undefined: every address. */
  readonly host: string | undefined;
  /** 0: any free one. */
  readonly port: number;
  /** Plain HTTP where it is absent. */
  readonly tls: TlsFiles | undefined;
  readonly log: Log;
}

export interface OpenServer {
  readonly port: number;
  /** Takes no more connections, and lets those go whose answer is out. */
  close(): Promise<void>;
}

/** A scrape or a question is short: whoever keeps a connection without asking is let go. */
const BOUNDS = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 65_000 } as const;
const MOST_CONNECTIONS = 256;
const MOST_HEADER_BYTES = 16 * 1024;

/** Listens; rejects where that cannot be done. */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const server = await createServer(options);
  Object.assign(server, BOUNDS);
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: options.host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => options.log.error({ error: String(error) }, 'The server has a problem'));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function createServer({ routes, tls, log }: ServerOptions): Promise<Server> {
  const settings = { maxHeaderSize: MOST_HEADER_BYTES };
  const listener = (request: IncomingMessage, answer: ServerResponse): void => {
    void respond(request, answer, { routes, log });
  };
  if (tls === undefined) return createHttpServer(settings, listener);
  const server = createHttpsServer({ ...settings, ...(await readTlsFiles(tls)) }, listener);
  const stop = watchTlsFiles(tls, (files) => server.setSecureContext(files), log);
  server.on('close', stop);
  return server;
}

async function respond(
  request: IncomingMessage,
  answer: ServerResponse,
  { routes, log }: Pick<ServerOptions, 'routes' | 'log'>,
): Promise<void> {
  // Nobody has a body to send here.
  request.resume();
  const { status, contentType, body } = await answerOf(request, { routes, log });
  answer.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  answer.end(request.method === 'HEAD' ? undefined : body);
}

async function answerOf(
  request: IncomingMessage,
  { routes, log }: Pick<ServerOptions, 'routes' | 'log'>,
): Promise<RouteAnswer> {
  const { method, url = '/', headers } = request;
  const contentType = 'text/plain; charset=utf-8';
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, contentType, body: 'only GET and HEAD are answered\n' };
  try {
    return await answerRoute(url.replace(/[?#].*$/s, ''), headers.accept, routes);
  } catch (error) {
    log.error({ error: String(error) }, 'Cannot answer a request');
    return { status: 500, contentType, body: 'internal error\n' };
  }
}
