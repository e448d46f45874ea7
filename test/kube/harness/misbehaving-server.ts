import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Which connection it came on, from 1. */
  readonly connection: number;
}

export type Behaviour = (answer: ServerResponse, request: SeenRequest) => void;

export interface FakeServer {
  readonly port: number;
  readonly url: URL;
  readonly seen: readonly SeenRequest[];
}

/** A server on loopback for one test; the nth request gets the nth behaviour, and all after it the last one. */
export async function httpServer(
  context: TestContext,
  behaviours: readonly Behaviour[],
  host = '127.0.0.1',
): Promise<FakeServer> {
  const seen: SeenRequest[] = [];
  let connections = 0;
  const numbers = new WeakMap<Socket, number>();
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      const entry = { method, url, headers, body, connection: numbers.get(request.socket) ?? 0 };
      const behaviour = behaviours[Math.min(seen.length, behaviours.length - 1)];
      seen.push(entry);
      behaviour?.(answer, entry);
    });
  });
  server.on('connection', (socket) => numbers.set(socket, (connections += 1)));
  const port = await listen(context, server, host);
  return { port, url: new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`), seen };
}

/** A server that speaks no HTTP of its own: `speak` does what it likes once a request has come. */
export async function rawServer(
  context: TestContext,
  speak: (socket: Socket) => void,
): Promise<Pick<FakeServer, 'port' | 'url'>> {
  const server = createRawServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => speak(socket));
  });
  const port = await listen(context, server, '127.0.0.1');
  return { port, url: new URL(`http://127.0.0.1:${port}`) };
}

async function listen(
  context: TestContext,
  server: Server | ReturnType<typeof createRawServer>,
  host: string,
): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  context.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createRawServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
