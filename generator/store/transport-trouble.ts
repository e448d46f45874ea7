import { failureReason, type HttpFailureReason } from '../../kube/http/failure-reason.ts';
import { failed, type Failed } from './object-store.ts';

const SENTENCES: Readonly<Record<HttpFailureReason, string>> = {
  refused: 'nobody took the connection',
  reset: 'the connection broke, or the answer ended early',
  timeout: 'there was no answer in time',
  unreachable: 'the host could not be reached',
  'too-large': 'the answer is too large',
  'not-http': 'the answer is not HTTP',
  untrusted: 'the certificate is not trusted',
};

/** A failure below HTTP: nothing of the error's own text is shown, as it may hold an address with a signature. */
export function transportTrouble(error: unknown, signal: AbortSignal): Failed {
  const reason = signal.aborted ? 'timeout' : failureReason(rootOf(error));
  return failed('bucket-unreachable', `Cannot reach the store: ${SENTENCES[reason]}`);
}

/** Clients wrap what Node said. */
function rootOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('no error was thrown');
  const inner = error.cause ?? innerError(error);
  if (!('code' in error && typeof error.code === 'string') && inner instanceof Error) return rootOf(inner);
  return error;
}

function innerError(error: Error): unknown {
  return error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
}
