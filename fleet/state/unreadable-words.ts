import type { UnreadableReason } from '../state-reader.ts';

/** What a person reads for each reason: `pod chat-celld-2 <words>`. */
export const UNREADABLE_WORDS: Readonly<Record<UnreadableReason, string>> = {
  refused: 'refuses connections to its internal listener',
  reset: 'breaks the connection off before its answer is complete',
  timeout: 'does not answer in time',
  unreachable: 'cannot be reached',
  'http-status': 'answers with an HTTP status other than 200',
  redirect: 'answers with a redirect, which is not followed',
  'too-large': 'answers more than is read',
  'not-json': 'does not answer in JSON',
  'node-error': 'reports an error instead of its state',
  'wrong-shape': 'answers something that is not the state of a celld node',
};
