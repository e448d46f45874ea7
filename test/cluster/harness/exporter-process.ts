import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleLoader } from '../../program/harness/bundle.ts';
import type { ControlPlane } from '../control-plane.ts';
import { freePorts } from './free-ports.ts';
import { accountClient, type AccountClient } from './kube-clients.ts';
import { type Server, startServer } from './processes.ts';

export const EXPORTER = { namespace: 'celld-gitops', name: 'celld-gitops-exporter' } as const;

export interface ExporterProcess {
  readonly server: Server;
  readonly client: AccountClient;
  /** Status and text of an endpoint; status 0 while it does not listen. */
  get(path: string): Promise<{ readonly status: number; readonly text: string }>;
}

export interface ExporterPlaces {
  /** Of its pod. */
  readonly name: string;
  /** Made. */
  readonly folder: string;
  /** Text of the platform file. */
  readonly platform: string;
}

/** Runs the bundled exporter as the kubelet would: a process with a token of the ServiceAccount that was installed. */
export async function startExporterProcess(
  plane: ControlPlane,
  { name, folder, platform }: ExporterPlaces,
): Promise<ExporterProcess> {
  const account = join(folder, 'account');
  await mkdir(account, { recursive: true });
  const client = await accountClient(plane, { ...EXPORTER, folder: account });
  await writeFile(join(account, 'namespace'), EXPORTER.namespace);
  await writeFile(join(folder, 'platform.yaml'), platform);
  const [port = 0] = await freePorts(1);
  const listen = `127.0.0.1:${String(port)}`;
  const server = startServer({
    name,
    file: process.execPath,
    args: [bundleLoader(), 'exporter', `--platform=${join(folder, 'platform.yaml')}`, `--listen=${listen}`],
    log: join(plane.logs, `${name}.log`),
    env: {
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: new URL(plane.url).port,
      CELLD_GITOPS_ACCOUNT_FOLDER: account,
      POD_NAME: name,
      POD_NAMESPACE: EXPORTER.namespace,
    },
  });
  return { server, client, get: (path) => ask(`http://${listen}${path}`) };
}

async function ask(url: string): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
