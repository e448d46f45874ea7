import type { ServerResponse } from 'node:http';
import type { JsonValue } from '../../../../documents/json.ts';
import type { StateLie } from './behaviour.ts';

/** One JSON answer. */
export function answerJson(response: ServerResponse, status: number, body: JsonValue): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 503 && { 'retry-after': '1' }),
  });
  response.end(JSON.stringify(body));
}

/** What a node that drains answers: it closes the connection. facts/celld.md 1.3. */
export function answerDraining(response: ServerResponse): void {
  response.setHeader('connection', 'close');
  answerJson(response, 503, { ok: false, draining: true });
}

/** Answers with a lie. `truth` is what a slow node says in the end. */
export function answerLie(response: ServerResponse, lie: StateLie, truth: () => JsonValue): void {
  switch (lie.kind) {
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'slow':
      setTimeout(() => answerJson(response, 200, truth()), lie.ms).unref();
      return;
    case 'trickle':
      trickle(response);
      return;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"residents":["${'x'.repeat(5 * 1024 * 1024)}"]}`);
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title>');
      return;
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:1/state' });
      response.end();
      return;
    case 'status':
      answerJson(response, lie.status, { error: 'unavailable' });
      return;
    case 'text':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(lie.text);
      return;
    case 'body':
      answerJson(response, 200, lie.json);
  }
}

/** One byte now and then, for ever. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 100);
  timer.unref();
  response.on('close', () => clearInterval(timer));
}
