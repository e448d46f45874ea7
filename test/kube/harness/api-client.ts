import { Agent } from 'node:http';
import type { TestContext } from 'node:test';
import type { ClusterApi, ObjectRef } from '../../../fleet/cluster-api.ts';
import { clusterApi } from '../../../kube/cluster-api.ts';
import type { ApiConnection } from '../../../kube/connection/api-connection.ts';
import { type Behaviour, type FakeServer, httpServer } from './misbehaving-server.ts';

export const STATEFUL_SETS = { group: 'apps', version: 'v1', plural: 'statefulsets', kind: 'StatefulSet' };
export const PODS = { group: '', version: 'v1', plural: 'pods', kind: 'Pod' };
export const CHAT: ObjectRef = { type: STATEFUL_SETS, namespace: 'prod', name: 'chat-celld' };
export const STORED = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'chat-celld' } };

export interface Client {
  readonly api: ClusterApi;
  readonly server: FakeServer;
  /** The sleeps between attempts, in milliseconds. */
  readonly sleeps: readonly number[];
  /** What the credentials were asked for, in order: renew or not. */
  readonly renewals: readonly boolean[];
}

/** A client of a server that behaves as told; its sleeps take no time, its tokens are `token-1`, `token-2`, ... */
export async function clientOf(
  context: TestContext,
  behaviours: readonly Behaviour[],
  timeoutMs = 200,
): Promise<Client> {
  const server = await httpServer(context, behaviours);
  return { server, ...clientAt(context, server.url, timeoutMs) };
}

export function clientAt(context: TestContext, server: URL, timeoutMs = 200): Omit<Client, 'server'> {
  const agent = new Agent({ keepAlive: true });
  context.after(() => agent.destroy());
  const sleeps: number[] = [];
  const renewals: boolean[] = [];
  let token = 1;
  let elapsed = 0;
  const connection: ApiConnection = {
    server,
    credentials: ({ renew }) => {
      renewals.push(renew);
      if (renew) token += 1;
      return Promise.resolve({ agent, headers: { authorization: `Bearer token-${token}` } });
    },
    close: () => agent.destroy(),
  };
  const clock = {
    monotonic: () => elapsed,
    sleep: (milliseconds: number) => {
      sleeps.push(milliseconds);
      elapsed += milliseconds;
      return Promise.resolve();
    },
  };
  return {
    api: clusterApi({ connection, clock, random: () => 0, timeoutMs }),
    sleeps,
    renewals,
  };
}
