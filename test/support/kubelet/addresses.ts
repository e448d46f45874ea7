import { createServer, type Server } from 'node:net';

/** Loopback addresses for pods, 127.B.0.2 and up; B is this kubelet's alone on this machine while it runs. */
export interface AddressBlock {
  take(): string;
  close(): void;
}

const FIRST = 2;
const LAST = 250;
const LOCK_PORT = 8078;

export async function addressBlock(): Promise<AddressBlock> {
  const offset = process.pid % (LAST - FIRST);
  for (let index = 0; index <= LAST - FIRST; index += 1) {
    const block = FIRST + ((offset + index) % (LAST - FIRST + 1));
    const lock = await listenOn(`127.${String(block)}.0.1`);
    if (lock !== undefined) return openBlock(block, lock);
  }
  throw new Error('Cannot find free loopback addresses: every block is taken');
}

function openBlock(block: number, lock: Server): AddressBlock {
  let next = 1;
  return {
    take: () => {
      next += 1;
      return `127.${String(block)}.${String(next >> 8)}.${String(next & 255)}`;
    },
    close: () => lock.close(),
  };
}

function listenOn(ip: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port: LOCK_PORT, host: ip, exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });
}
