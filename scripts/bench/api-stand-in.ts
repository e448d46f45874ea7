import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer, type Server } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { JsonObject } from '../../documents/json.ts';
import { ApiError, type KubeObject, type PatchOptions, type ResourceType } from '../../fleet/cluster-api.ts';
import { PORTS } from '../../fleet/labels.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { stateAnswer } from '../../sim/celld/state-answer.ts';
import { textAt, withAt } from '../../sim/json.ts';
import type { World } from '../../sim/world.ts';

const USER = 'system:serviceaccount:chat:chat-celld-rollout';
const KINDS: Readonly<Record<string, PatchOptions['kind']>> = {
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
};
const PATH = /^\/(?:api|apis\/[^/]+)\/[^/]+\/namespaces\/([^/]+)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/;

/** The simulated API server and its pods' `/state`, on loopback: no real part, so its speed says nothing. */
export interface StandIn {
  readonly port: number;
  readonly folder: string;
  readonly close: () => void;
}

export async function apiStandIn(world: World, folder: string): Promise<StandIn> {
  makeAccount(folder);
  const key = readFileSync(join(folder, 'key.pem'));
  const cert = readFileSync(join(folder, 'ca.crt'));
  const server = createServer({ key, cert }, (request, answer) => {
    void respond(world, request).then(({ status, body }) => {
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await listen(server, 0, '127.0.0.1');
  const states = await stateServers(world);
  return {
    port: (server.address() as AddressInfo).port,
    folder,
    close: () => {
      for (const each of [server, ...states]) {
        each.close();
        each.closeAllConnections();
      }
    },
  };
}

/** What the kubelet mounts; needs `openssl`. */
function makeAccount(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'token'), 'bench');
  writeFileSync(join(folder, 'namespace'), 'chat');
  const subject = ['-subj', '/CN=bench', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'ca.crt')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...args, '-days', '1', ...subject, ...files], { stdio: 'ignore' });
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function respond(world: World, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '', 'https://127.0.0.1');
  const [, namespace = '', plural, name, subresource] = PATH.exec(url.pathname) ?? [];
  const type = Object.values(TYPES).find((candidate) => candidate.plural === plural);
  try {
    if (type === undefined) throw new ApiError('not found', { status: 404, reason: 'NotFound' });
    const body = request.method === 'GET' ? {} : ((await json(request)) as JsonObject);
    return { status: 200, body: carryOut(world, { type, namespace, name, subresource, url, body, request }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, reason, message } = error;
    return {
      status,
      body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message, code: status },
    };
  }
}

interface Asked {
  readonly type: ResourceType;
  readonly namespace: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly url: URL;
  readonly body: JsonObject;
  readonly request: IncomingMessage;
}

function carryOut({ api }: World, asked: Asked): unknown {
  const { type, namespace, name = '', subresource, url, body, request } = asked;
  const manager = url.searchParams.get('fieldManager') ?? 'bench';
  const ref = { type, namespace, name };
  if (request.method === 'POST') return api.create(type, body, { user: USER, manager });
  if (request.method === 'DELETE') {
    const preconditions = body['preconditions'] as { uid: string };
    api.delete(ref, { preconditions }, { user: USER, manager });
    return { kind: 'Status', apiVersion: 'v1', status: 'Success' };
  }
  if (request.method === 'PATCH')
    return api.patch(ref, body, {
      kind: KINDS[request.headers['content-type'] ?? ''] ?? 'merge',
      fieldManager: manager,
      user: USER,
      force: url.searchParams.get('force') === 'true',
      ...(subresource !== undefined && { subresource: subresource as 'status' | 'scale' }),
    });
  if (name !== '') return api.get(ref);
  const { items, resourceVersion } = api.list(type, namespace, url.searchParams.get('labelSelector') ?? '');
  const kind = `${type.kind}List`;
  const apiVersion = type.group === '' ? type.version : `${type.group}/${type.version}`;
  return { kind, apiVersion, metadata: { resourceVersion }, items: items.map(onLoopback) };
}

/** Pods get an address of loopback, by their ordinal. */
function onLoopback(object: KubeObject): KubeObject {
  const ordinal = /^chat-celld-(\d+)$/.exec(textAt(object, 'metadata', 'name'))?.[1];
  if (ordinal === undefined || textAt(object, 'status', 'podIP') === '') return object;
  return withAt(object, ['status', 'podIP'], addressOf(Number(ordinal)));
}

function addressOf(ordinal: number): string {
  return `127.77.1.${ordinal + 1}`;
}

async function stateServers(world: World): Promise<readonly Server[]> {
  const count = [...world.state.nodes.values()].length;
  return await Promise.all(
    Array.from({ length: count }, async (_, ordinal) => {
      const server = createPlainServer((_request, answer) => {
        const node = [...world.state.nodes.values()].find(({ name }) => name === `chat-celld-${ordinal}`);
        const said = stateAnswer(node);
        if (said.kind === 'failure') answer.destroy();
        else answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said.json));
      });
      await listen(server, PORTS.internal.port, addressOf(ordinal));
      return server;
    }),
  );
}

async function listen(
  server: Server | ReturnType<typeof createServer>,
  port: number,
  host: string,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
