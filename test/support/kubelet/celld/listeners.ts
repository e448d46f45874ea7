import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { healthPath } from '../../../../fleet/celld-versions.ts';
import { isAtLeast } from '../../../../fleet/version.ts';
import { answerDraining, answerJson, answerLie } from './answers.ts';
import type { CelldNode } from './celld-node.ts';

/** Port 8080: health, and the app. facts/celld.md 2. */
export function publicHandler(node: CelldNode): RequestListener {
  return (request, response) => {
    if (node.behaviour.hangs === true) return;
    if (pathOf(request) === healthPath(node.version)) answerHealth(node, response);
    else if (node.phase !== 'serving') answerDraining(response);
    else answerApp(node, request, response);
  };
}

/** Port 8081: `/state`, the operator's API, peers. facts/celld.md 1.3 and 1.4. */
export function internalHandler(node: CelldNode): RequestListener {
  return (request, response) => {
    if (node.behaviour.hangs === true) return;
    const path = pathOf(request);
    const isDraining = node.phase === 'draining';
    if (path === '/state') answerState(node, response);
    else if (isDraining && !isAtLeast(node.version, '0.4.0')) answerDraining(response);
    else if (path.startsWith('/peer/')) answerPeer(node, request, response);
    else answerOperator(node, path, { request, response });
  };
}

/** To 0.1 there is one listener for everything. */
export function wholeHandler(node: CelldNode): RequestListener {
  const [outside, inside] = [publicHandler(node), internalHandler(node)];
  return (request, response) => {
    const isInside =
      ['/state', '/shutdown'].includes(pathOf(request)) || pathOf(request).startsWith('/peer/');
    (isInside ? inside : outside)(request, response);
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?')[0] ?? '/';
}

function answerHealth(node: CelldNode, response: ServerResponse): void {
  const { start, health } = node.behaviour;
  if (node.phase !== 'serving') response.setHeader('connection', 'close');
  const isWell = node.phase === 'serving' && start !== 'unready' && health !== 'failing';
  answerJson(response, isWell ? 200 : 503, { ok: isWell });
}

function answerApp(node: CelldNode, request: IncomingMessage, response: ServerResponse): void {
  const isRoot = pathOf(request) === '/';
  response.writeHead(isRoot ? 200 : 404, { 'content-type': 'text/plain' });
  response.end(isRoot ? `${node.pod} serves ${node.deployment ?? 'nothing'}\n` : 'Not found\n');
}

function answerState(node: CelldNode, response: ServerResponse): void {
  const { state } = node.behaviour;
  const truth = () => node.state();
  node.note('state', { restoring: truth()['restoring'] ?? 0, told: state?.kind ?? 'truth' });
  if (node.phase === 'draining') response.setHeader('connection', 'close');
  if (state === undefined) answerJson(response, 200, truth());
  else answerLie(response, state, truth);
}

function answerPeer(node: CelldNode, request: IncomingMessage, response: ServerResponse): void {
  const cells = Number(/[?&]cells=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
  const speaksAlike = request.headers['x-peer-protocol'] === node.protocol;
  if (!speaksAlike || node.phase !== 'serving') {
    answerJson(response, 409, { error: 'peer_protocol' });
    return;
  }
  if (pathOf(request) === '/peer/share') {
    answerJson(response, 200, node.surrender(cells));
    return;
  }
  node.adopt(cells);
  answerJson(response, 200, cells);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function answerOperator(node: CelldNode, path: string, { request, response }: Exchange): void {
  if (path === '/shutdown' && request.method === 'POST') {
    answerJson(response, 200, { ok: true });
    node.terminate();
  } else if (path === '/reload' && isAtLeast(node.version, '0.4.0')) {
    node.adoptDeployment();
    answerJson(response, 200, { ok: true });
  } else answerJson(response, 404, { error: 'not_found' });
}
