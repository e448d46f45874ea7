import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { JsonObject } from '../../../documents/json.ts';
import type { ControlPlane } from '../control-plane.ts';
import { moduleFolder } from './go.ts';
import { objectsAt, textAt } from './json-at.ts';
import { kustomize } from './kustomize.ts';
import { THIRD_PARTY_CRDS } from './third-party-crds.ts';

const OURS = join(import.meta.dirname, '../../../argocd');
/** What `core-install.yaml` is made of, but for the CRDs. */
const ARGOCD_PARTS = [
  'cluster-rbac/application-controller',
  'base/config',
  'base/application-controller',
  'base/applicationset-controller',
  'base/repo-server',
];
const COMPONENTS = ['plugin', 'argocd-cm'];
export const ARGOCD_NAMESPACE = 'argocd';

/** Argo CD's own installation with our components, as docs/install.md says; every object of it. */
export async function argoCdInstallation(plane: ControlPlane): Promise<readonly JsonObject[]> {
  const manifests = join(await moduleFolder(THIRD_PARTY_CRDS.argoCd), 'manifests');
  return await kustomize(plane, {
    namespace: ARGOCD_NAMESPACE,
    resources: ARGOCD_PARTS.map((part) => join(manifests, part)),
    components: COMPONENTS.map((component) => join(OURS, component)),
  });
}

/** The sidecar as a process on this machine: where the container has a path, this has another. */
export interface PluginProcess {
  /** `--config-dir-path`, with plugin.yaml in it. */
  readonly configFolder: string;
  /** `<name>-<version>`, as Applications name it. */
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface PluginPlaces {
  readonly folder: string;
  /** Folder of the bundle, /opt/celld-gitops in the image. */
  readonly bundle: string;
  /** Instead of the platform file of the installation. */
  readonly platform?: string;
}

/** Lays out what the sidecar mounts, taken from the objects that an administrator applies. */
export async function layOutPlugin(
  installation: readonly JsonObject[],
  { folder, bundle, platform }: PluginPlaces,
): Promise<PluginProcess> {
  const configFolder = join(folder, 'plugin');
  const platformFile = join(folder, 'platform.yaml');
  await mkdir(configFolder, { recursive: true });
  const sidecar = sidecarOf(installation);
  const plugin = configMapText(installation, 'celld-gitops-plugin', 'plugin.yaml');
  await writeFile(
    platformFile,
    platform ?? configMapText(installation, 'celld-gitops-platform', 'platform.yaml'),
  );
  const here = plugin
    .replaceAll('/usr/local/bin/node', process.execPath)
    .replaceAll('/opt/celld-gitops/', `${bundle}/`)
    .replaceAll('/etc/celld-gitops/platform.yaml', platformFile);
  await writeFile(join(configFolder, 'plugin.yaml'), here);
  const env = objectsAt(sidecar, 'env').map(
    (entry) => [textAt(entry, 'name'), textAt(entry, 'value')] as const,
  );
  return { configFolder, name: pluginName(here), env: Object.fromEntries(env) };
}

function sidecarOf(installation: readonly JsonObject[]): JsonObject {
  const repoServer = installation.find(
    (object) =>
      textAt(object, 'kind') === 'Deployment' && textAt(object, 'metadata', 'name') === 'argocd-repo-server',
  );
  const sidecar = objectsAt(repoServer, 'spec', 'template', 'spec', 'containers').find(
    (container) => container['name'] === 'celld-gitops',
  );
  if (sidecar === undefined)
    throw new Error('Expected the component to add the sidecar to argocd-repo-server');
  return sidecar;
}

/** kustomize adds a hash to the names of generated ConfigMaps. */
function configMapText(installation: readonly JsonObject[], prefix: string, key: string): string {
  const map = installation.find(
    (object) =>
      textAt(object, 'kind') === 'ConfigMap' && textAt(object, 'metadata', 'name').startsWith(`${prefix}-`),
  );
  const text = textAt(map, 'data', key);
  if (text === '') throw new Error(`Expected the component to make the ConfigMap ${prefix} with ${key}`);
  return text;
}

function pluginName(plugin: string): string {
  const value = parse(plugin) as JsonObject;
  return `${textAt(value, 'metadata', 'name')}-${textAt(value, 'spec', 'version')}`;
}
