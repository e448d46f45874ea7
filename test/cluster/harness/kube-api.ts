import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import type { JsonObject, JsonValue } from '../../../documents/json.ts';

export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query. */
  readonly path: string;
  readonly body?: JsonValue;
  /** Default `application/json`; a patch names its kind here. */
  readonly contentType?: string;
  /** Such as those of impersonation. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface KubeAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

/** A thin client: one request, one answer, refusals included; twenty seconds each. */
export interface KubeApi {
  send(call: KubeRequest): Promise<KubeAnswer>;
  close(): void;
}

export function kubeApi(url: string, authorityFile: string, token: string): KubeApi {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(authorityFile) });
  return {
    send: ({ method, path, body, contentType = 'application/json', headers: others = {} }) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? '' : JSON.stringify(body);
        const headers = {
          ...others,
          authorization: `Bearer ${token}`,
          'content-type': contentType,
          // Node leaves it out of a DELETE, whose body would then be none.
          'content-length': Buffer.byteLength(text),
        };
        const call = request(new URL(path, url), { method, agent, headers, timeout: 20_000 }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            resolve({ status: answer.statusCode ?? 0, body: parseBody(Buffer.concat(chunks).toString()) });
          });
        });
        call.on('timeout', () => call.destroy(new Error(`No answer to ${method} ${path} within 20 s`)));
        call.on('error', reject);
        call.end(text);
      }),
    close: () => agent.destroy(),
  };
}

/** `/readyz` and a few others answer in plain text. */
function parseBody(text: string): JsonObject {
  return text.startsWith('{') ? (JSON.parse(text) as JsonObject) : { text };
}
