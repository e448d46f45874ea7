import { createServer, type Server } from 'node:http';
import type { ClusterApi } from '../../fleet/cluster-api.ts';
import { PORTS } from '../../fleet/labels.ts';
import { parsePod } from '../../fleet/rollout/pod.ts';
import { known, type RolloutSnapshot } from '../../fleet/rollout/snapshot.ts';
import type { RolloutOptions } from '../../hooks/options.ts';
import { sweep } from '../../hooks/sweep.ts';
import { realClock } from '../../kube/clock.ts';
import { stateReader } from '../../kube/state-reader.ts';

/** What one sweep of `/state` over loopback took, in milliseconds; the CPU time is that of both sides. */
export interface MeasuredSweep {
  readonly wall: number;
  readonly cpu: number;
  /** How many pods were asked at the same moment. */
  readonly mostAtATime: number;
  readonly answered: number;
}

/** How long each pod takes to answer. */
export const ANSWER_MS = 20;
const STATE = JSON.stringify({ ownership: 's3', occupied: 1, shedding: null, restoring: 0 });

/** The Jobs' own sweep over so many pods, each a server on an address of its own. */
export async function measureSweep(pods: number): Promise<MeasuredSweep> {
  let [running, mostAtATime] = [0, 0];
  const servers = await Promise.all(
    Array.from({ length: pods }, (_, ordinal) =>
      startServer(addressOf(ordinal), () => {
        running += 1;
        mostAtATime = Math.max(mostAtATime, running);
        return () => (running -= 1);
      }),
    ),
  );
  const states = stateReader();
  try {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const { census } = await sweep(optionsFor(pods, states), snapshotOf(pods));
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    const answers = [...(census?.readings.values() ?? [])].filter(({ kind }) => kind === 'answer');
    return { wall, cpu: (user + system) / 1000, mostAtATime, answered: answers.length };
  } finally {
    states.close();
    for (const server of servers) server.close();
  }
}

function addressOf(ordinal: number): string {
  return `127.77.2.${ordinal + 1}`;
}

async function startServer(host: string, begin: () => () => void): Promise<Server> {
  const server = createServer((_request, answer) => {
    const end = begin();
    setTimeout(() => {
      end();
      answer.writeHead(200, { 'content-type': 'application/json' }).end(STATE);
    }, ANSWER_MS);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORTS.internal.port, host, resolve);
  });
  return server;
}

function podsOf(count: number) {
  return Array.from({ length: count }, (_, ordinal) => ({
    metadata: { name: `chat-celld-${ordinal}`, uid: `uid-${ordinal}` },
    spec: { containers: [{ name: 'celld', image: 'ghcr.io/denoland/celld:v0.6.2' }] },
    status: { phase: 'Running', podIP: addressOf(ordinal) },
  }));
}

function optionsFor(pods: number, states: RolloutOptions['states']): RolloutOptions {
  const list: ClusterApi['list'] = () => Promise.resolve({ items: podsOf(pods), resourceVersion: '1' });
  const plan = { app: 'chat', namespace: 'chat' };
  return { api: { list }, plan, states, clock: realClock() } as unknown as RolloutOptions;
}

function snapshotOf(pods: number): RolloutSnapshot {
  return { pods: known(podsOf(pods).map(parsePod)) } as unknown as RolloutSnapshot;
}
