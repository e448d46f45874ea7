import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { parse } from 'yaml';
import { type KubeApi, kubeApi } from '../../cluster/harness/kube-api.ts';

/** An API server as a kubelet of tests reaches it: by a kubeconfig with a token and the authority's file. */
export interface KubeletConnection {
  readonly url: URL;
  readonly authorityFile: string;
  readonly api: KubeApi;
  /** A streaming GET; `onLine` for each line of the answer. Resolves when the stream ends, rejects where it broke. */
  stream(path: string, options: StreamOptions): Promise<void>;
  close(): void;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

/** Silence after which a stream counts as broken: bookmarks come every minute. */
const SILENCE_MS = 90_000;

export function openConnection(kubeconfig: string): KubeletConnection {
  const config = parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const { server = '', 'certificate-authority': authorityFile = '' } = config.clusters[0]?.cluster ?? {};
  const token = config.users[0]?.user.token ?? '';
  const api = kubeApi(server, authorityFile, token);
  const agent = new Agent({ keepAlive: true, ca: readFileSync(authorityFile) });
  const headers = { authorization: `Bearer ${token}` };
  return {
    url: new URL(server),
    authorityFile,
    api,
    stream: (path, { signal, onLine }) =>
      new Promise((resolve, reject) => {
        const call = request(
          new URL(path, server),
          { agent, headers, signal, timeout: SILENCE_MS },
          (answer) => {
            let rest = '';
            answer.setEncoding('utf8');
            answer.on('data', (chunk: string) => {
              const lines = (rest + chunk).split('\n');
              rest = lines.pop() ?? '';
              lines.forEach(onLine);
            });
            answer.on('error', reject);
            answer.on('end', resolve);
          },
        );
        call.on('timeout', () => call.destroy(new Error(`Silence on ${path}`)));
        call.on('error', reject);
        call.end();
      }),
    close: () => {
      api.close();
      agent.destroy();
    },
  };
}
