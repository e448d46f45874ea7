import type { JsonValue } from '../../../documents/json.ts';
import type { Behaviour } from './misbehaving-server.ts';

export function json(value: JsonValue, status = 200, headers: Record<string, string> = {}): Behaviour {
  return (answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(JSON.stringify(value));
  };
}

export function text(body: string, status: number, headers: Record<string, string> = {}): Behaviour {
  return (answer) => {
    answer.writeHead(status, headers);
    answer.end(body);
  };
}

/** Nothing, ever. */
export const hang: Behaviour = () => undefined;

/** Takes the request and breaks the connection off. */
export const reset: Behaviour = (answer) => {
  answer.socket?.resetAndDestroy();
};

/** Headers, then a byte at a time. */
export function drip(everyMs: number): Behaviour {
  return (answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => answer.write(' '), everyMs);
    answer.on('close', () => clearInterval(timer));
  };
}

export function ofSize(bytes: number): Behaviour {
  return (answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.on('error', () => undefined);
    answer.end(Buffer.alloc(bytes, ' '));
  };
}

/** Promises more than it sends. */
export function cutOff(body: string, promised: number): Behaviour {
  return (answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': String(promised) });
    answer.write(body, () => answer.socket?.end());
  };
}

/** A refusal in the API server's own words. */
export function status(code: number, reason: string, details: JsonValue = {}): Behaviour {
  return json(
    {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      reason,
      message: `${reason} it is`,
      code,
      details,
    },
    code,
  );
}
