import { readFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../../fleet/clock.ts';
import type { ApiConnection, ApiCredentials } from './api-connection.ts';

export interface InClusterOptions {
  /** Has KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT in a pod. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Where the kubelet keeps the token and the authority's certificate. */
  readonly folder?: string;
}

interface Loaded {
  readonly token: string;
  readonly authority: string;
  readonly agent: Agent;
  readonly at: number;
}

const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The kubelet replaces the token well before its end; client-go reads it again after the same time. Bug row F5. */
const FRESH_MS = 60_000;
/** Below the 90 s after which the API server closes an idle connection, so that a write rarely meets a closed one. */
const IDLE_MS = 30_000;
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * The API server of the pod's own cluster, as the pod's ServiceAccount; undefined outside a pod. Not the library's
 * reader: that costs 80 MB of a Job's memory, keeps a refused token, and measures its minute by a clock that may jump.
 */
export function inClusterConnection(options: InClusterOptions): ApiConnection | undefined {
  const { environment, clock, folder = FOLDER } = options;
  const host = environment['KUBERNETES_SERVICE_HOST'];
  const port = environment['KUBERNETES_SERVICE_PORT'];
  if (host === undefined || host === '' || port === undefined || port === '') return undefined;
  let loaded: Loaded | undefined;
  return {
    server: new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`),
    credentials: async ({ renew }) => {
      const isFresh = loaded !== undefined && clock.monotonic() - loaded.at < FRESH_MS;
      if (loaded === undefined || renew || !isFresh) loaded = await load(folder, { clock, before: loaded });
      return credentialsOf(loaded);
    },
    close: () => loaded?.agent.destroy(),
  };
}

interface Loading {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly before: Loaded | undefined;
}

async function load(folder: string, { clock, before }: Loading): Promise<Loaded> {
  const at = clock.monotonic();
  const [text, authority] = await Promise.all([
    readFile(join(folder, 'token'), 'utf8'),
    readFile(join(folder, 'ca.crt'), 'utf8'),
  ]);
  const token = text.trim();
  if (!TOKEN.test(token)) throw new Error('Cannot use the ServiceAccount token: the file holds no token');
  // An authority that was replaced needs connections of its own; the old ones end with their answers.
  const isKnown = before?.authority === authority;
  const agent = isKnown ? before.agent : new Agent({ keepAlive: true, timeout: IDLE_MS, ca: authority });
  return { token, authority, agent, at };
}

function credentialsOf({ agent, token }: Loaded): ApiCredentials {
  return { agent, headers: { authorization: `Bearer ${token}` } };
}
