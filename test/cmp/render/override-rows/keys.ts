import { set, type Row } from './row.ts';

/** Keys by which somebody acts: on the object, and on its pods. */
const ACTING_KEYS = [
  ['argocd.argoproj.io/sync-options', 'Replace=true,Force=true'],
  ['argocd.argoproj.io/sync-wave', '5'],
  ['argocd.argoproj.io/ignore-healthcheck', 'true'],
  ['argocd.argoproj.io/tracking-id', 'other:apps/StatefulSet:a/b'],
  ['helm.sh/hook', 'pre-install'],
  ['celld-gitops.io/acknowledge-delete', 'true'],
  ['celld-operator.io/template-hash', 'x'],
  ['autoscaling.keda.sh/paused-replicas', '0'],
  ['autoscaling.keda.sh/paused', 'true'],
  ['scaledobject.keda.sh/transfer-hpa-ownership', 'true'],
  ['kubectl.kubernetes.io/last-applied-configuration', '{}'],
] as const;

/** Keys that an override may neither set nor change. */
export const KEY_ROWS: readonly Row[] = ACTING_KEYS.flatMap(([key, value]) => [
  ...(['stateful-set', 'scaled-object', 'service-internal', 'network-policy', 'worker-app'] as const).map(
    (template) => ({
      what: `annotate the object with ${key}`,
      template,
      change: set(['metadata', 'annotations', key], value),
      refused: `metadata.annotations["${key}"]`,
    }),
  ),
  {
    what: `annotate the pods with ${key}`,
    template: 'stateful-set' as const,
    change: set(['spec', 'template', 'metadata', 'annotations', key], value),
    refused: `spec.template.metadata.annotations["${key}"]`,
  },
]);
