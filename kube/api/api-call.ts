import type { HttpRequest } from '../http/exchange.ts';

/** One call of the API, before it is known as whom and how often it is sent. */
export interface ApiCall {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  readonly contentType?: string;
  readonly body?: string;
  /** For messages: `patch statefulsets "chat-celld" in namespace "prod"`. */
  readonly what: string;
}

/** A read may be sent again whatever became of it. */
export function isRead({ method }: Pick<ApiCall, 'method'>): boolean {
  return method === 'GET';
}
