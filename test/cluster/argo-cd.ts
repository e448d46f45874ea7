import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../documents/json.ts';
import { bundleFolder } from '../program/harness/bundle.ts';
import type { ControlPlane } from './control-plane.ts';
import { writeAccountKubeconfig } from './harness/account-kubeconfig.ts';
import {
  ARGOCD_NAMESPACE,
  argoCdInstallation,
  layOutPlugin,
  type PluginProcess,
} from './harness/argocd-installation.ts';
import { ARGOCD_PROGRAM } from './harness/argocd-program.ts';
import * as flags from './harness/argocd-flags.ts';
import { freePorts } from './harness/free-ports.ts';
import { buildGoProgram } from './harness/go-program.ts';
import { installCrds, ownCrds } from './harness/install-crds.ts';
import { textAt } from './harness/json-at.ts';
import { applyObjects } from './harness/kustomize.ts';
import { startServer, type Server } from './harness/processes.ts';
import { readCrdSource, THIRD_PARTY_CRDS } from './harness/third-party-crds.ts';
import { listens, waitForServers } from './harness/wait-for-servers.ts';

/** A running Argo CD: application controller, repo server and our plugin, each a process on loopback. */
export interface ArgoCd {
  /** As Applications name it: `celld-gitops-v<version>`. */
  readonly pluginName: string;
  readonly servers: Readonly<Record<flags.ArgoCdProgram, Server | undefined>>;
  /** Stops every process and removes every file; the logs are beside those of the control plane. */
  stop(): Promise<void>;
}

export interface ArgoCdChoices {
  /** Starts the ApplicationSet controller too. */
  readonly applicationSets?: boolean;
  /** Text of the platform file, instead of the one in argocd/plugin. */
  readonly platform?: string;
}

/** Builds Argo CD if need be, installs it with our components, and starts it on a control plane. */
export async function startArgoCd(plane: ControlPlane, choices: ArgoCdChoices = {}): Promise<ArgoCd> {
  const programs = await buildGoProgram(ARGOCD_PROGRAM);
  const root = await mkdtemp(join(tmpdir(), 'celld-gitops-argocd-'));
  const removeRoot = () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', removeRoot);
  const started: Server[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    await rm(root, { recursive: true, force: true });
    process.off('exit', removeRoot);
  };
  try {
    const places = flags.argoCdPlaces(root);
    for (const folder of Object.values(places.folders)) await mkdir(folder, { recursive: true });
    const [objects] = await Promise.all([argoCdInstallation(plane), installDefinitions(plane)]);
    const { platform } = choices;
    const plugin = await layOutPlugin(objects, {
      folder: root,
      bundle: bundleFolder(),
      ...(platform === undefined ? {} : { platform }),
    });
    await applyInstallation(plane, objects);
    await writeAccounts(plane, places);
    const ports = await argoCdPorts();
    const start = (name: flags.ArgoCdProgram): Server => {
      const { args, env } = flags.argoCdCommand(name, { places, ports, plugin });
      const log = join(plane.logs, `${name}.log`);
      const server = startServer({ name, file: join(programs, name), args, env, log });
      started.push(server);
      return server;
    };
    const servers = {
      'argocd-redis': start('argocd-redis'),
      'argocd-cmp-server': start('argocd-cmp-server'),
      'argocd-repo-server': start('argocd-repo-server'),
      'argocd-application-controller': start('argocd-application-controller'),
      'argocd-applicationset-controller':
        choices.applicationSets === true ? start('argocd-applicationset-controller') : undefined,
    };
    await waitForServers('Argo CD', started, () => isReady({ places, ports, plugin }));
    return { pluginName: plugin.name, servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function installDefinitions(plane: ControlPlane): Promise<void> {
  await installCrds(plane, [...(await ownCrds()), ...(await readCrdSource(THIRD_PARTY_CRDS.argoCd))]);
}

/** Its pods would find nobody to run them: the programs are started here instead. */
const NOT_APPLIED = ['Deployment', 'StatefulSet', 'NetworkPolicy'];

async function applyInstallation(plane: ControlPlane, objects: readonly JsonObject[]): Promise<void> {
  const items = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: ARGOCD_NAMESPACE } },
    ...objects.filter((object) => !NOT_APPLIED.includes(textAt(object, 'kind'))).map(withSecretKey),
    DEFAULT_PROJECT,
  ];
  await applyObjects(plane, items);
}

/** Both are what argocd-server writes at its first start, which nothing here needs otherwise. */
function withSecretKey(object: JsonObject): JsonObject {
  if (textAt(object, 'metadata', 'name') !== 'argocd-secret') return object;
  return { ...object, stringData: { 'server.secretkey': randomBytes(24).toString('base64') } };
}

const DEFAULT_PROJECT = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name: 'default', namespace: ARGOCD_NAMESPACE },
  spec: {
    sourceRepos: ['*'],
    destinations: [{ server: '*', namespace: '*' }],
    clusterResourceWhitelist: [{ group: '*', kind: '*' }],
  },
};

async function writeAccounts(plane: ControlPlane, { kubeconfigs }: flags.ArgoCdPlaces): Promise<void> {
  for (const [name, file] of Object.entries(kubeconfigs))
    await writeAccountKubeconfig(plane, { namespace: ARGOCD_NAMESPACE, name }, file);
}

async function argoCdPorts(): Promise<flags.ArgoCdPorts> {
  const free = await freePorts(7);
  const [redis = 0, repoServer = 0, repoMetrics = 0, controllerMetrics = 0] = free;
  const [, , , , setsMetrics = 0, setsProbe = 0, setsWebhook = 0] = free;
  return { redis, repoServer, repoMetrics, controllerMetrics, setsMetrics, setsProbe, setsWebhook };
}

interface Running {
  readonly places: flags.ArgoCdPlaces;
  readonly ports: flags.ArgoCdPorts;
  readonly plugin: PluginProcess;
}

async function isReady({ places, ports, plugin }: Running): Promise<boolean> {
  if (!existsSync(join(places.folders.sockets, `${plugin.name}.sock`))) return false;
  const listening = await Promise.all(
    [ports.redis, ports.repoServer, ports.controllerMetrics].map((port) => listens(port)),
  );
  return listening.every(Boolean);
}
