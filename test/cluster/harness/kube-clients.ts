import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterApi } from '../../../fleet/cluster-api.ts';
import { realClock } from '../../../kube/clock.ts';
import { clusterApi } from '../../../kube/cluster-api.ts';
import type { ApiConnection } from '../../../kube/connection/api-connection.ts';
import { inClusterConnection } from '../../../kube/connection/in-cluster.ts';
import { kubeconfigConnection } from '../../../kube/connection/kubeconfig.ts';
import type { ControlPlane } from '../control-plane.ts';
import { textAt } from './json-at.ts';

export interface OpenClient {
  readonly api: ClusterApi;
  readonly connection: ApiConnection;
}

/** The product's own client, with a person's kubeconfig. */
export async function kubeconfigClient(plane: ControlPlane): Promise<OpenClient> {
  return client(await kubeconfigConnection({ files: [plane.kubeconfig] }));
}

export interface AccountClient extends OpenClient {
  /** Folder with the token and the authority, as the kubelet would mount it. */
  readonly folder: string;
}

export interface AccountOptions {
  readonly namespace: string;
  readonly name: string;
  /** Made, with what a kubelet would put there. */
  readonly folder: string;
  /** Where the API server is asked; default: where it is. */
  readonly port?: string;
}

/** The product's own client as it runs in a pod: as a ServiceAccount, which must exist. */
export async function accountClient(plane: ControlPlane, options: AccountOptions): Promise<AccountClient> {
  const { folder, port = new URL(plane.url).port } = options;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'token'), await accountToken(plane, options));
  await copyFile(await authorityFile(plane), join(folder, 'ca.crt'));
  const environment = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: port };
  const connection = inClusterConnection({ environment, clock: realClock(), folder });
  if (connection === undefined) throw new Error('Cannot connect: the environment names no API server');
  return { ...client(connection), folder };
}

/** A new token of a ServiceAccount, good for an hour. */
export async function accountToken(
  plane: ControlPlane,
  { namespace, name }: Pick<AccountOptions, 'namespace' | 'name'>,
): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  return textAt((await plane.api.send({ method: 'POST', path, body })).body, 'status', 'token');
}

async function authorityFile(plane: ControlPlane): Promise<string> {
  const config = JSON.parse(await readFile(plane.kubeconfig, 'utf8')) as {
    readonly clusters: readonly { readonly cluster: { readonly 'certificate-authority': string } }[];
  };
  return config.clusters[0]?.cluster['certificate-authority'] ?? '';
}

function client(connection: ApiConnection): OpenClient {
  return { connection, api: clusterApi({ connection, clock: realClock(), random: () => 0.5 }) };
}
