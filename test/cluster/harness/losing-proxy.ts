import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface LosingProxy {
  readonly port: string;
  /** From now on what the server answers is thrown away, and the caller's connection breaks. */
  loseAnswers(): void;
  close(): void;
}

/** Passes bytes on to a port of loopback, TLS and all, until it is told to lose the answers. */
export async function losingProxy(target: number): Promise<LosingProxy> {
  let isLosing = false;
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const called = connect(target, '127.0.0.1');
    for (const socket of [caller, called]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    caller.pipe(called);
    called.on('data', (bytes: Buffer) => {
      if (isLosing) caller.resetAndDestroy();
      else caller.write(bytes);
    });
    called.on('close', () => caller.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: String((server.address() as AddressInfo).port),
    loseAnswers: () => {
      isLosing = true;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
