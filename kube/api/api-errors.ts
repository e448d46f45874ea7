import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { ApiError } from '../../fleet/cluster-api.ts';
import type { HttpAnswer, HttpFailure } from '../http/exchange.ts';
import type { HttpFailureReason } from '../http/failure-reason.ts';
import type { ApiCall } from './api-call.ts';
import { parseObject } from './parse-object.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** Where the answer is no `Status` object, or one without a reason. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};
const FAILURES: Readonly<Record<HttpFailureReason, string>> = {
  refused: 'it refuses connections',
  reset: 'the connection was broken off',
  timeout: 'there was no answer in time',
  unreachable: 'it cannot be reached',
  'too-large': 'the answer is larger than is read',
  'not-http': 'the answer is not HTTP',
  untrusted: 'its certificate is not trusted',
};
/** What the API server says of a path that it does not serve: the kind is not installed. */
const NOT_SERVED = '404 page not found';
const LONGEST_MESSAGE = 1_000;

/**
 * What the API server said instead of yes. A 404 that is neither its own words nor a `Status` is somebody else's (a
 * proxy's), and then nothing is known: status 0. Bodies that are not the API server's are not shown. Bug row F4.
 */
export function refusedCall(call: ApiCall, answer: HttpAnswer): ApiError {
  const status = parseObject(answer.body);
  const isStatus = status?.['kind'] === 'Status';
  if (answer.status === 404 && !isStatus && answer.body.trim() !== NOT_SERVED) {
    return unclearAnswer(call, 'a 404 that is not of the API server');
  }
  const told = isStatus ? textAt(status, 'reason') : '';
  const reason = told === '' ? (REASONS[answer.status] ?? 'Unknown') : told;
  const said = isStatus ? plain(textAt(status, 'message')) : '';
  const sentence = said === '' ? `the API server answered ${answer.status} ${reason}` : said;
  const retryAfter = retryAfterSeconds(answer.retryAfter, isStatus ? status : undefined);
  return new ApiError(`Cannot ${call.what}: ${sentence}`, {
    status: answer.status,
    reason,
    ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
  });
}

/** There was no answer. Whether a write was carried out is not known, unless `sent` is false. */
export function lostCall(call: ApiCall, { reason, cause }: HttpFailure): ApiError {
  const message = `Cannot ${call.what}: no answer from the API server: ${FAILURES[reason]}`;
  return new ApiError(message, { status: 0, reason: 'Timeout', cause });
}

/** There was an answer that the API server does not give. `what`: our words for it. */
export function unclearAnswer(call: ApiCall, what: string): ApiError {
  return new ApiError(`Cannot ${call.what}: the answer is ${what}`, { status: 0, reason: 'Timeout' });
}

/** The call was never sent. The cause names files, never what they hold. */
export function noCredentials(call: ApiCall, cause: unknown): ApiError {
  const message = `Cannot ${call.what}: the credentials for the API server cannot be read`;
  return new ApiError(message, { status: 0, reason: 'Timeout', cause });
}

function textAt(object: JsonObject | undefined, key: string): string {
  const value: JsonValue | undefined = isJsonObject(object) ? object[key] : undefined;
  return typeof value === 'string' ? value : '';
}

/** One line, bounded: it ends up in logs and in Argo CD. */
function plain(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}...` : line;
}
