import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  controlPlanePaths,
  writeControlPlaneFiles,
  type ControlPlanePaths,
} from './harness/control-plane-files.ts';
import {
  apiServerFlags,
  controllerManagerFlags,
  etcdFlags,
  type ControlPlaneChoices,
} from './harness/control-plane-flags.ts';
import { freePorts } from './harness/free-ports.ts';
import { buildGoProgram } from './harness/go-program.ts';
import { kubeApi, type KubeApi } from './harness/kube-api.ts';
import { controlPlaneProgram, wantedKubernetes } from './harness/kubernetes-versions.ts';
import { lastLines, run, startServer, type Outcome, type Server } from './harness/processes.ts';

/** A running etcd, API server and controller manager, all on loopback, for one suite. */
export interface ControlPlane {
  readonly url: string;
  /** Of an administrator (group system:masters). */
  readonly kubeconfig: string;
  /** File of the certificate that the API server's is signed by. */
  readonly authority: string;
  /** Folder of the programs etcd, kube-apiserver, kube-controller-manager and kubectl. */
  readonly programs: string;
  /** Folder of the servers' logs and of audit.log. */
  readonly logs: string;
  readonly api: KubeApi;
  readonly servers: { readonly etcd: Server; readonly apiServer: Server; readonly controllerManager: Server };
  kubectl(args: readonly string[], stdin?: string): Promise<Outcome>;
  /** Kills the API server and starts it anew, on the same port with the same etcd; resolves when it is ready. */
  restartApiServer(): Promise<void>;
  /** Stops every process and removes every file; logs stay only if CLUSTER_LOGS names a folder for them. */
  stop(): Promise<void>;
}

const START_DEADLINE = 60_000;
const ATTEMPTS = 3;

/** Builds the control plane if need be and starts it; resolves when the API server is ready and kubectl would work. */
export async function startControlPlane(choices: ControlPlaneChoices = {}): Promise<ControlPlane> {
  const programs = await buildGoProgram(
    controlPlaneProgram(wantedKubernetes(process.env['CLUSTER_KUBERNETES'])),
  );
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(programs, choices);
    } catch (error) {
      const portWasTaken = error instanceof Error && error.message.includes('address already in use');
      if (!portWasTaken || attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(programs: string, choices: ControlPlaneChoices): Promise<ControlPlane> {
  const root = await mkdtemp(join(tmpdir(), 'celld-gitops-control-plane-'));
  const paths = controlPlanePaths(root, logFolder(root));
  const started: Server[] = [];
  const removeRoot = () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  const stop = async () => {
    // In reverse: an API server without its etcd takes its whole grace to end.
    for (const server of started.toReversed()) await server.stop();
    await rm(root, { recursive: true, force: true });
    process.off('exit', removeRoot);
  };
  try {
    const [etcdClients = 0, etcdPeers = 0, port = 0] = await freePorts(3);
    const ports = { etcdClients, etcdPeers, api: port };
    const url = `https://127.0.0.1:${String(port)}`;
    const token = await writeControlPlaneFiles(paths, url);
    const start = (name: string, args: readonly string[]): Server => {
      const log = join(paths.logs, `${name}.log`);
      const server = startServer({ name, args, log, file: join(programs, name) });
      started.push(server);
      return server;
    };
    const etcd = start('etcd', etcdFlags(paths, ports));
    process.once('exit', removeRoot);
    const apiServer = start('kube-apiserver', apiServerFlags(paths, ports, choices));
    const api = await readyApi(url, { paths, token, started });
    // Only now: it ends at once where the API server has not yet written its certificate.
    const controllerManager = start('kube-controller-manager', controllerManagerFlags(paths, choices));
    await waitUntil(() => exists(api, '/api/v1/namespaces/default/serviceaccounts/default'), started);
    return {
      url,
      kubeconfig: paths.adminKubeconfig,
      authority: paths.authority,
      programs,
      logs: paths.logs,
      api,
      servers: { etcd, apiServer, controllerManager },
      kubectl: (args, stdin = '') => runKubectl(programs, paths, { args, stdin }),
      restartApiServer: async () => {
        const running = started.findLast(({ name }) => name === apiServer.name) ?? apiServer;
        running.signal('SIGKILL');
        await running.stop();
        started.splice(started.indexOf(running), 1);
        start(apiServer.name, apiServerFlags(paths, ports, choices));
        await waitUntil(() => exists(api, '/readyz'), started);
      },
      stop: async () => {
        api.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Waiting {
  readonly paths: ControlPlanePaths;
  readonly token: string;
  readonly started: readonly Server[];
}

async function readyApi(url: string, { paths, token, started }: Waiting): Promise<KubeApi> {
  await waitUntil(() => Promise.resolve(existsSync(paths.authority)), started);
  const api = kubeApi(url, paths.authority, token);
  await waitUntil(() => exists(api, '/readyz'), started);
  return api;
}

async function waitUntil(done: () => Promise<boolean>, started: readonly Server[]): Promise<void> {
  const deadline = Date.now() + START_DEADLINE;
  while (!(await done())) {
    const dead = started.find((server) => !server.running());
    if (dead !== undefined) throw new Error(`Cannot start the control plane: ${lastLines(dead)}`);
    if (Date.now() > deadline) {
      throw new Error(
        `Cannot start the control plane within a minute: ${started.map((s) => lastLines(s)).join('\n')}`,
      );
    }
    await sleep(50);
  }
}

async function exists(api: KubeApi, path: string): Promise<boolean> {
  try {
    return (await api.send({ method: 'GET', path })).status === 200;
  } catch {
    return false;
  }
}

interface KubectlCall {
  readonly args: readonly string[];
  readonly stdin: string;
}

function runKubectl(programs: string, paths: ControlPlanePaths, call: KubectlCall): Promise<Outcome> {
  const env = { HOME: paths.home, KUBECONFIG: paths.adminKubeconfig, PATH: programs, TZ: 'UTC' };
  return run(join(programs, 'kubectl'), call.args, { env, stdin: call.stdin });
}

function logFolder(root: string): string {
  const kept = process.env['CLUSTER_LOGS'];
  return kept === undefined ? join(root, 'logs') : join(kept, basename(root));
}
