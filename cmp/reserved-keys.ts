import { ANNOTATIONS, LABELS } from '../fleet/labels.ts';

/** Domains of keys by which celld-operator, this plugin or Argo CD act on an object, with every subdomain (T6). */
const OWN_DOMAINS = ['celld-operator.io', 'celld-gitops.io'] as const;
const ARGO_DOMAINS = ['argocd.argoproj.io', 'helm.sh'] as const;

/** The one Argo CD key that changes neither order nor pruning nor comparing: it leaves an object out of app health. */
const HARMLESS_ARGO_KEYS: readonly string[] = ['argocd.argoproj.io/ignore-healthcheck'];

/** Keys of pods that the fleet, the StatefulSet controller or an identity webhook sets or selects by. */
const POD_KEYS: readonly string[] = [
  LABELS.name,
  LABELS.instance,
  LABELS.azureIdentity,
  ANNOTATIONS.azureClientId,
  'apps.kubernetes.io/pod-index',
  'controller-revision-hash',
  'statefulset.kubernetes.io/pod-name',
];

const WRITTEN_BY_KUBECTL = 'kubectl.kubernetes.io/last-applied-configuration';

export type KeyOwner = 'celld' | 'argocd' | 'kubectl' | 'fleet';

/** Who a label or annotation key belongs to, or undefined where anybody may set it on an object. */
export function keyOwner(key: string): KeyOwner | undefined {
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  if (isBelow(domain, OWN_DOMAINS)) return 'celld';
  if (isBelow(domain, ARGO_DOMAINS)) return HARMLESS_ARGO_KEYS.includes(key) ? undefined : 'argocd';
  return key === WRITTEN_BY_KUBECTL ? 'kubectl' : undefined;
}

/** The same for a pod of a fleet, which more keys belong to. */
export function podKeyOwner(key: string): KeyOwner | undefined {
  return POD_KEYS.includes(key) ? 'fleet' : keyOwner(key);
}

function isBelow(domain: string, domains: readonly string[]): boolean {
  return domains.some((owned) => domain === owned || domain.endsWith(`.${owned}`));
}

/** Why a key of each owner is refused, as the end of a message. */
export const KEY_REASONS: Readonly<Record<KeyOwner, string>> = {
  celld: 'it is for celld-operator and celld-gitops alone',
  argocd: 'it would change how Argo CD orders, compares or prunes',
  kubectl: 'it is written by kubectl, not in git',
  fleet: 'the fleet sets it itself',
};
