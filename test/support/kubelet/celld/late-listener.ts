import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';

export interface LateListener {
  /** From now on connections are served, those that wait included. */
  open(): void;
  close(): void;
}

/**
 * Binds at once and answers nothing before it is opened: a reader connects, and then waits. celld does so until it has
 * recovered. facts/celld.md 2.
 */
export async function listenLate(
  address: { readonly ip: string; readonly port: number },
  handler: RequestListener,
): Promise<LateListener> {
  const http = createHttpServer({ keepAliveTimeout: 5_000 }, handler);
  const sockets = new Set<Socket>();
  let waiting: Socket[] = [];
  let isOpen = false;
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (isOpen) serve(socket);
    else waiting.push(socket);
  });
  const serve = (socket: Socket) => {
    http.emit('connection', socket);
    socket.resume();
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.ip, resolve);
  });
  return {
    open: () => {
      isOpen = true;
      for (const socket of waiting) serve(socket);
      waiting = [];
    },
    close: () => {
      server.close();
      http.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
