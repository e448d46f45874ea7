import type { ApiCall } from './api-call.ts';
import { isRead } from './api-call.ts';
import type { HttpAnswer, HttpFailure } from '../http/exchange.ts';
import { parseObject } from './parse-object.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** How often a call is sent at most. */
const ATTEMPTS = 4;
const FIRST_DELAY_MS = 250;
/** A longer wait is for the caller to plan: it gets the error and the number of seconds. */
const LONGEST_WAIT_MS = 10_000;
const TROUBLED: readonly number[] = [500, 502, 503, 504];

export interface Attempt {
  /** 1 for the first. */
  readonly attempt: number;
  /** From 0 on, below 1. */
  readonly random: () => number;
}

/**
 * Milliseconds until the call may be sent again; undefined: its outcome stands. A write is repeated only where it is
 * certain that nothing was done: 429, or no connection. Its lost answer never is (DESIGN I7: nothing is guessed).
 */
export function retryDelay(
  call: Pick<ApiCall, 'method'>,
  outcome: HttpAnswer | HttpFailure,
  { attempt, random }: Attempt,
): number | undefined {
  if (attempt >= ATTEMPTS || !mayRepeat(call, outcome)) return undefined;
  const backoff = FIRST_DELAY_MS * 2 ** (attempt - 1) * (1 + random());
  const asked = outcome.kind === 'answer' ? askedWait(outcome) : undefined;
  const delay = Math.max(backoff, asked ?? 0);
  return delay > LONGEST_WAIT_MS ? undefined : delay;
}

function mayRepeat(call: Pick<ApiCall, 'method'>, outcome: HttpAnswer | HttpFailure): boolean {
  if (outcome.kind === 'answer') {
    return outcome.status === 429 || (isRead(call) && TROUBLED.includes(outcome.status));
  }
  if (outcome.reason === 'untrusted' || outcome.reason === 'too-large') return false;
  return isRead(call) || !outcome.sent;
}

function askedWait({ retryAfter, body }: HttpAnswer): number | undefined {
  const seconds = retryAfterSeconds(retryAfter, parseObject(body));
  return seconds === undefined ? undefined : seconds * 1_000;
}
