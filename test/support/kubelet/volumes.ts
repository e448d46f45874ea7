import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../documents/json.ts';
import { objectsAt, textAt, valueAt } from '../../cluster/harness/json-at.ts';
import type { KubeletConnection } from './connection.ts';
import { ConfigError, readKeys } from './container-environment.ts';

/** Where a container's mount paths really are, the longest path first. */
export type Mounts = readonly { readonly mountPath: string; readonly folder: string }[];

/** Lays the volumes of the pod's first container out in folders: Secrets and ConfigMaps with their keys, others empty. */
export async function layOutVolumes(
  { api }: KubeletConnection,
  pod: JsonObject,
  folder: string,
): Promise<Mounts> {
  const namespace = textAt(pod, 'metadata', 'namespace');
  const [container] = objectsAt(pod, 'spec', 'containers');
  const mounts: { mountPath: string; folder: string }[] = [];
  for (const mount of objectsAt(container, 'volumeMounts')) {
    const name = textAt(mount, 'name');
    const volume = objectsAt(pod, 'spec', 'volumes').find((one) => one['name'] === name);
    // The token's volume, which the API server adds: see `mountAccount`.
    if (valueAt(volume, 'projected') !== undefined) continue;
    const place = join(folder, 'volumes', name);
    mkdirSync(place, { recursive: true });
    await fill(api, { volume, namespace, place });
    mounts.push({ mountPath: textAt(mount, 'mountPath'), folder: place });
  }
  return mounts.sort((a, b) => b.mountPath.length - a.mountPath.length);
}

interface Filling {
  readonly volume: JsonObject | undefined;
  readonly namespace: string;
  readonly place: string;
}

async function fill(api: KubeletConnection['api'], { volume, namespace, place }: Filling): Promise<void> {
  for (const kind of ['secret', 'configMap'] as const) {
    const source = valueAt(volume, kind);
    if (source === undefined) continue;
    const name = textAt(source, kind === 'secret' ? 'secretName' : 'name');
    const isOptional = valueAt(source, 'optional') === true;
    const keys = await readKeys(api, { kind, namespace, name, isOptional });
    const items = objectsAt(source, 'items').map((item) => [textAt(item, 'key'), textAt(item, 'path')]);
    const wanted = items.length > 0 ? items : Object.keys(keys).map((key) => [key, key]);
    for (const [key = '', path = ''] of wanted) {
      if (keys[key] === undefined) throw new ConfigError(`references non-existent key ${key}`);
      writeFileSync(join(place, path), keys[key]);
    }
  }
}

/** Text with every mount path replaced by its folder. */
export function inFolders(text: string, mounts: Mounts): string {
  const mount = mounts.find(({ mountPath }) => text === mountPath || text.startsWith(`${mountPath}/`));
  return mount === undefined ? text : mount.folder + text.slice(mount.mountPath.length);
}

/**
 * Token, authority and namespace of the pod's ServiceAccount, as the kubelet mounts them: a token that the API server
 * binds to this very pod. Undefined where the pod wants none.
 */
export async function mountAccount(
  { api, authorityFile }: KubeletConnection,
  pod: JsonObject,
  folder: string,
): Promise<string | undefined> {
  const namespace = textAt(pod, 'metadata', 'namespace');
  const account = textAt(pod, 'spec', 'serviceAccountName');
  const [container] = objectsAt(pod, 'spec', 'containers');
  // The API server has decided: it adds the volume where a token is to be mounted.
  const isWanted = objectsAt(container, 'volumeMounts').some(
    (mount) => mount['mountPath'] === '/var/run/secrets/kubernetes.io/serviceaccount',
  );
  if (!isWanted) return undefined;
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const boundObjectRef = {
    apiVersion: 'v1',
    kind: 'Pod',
    name: textAt(pod, 'metadata', 'name'),
    uid: textAt(pod, 'metadata', 'uid'),
  };
  const spec = { boundObjectRef, expirationSeconds: 3607 };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
  const answer = await api.send({ method: 'POST', path, body });
  if (answer.status !== 201) throw new ConfigError(`failed to fetch token: ${String(answer.status)}`);
  const place = join(folder, 'account');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'token'), textAt(answer.body, 'status', 'token'), { mode: 0o600 });
  copyFileSync(authorityFile, join(place, 'ca.crt'));
  writeFileSync(join(place, 'namespace'), namespace);
  return place;
}
