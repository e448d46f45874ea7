import { once } from 'node:events';
import { createServer } from 'node:net';

/** Loopback ports that were free a moment ago; whoever binds them must expect to lose a race and retry. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = servers.map(async (server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('Expected a TCP address');
    return address.port;
  });
  const found = await Promise.all(ports);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return found;
}
