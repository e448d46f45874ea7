import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { lastLines, type Server } from './processes.ts';

const START_DEADLINE = 60_000;

/** Waits for `done`; throws with their last lines where one of the servers ends before, or a minute passes. */
export async function waitForServers(
  what: string,
  servers: readonly Server[],
  done: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + START_DEADLINE;
  while (!(await done())) {
    const dead = servers.find((server) => !server.running());
    if (dead !== undefined) throw new Error(`Cannot start ${what}: ${lastLines(dead)}`);
    if (Date.now() > deadline) {
      throw new Error(`Cannot start ${what} within a minute: ${servers.map((s) => lastLines(s)).join('\n')}`);
    }
    await sleep(50);
  }
}

/** Whether somebody listens on this port of 127.0.0.1. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
