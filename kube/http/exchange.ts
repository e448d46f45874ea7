import { type Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { ByteBudget } from '../../fleet/state-reader.ts';
import { failureReason, type HttpFailureReason } from './failure-reason.ts';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent: Agent;
  /** For all of it: connecting, headers and body. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Shared with other exchanges, besides the own bound. */
  readonly budget?: ByteBudget | undefined;
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  /** Whole: a body that was cut off is a failure. */
  readonly body: string;
}

export interface HttpFailure {
  readonly kind: 'failure';
  readonly reason: HttpFailureReason;
  /** False only where it is certain that the other side never saw the request. */
  readonly sent: boolean;
  /** The connection had served before: it may have been closed while it was idle. */
  readonly reused: boolean;
  readonly cause: Error;
}

/** One request and its whole answer, bounded in time and size; redirects are answers like any other. Never rejects. */
export function exchange(request: HttpRequest): Promise<HttpAnswer | HttpFailure> {
  return new Promise((resolve) => {
    const { url, method, agent } = request;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = { ...request.headers, ...lengthOf(request.body) };
    const call = send(url, { method, agent, headers });
    const wasSent = watchSending(call, url.protocol);
    let isSettled = false;
    const settle = (outcome: HttpAnswer | HttpFailure): void => {
      isSettled = true;
      clearTimeout(timer);
      resolve(outcome);
    };
    const fail = (cause: Error, reason = failureReason(cause)): void => {
      // A request whose answer is whole has handed its connection back.
      if (isSettled) return;
      settle({ kind: 'failure', reason, sent: wasSent(), reused: call.reusedSocket, cause });
      call.destroy();
    };
    const timer = setTimeout(
      () => fail(new Error('There was no answer in time'), 'timeout'),
      request.timeoutMs,
    );
    call.on('error', fail);
    call.on('response', (answer) => {
      const { maxBytes: limit, budget = NO_BUDGET } = request;
      collect(answer, { limit, budget, settle, fail });
    });
    // An answer that leaves HTTP, such as 101, ends without a response.
    call.on('close', () => fail(new Error('The connection was closed'), 'reset'));
    call.end(request.body);
  });
}

function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

/** Nothing is written before the connection stands, and over TLS not before the other side was believed. */
function watchSending(call: ClientRequest, protocol: string): () => boolean {
  let sent = false;
  const mark = (): void => {
    sent = true;
  };
  call.on('socket', (socket: Socket) => {
    if (!socket.connecting) mark();
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', mark);
  });
  return () => sent;
}

const NO_BUDGET: ByteBudget = { take: () => true, give: () => undefined };

interface Collecting {
  readonly limit: number;
  readonly budget: ByteBudget;
  readonly settle: (answer: HttpAnswer) => void;
  readonly fail: (cause: Error, reason?: HttpFailureReason) => void;
}

function collect(answer: IncomingMessage, { limit, budget, settle, fail }: Collecting): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    const fits = bytes + chunk.length <= limit && budget.take(chunk.length);
    if (!fits) {
      fail(new Error('The answer is too large'), 'too-large');
      return;
    }
    bytes += chunk.length;
    chunks.push(chunk);
  });
  // Ended, failed or given up: every answer is closed in the end.
  answer.on('close', () => budget.give(bytes));
  answer.on('error', fail);
  answer.on('end', () => {
    if (!answer.complete) return;
    settle({
      kind: 'answer',
      status: answer.statusCode ?? 0,
      contentType: answer.headers['content-type'],
      retryAfter: answer.headers['retry-after'],
      body: Buffer.concat(chunks).toString('utf8'),
    });
  });
}
