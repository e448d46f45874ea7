import type { JsonObject } from '../../documents/json.ts';
import type { Clock } from '../../fleet/clock.ts';
import type { ApiConnection, ApiCredentials } from '../connection/api-connection.ts';
import { exchange, type HttpAnswer, type HttpFailure } from '../http/exchange.ts';
import type { ApiCall } from './api-call.ts';
import { lostCall, noCredentials, refusedCall, unclearAnswer } from './api-errors.ts';
import { parseObject } from './parse-object.ts';
import { requestUrl } from './paths.ts';
import { retryDelay } from './retry-delay.ts';

export interface SendOptions {
  readonly connection: ApiConnection;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** From 0 on, below 1: spreads repeated calls. */
  readonly random: () => number;
  /** For one attempt, default 10 s. */
  readonly timeoutMs?: number;
  readonly userAgent?: string;
}

const TIMEOUT_MS = 10_000;
/** A read that has failed for so long is the caller's to repeat. */
const LONGEST_REPEATING_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;
const USER_AGENT = 'celld-gitops';

/**
 * Sends a call, again where that is safe, and gives the object of its answer. Rejects with `ApiError`, or as the
 * clock's sleep does where that is ended.
 */
export async function send(call: ApiCall, options: SendOptions): Promise<JsonObject> {
  const { clock, random } = options;
  const until = clock.monotonic() + LONGEST_REPEATING_MS;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendOnce(call, options);
    const delay = retryDelay(call, outcome, { attempt, random });
    if (delay === undefined || clock.monotonic() + delay > until) return objectOf(call, outcome);
    await clock.sleep(delay);
  }
}

/** A token that is refused is read again once: it may have been replaced a moment ago. Bug row F5. */
async function sendOnce(call: ApiCall, options: SendOptions): Promise<HttpAnswer | HttpFailure> {
  const outcome = await attempt(call, options, false);
  const isRefused = outcome.kind === 'answer' && outcome.status === 401;
  return isRefused ? await attempt(call, options, true) : outcome;
}

async function attempt(
  call: ApiCall,
  options: SendOptions,
  renew: boolean,
): Promise<HttpAnswer | HttpFailure> {
  const { agent, headers } = await credentials(call, options.connection, renew);
  return await exchange({
    url: requestUrl(options.connection.server, call.path, call.parameters),
    method: call.method,
    headers: {
      accept: 'application/json',
      'user-agent': options.userAgent ?? USER_AGENT,
      ...(call.contentType !== undefined && { 'content-type': call.contentType }),
      ...headers,
    },
    ...(call.body !== undefined && { body: call.body }),
    agent,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
}

async function credentials(
  call: ApiCall,
  connection: ApiConnection,
  renew: boolean,
): Promise<ApiCredentials> {
  try {
    return await connection.credentials({ renew });
  } catch (error) {
    throw noCredentials(call, error);
  }
}

function objectOf(call: ApiCall, outcome: HttpAnswer | HttpFailure): JsonObject {
  if (outcome.kind === 'failure') throw lostCall(call, outcome);
  if (outcome.status < 200 || outcome.status > 299) throw refusedCall(call, outcome);
  const object = parseObject(outcome.body);
  if (object === undefined) throw unclearAnswer(call, 'not an object of the API server');
  return object;
}
