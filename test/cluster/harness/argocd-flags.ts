import { join } from 'node:path';
import { ARGOCD_NAMESPACE, type PluginProcess } from './argocd-installation.ts';

export type ArgoCdProgram =
  | 'argocd-redis'
  | 'argocd-cmp-server'
  | 'argocd-repo-server'
  | 'argocd-application-controller'
  | 'argocd-applicationset-controller';

export interface ArgoCdPorts {
  readonly redis: number;
  readonly repoServer: number;
  readonly repoMetrics: number;
  readonly controllerMetrics: number;
  readonly setsMetrics: number;
  readonly setsProbe: number;
  readonly setsWebhook: number;
}

export interface ArgoCdPlaces {
  /** All have to be there before a program starts. */
  readonly folders: {
    readonly sockets: string;
    readonly work: string;
    readonly pluginWork: string;
    readonly home: string;
    readonly keys: string;
  };
  /** By ServiceAccount: each program acts as its own. */
  readonly kubeconfigs: Readonly<
    Record<'argocd-application-controller' | 'argocd-applicationset-controller', string>
  >;
}

export function argoCdPlaces(root: string): ArgoCdPlaces {
  const kubeconfig = (account: string) => join(root, `${account}.kubeconfig`);
  return {
    folders: {
      // A path of a socket has at most 107 bytes.
      sockets: join(root, 's'),
      work: join(root, 'work'),
      pluginWork: join(root, 'plugin-work'),
      home: join(root, 'home'),
      keys: join(root, 'keys'),
    },
    kubeconfigs: {
      'argocd-application-controller': kubeconfig('controller'),
      'argocd-applicationset-controller': kubeconfig('applicationsets'),
    },
  };
}

export interface ArgoCdCommand {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

interface Choices {
  readonly places: ArgoCdPlaces;
  readonly ports: ArgoCdPorts;
  readonly plugin: PluginProcess;
}

/** How each program is started outside a cluster; facts/argocd.md 12. */
export function argoCdCommand(name: ArgoCdProgram, { places, ports, plugin }: Choices): ArgoCdCommand {
  const { folders } = places;
  const env = { HOME: folders.home, PATH: process.env['PATH'], TMPDIR: folders.work };
  const sockets = { ARGOCD_PLUGINSOCKFILEPATH: folders.sockets };
  const redis = `--redis=127.0.0.1:${String(ports.redis)}`;
  const repoServer = `127.0.0.1:${String(ports.repoServer)}`;
  switch (name) {
    case 'argocd-redis':
      return { args: [`127.0.0.1:${String(ports.redis)}`], env: {} };
    case 'argocd-cmp-server':
      // The sidecar has no tools of this machine: PATH is empty there but for what the image holds.
      return {
        args: [`--config-dir-path=${plugin.configFolder}`],
        env: { ...plugin.env, ...sockets, HOME: folders.pluginWork, TMPDIR: folders.pluginWork },
      };
    case 'argocd-repo-server':
      return {
        args: [
          redis,
          '--address=127.0.0.1',
          `--port=${String(ports.repoServer)}`,
          '--metrics-address=127.0.0.1',
          `--metrics-port=${String(ports.repoMetrics)}`,
        ],
        env: { ...env, ...sockets, ...repoServerFolders(folders) },
      };
    case 'argocd-application-controller':
      return {
        args: [
          redis,
          `--repo-server=${repoServer}`,
          `--namespace=${ARGOCD_NAMESPACE}`,
          `--metrics-port=${String(ports.controllerMetrics)}`,
        ],
        env: { ...env, ...CONTROLLER, KUBECONFIG: places.kubeconfigs[name] },
      };
    case 'argocd-applicationset-controller':
      return {
        args: [
          `--argocd-repo-server=${repoServer}`,
          `--namespace=${ARGOCD_NAMESPACE}`,
          `--metrics-addr=127.0.0.1:${String(ports.setsMetrics)}`,
          `--probe-addr=127.0.0.1:${String(ports.setsProbe)}`,
          `--webhook-addr=127.0.0.1:${String(ports.setsWebhook)}`,
        ],
        env: { ...env, NAMESPACE: ARGOCD_NAMESPACE, KUBECONFIG: places.kubeconfigs[name] },
      };
  }
}

const CONTROLLER = {
  // The destination https://kubernetes.default.svc is then the cluster of KUBECONFIG.
  ARGOCD_FAKE_IN_CLUSTER: 'true',
  ARGOCD_CONTROLLER_REPLICAS: '1',
};

function repoServerFolders(folders: ArgoCdPlaces['folders']): NodeJS.ProcessEnv {
  return {
    ARGOCD_GPG_ENABLED: 'false',
    ARGOCD_TLS_DATA_PATH: folders.keys,
    ARGOCD_SSH_DATA_PATH: folders.keys,
    ARGOCD_GPG_DATA_PATH: folders.keys,
    ARGOCD_GNUPGHOME: folders.keys,
    ARGOCD_ASK_PASS_SOCK: join(folders.sockets, 'ask-pass'),
  };
}
