import type { KubeConfig } from '@kubernetes/client-node';
import { Agent, type RequestOptions } from 'node:https';
import type { ApiConnection, ApiCredentials } from './api-connection.ts';

export interface KubeconfigOptions {
  /** Merged in this order, as KUBECONFIG is. */
  readonly files: readonly string[];
  /** Default: the current context. */
  readonly context?: string;
}

/**
 * The API server that a kubeconfig names, for a person's machine and for tests. The library knows client
 * certificates, credential plugins, OIDC and proxies; it is loaded here and nowhere else, as it is slow to load.
 */
export async function kubeconfigConnection(options: KubeconfigOptions): Promise<ApiConnection> {
  let config = await load(options);
  const server = config.getCurrentCluster()?.server;
  if (server === undefined) throw new Error('Cannot use the kubeconfig: its context names no cluster');
  let agent: ApiCredentials['agent'] | undefined;
  return {
    server: new URL(server),
    credentials: async ({ renew }) => {
      if (renew) config = await load(options);
      const credentials = await credentialsOf(config);
      agent = credentials.agent;
      return credentials;
    },
    close: () => agent?.destroy(),
  };
}

async function load({ files, context }: KubeconfigOptions): Promise<KubeConfig> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const [first, ...others] = files.map((file) => {
    const config = new KubeConfig();
    config.loadFromFile(file);
    return config;
  });
  if (first === undefined) throw new Error('Cannot use the kubeconfig: no file was named');
  for (const other of others) first.mergeConfig(other, true);
  if (context !== undefined) first.setCurrentContext(context);
  return first;
}

async function credentialsOf(config: KubeConfig): Promise<ApiCredentials> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const { agent, auth, headers } = options;
  if (!(agent instanceof Agent))
    throw new Error('Cannot use the kubeconfig: its server is not reached by HTTPS');
  return {
    agent,
    headers: { ...textHeaders(headers), ...(typeof auth === 'string' && { authorization: basic(auth) }) },
  };
}

function textHeaders(headers: RequestOptions['headers']): Record<string, string> {
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value).trim()] as const);
  return Object.fromEntries(entries);
}

function basic(auth: string): string {
  return `Basic ${Buffer.from(auth).toString('base64')}`;
}
