import type { Identity } from './guard.ts';

export const GUARDED_NAMESPACE = 'guarded';

/** Who tries something; `gate` and `rollout` are those of the fleet that it is tried on. */
export type Who =
  | 'someone'
  | 'argocd'
  | 'gate'
  | 'rollout'
  | 'gateOfFeed'
  | 'rolloutOfFeed'
  | 'rolloutElsewhere'
  | 'keda'
  | 'hpa'
  | 'namespaces'
  | 'garbage';

const account = (namespace: string, name: string): Identity => ({
  user: `system:serviceaccount:${namespace}:${name}`,
});

/** The user names that the shipped settings mean. */
export function identityOf(who: Who, app: string): Identity {
  const identities: Readonly<Record<Who, Identity>> = {
    someone: { user: 'someone' },
    argocd: account('argocd', 'argocd-application-controller'),
    gate: account(GUARDED_NAMESPACE, `${app}-celld-gate`),
    rollout: account(GUARDED_NAMESPACE, `${app}-celld-rollout`),
    gateOfFeed: account(GUARDED_NAMESPACE, 'feed-celld-gate'),
    rolloutOfFeed: account(GUARDED_NAMESPACE, 'feed-celld-rollout'),
    rolloutElsewhere: account('elsewhere', `${app}-celld-rollout`),
    keda: account('keda', 'keda-operator'),
    hpa: account('kube-system', 'horizontal-pod-autoscaler'),
    namespaces: account('kube-system', 'namespace-controller'),
    garbage: account('kube-system', 'generic-garbage-collector'),
  };
  return identities[who];
}
