import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { KEY_REASONS, keyOwner, podKeyOwner } from '../reserved-keys.ts';
import { memberPath, type OverrideFinding } from './override-finding.ts';

/** Domains by which Argo CD and KEDA act on an object: orders, prunes, ignores, pauses, hands over. */
const ACTING_DOMAINS = ['argocd.argoproj.io', 'keda.sh'];
const ACTS = 'Argo CD or KEDA would act by it';

/** By these a pod leaves the mesh, or takes a port out of it, and so passes by the AuthorizationPolicy (facts/threats.md T9, T22). */
const MESH_DOMAINS = ['traffic.sidecar.istio.io', 'ambient.istio.io'];
const MESH_KEYS = [
  'istio.io/dataplane-mode',
  'proxy.istio.io/config',
  'proxy.istio.io/overrides',
  'sidecar.istio.io/inject',
  'sidecar.istio.io/interceptionMode',
];
/** What turned off a container's AppArmor profile before it was a field. */
const APPARMOR_DOMAINS = ['container.apparmor.security.beta.kubernetes.io'];
/** The former spelling of publishNotReadyAddresses. */
const UNREADY_ENDPOINTS = 'service.alpha.kubernetes.io/tolerate-unready-endpoints';

type Reason = (key: string) => string | undefined;

const objectReason: Reason = (key) => {
  const owner = keyOwner(key);
  if (owner !== undefined) return KEY_REASONS[owner];
  if (isBelow(key, ACTING_DOMAINS)) return ACTS;
  return key === UNREADY_ENDPOINTS ? 'it would send requests to pods that are not ready' : undefined;
};

const podReason: Reason = (key) => {
  const owner = podKeyOwner(key);
  if (owner !== undefined) return KEY_REASONS[owner];
  if (MESH_KEYS.includes(key) || isBelow(key, MESH_DOMAINS)) return 'it could take the pod out of the mesh';
  if (isBelow(key, APPARMOR_DOMAINS)) return 'it could lift the pod’s restrictions';
  return objectReason(key);
};

/** Labels and annotations by which somebody acts: exactly those of ours, on the object and on its pods. */
export function checkKeys(ours: JsonObject, theirs: JsonObject): OverrideFinding[] {
  const pod = ['spec', 'template'];
  return [
    ...checkMetadata(objectReason, '', { ours, theirs }),
    ...checkMetadata(podReason, pod.join('.'), { ours: at(ours, pod), theirs: at(theirs, pod) }),
  ];
}

function checkMetadata(
  reasonOf: Reason,
  path: string,
  { ours, theirs }: { readonly ours: JsonObject; readonly theirs: JsonObject },
): OverrideFinding[] {
  return ['labels', 'annotations'].flatMap((field) => {
    const own = at(ours, ['metadata', field]);
    const other = at(theirs, ['metadata', field]);
    const place = memberPath(memberPath(path, 'metadata'), field);
    const keys = new Set([...Object.keys(own), ...Object.keys(other)]);
    return [...keys].flatMap((key) => {
      const reason = reasonOf(key);
      if (reason === undefined || valueAt(own, key) === valueAt(other, key)) return [];
      return [
        { path: memberPath(place, key), message: `must be as the built-in template has it: ${reason}` },
      ];
    });
  });
}

function at(object: JsonObject, path: readonly string[]): JsonObject {
  let value: JsonValue | undefined = object;
  for (const key of path) value = isJsonObject(value) ? valueAt(value, key) : undefined;
  return isJsonObject(value) ? value : {};
}

function valueAt(map: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function isBelow(key: string, domains: readonly string[]): boolean {
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  return domains.some((owned) => domain === owned || domain.endsWith(`.${owned}`));
}
