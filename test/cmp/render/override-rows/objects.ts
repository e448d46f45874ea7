import { set, type Row } from './row.ts';

/** What an override may not do to any object, shown on some. */
export const OBJECT_ROWS: readonly Row[] = [
  {
    what: 'drop a fleet label',
    template: 'stateful-set',
    change: set(['metadata', 'labels'], {}),
    refused: 'metadata.labels["celld-operator.io/workerapp"]',
  },
  {
    what: 'drop the pods’ fleet label',
    template: 'stateful-set',
    change: set(['spec', 'template', 'metadata', 'labels'], { a: 'b' }),
    refused: 'spec.template.metadata.labels["celld-operator.io/workerapp"]',
  },
  {
    what: 'widen the selector',
    template: 'stateful-set',
    change: set(['spec', 'selector', 'matchLabels', 'more'], 'x'),
    refused: 'spec.selector.matchLabels.more',
  },
  {
    what: 'open the partition',
    template: 'stateful-set',
    change: set(['spec', 'updateStrategy', 'rollingUpdate', 'partition'], 0),
    refused: 'spec.updateStrategy.rollingUpdate.partition',
  },
  {
    what: 'update on delete',
    template: 'stateful-set',
    change: set(['spec', 'updateStrategy'], { type: 'OnDelete' }),
    refused: 'spec.updateStrategy.type',
  },
  {
    what: 'set replicas',
    template: 'stateful-set',
    change: set(['spec', 'replicas'], 3),
    refused: 'spec.replicas',
  },
  {
    what: 'start ordinals at two',
    template: 'stateful-set',
    change: set(['spec', 'ordinals'], { start: 2 }),
    refused: 'spec.ordinals',
  },
  {
    what: 'rename the set',
    template: 'stateful-set',
    change: set(['metadata', 'name'], 'other'),
    refused: 'metadata.name',
  },
  {
    what: 'budget by minAvailable',
    template: 'pod-disruption-budget',
    change: set(['spec', 'minAvailable'], 2),
    refused: 'spec.minAvailable',
  },
  {
    what: 'write a status',
    template: 'worker-app',
    change: set(['status'], { phase: 'Ready' }),
    refused: 'status',
  },
  {
    what: 'make a hook of the fleet',
    template: 'stateful-set',
    change: set(['metadata', 'annotations', 'argocd.argoproj.io/hook'], 'PostSync'),
    refused: 'metadata.annotations["argocd.argoproj.io/hook"]',
  },
  ...(['stateful-set', 'service-account', 'worker-app', 'ingress', 'hook-role'] as const).map((template) => ({
    what: 'carry a list of further objects',
    template,
    change: set(['items'], [{ apiVersion: 'v1', kind: 'Secret' }]),
    refused: 'items',
  })),
  {
    what: 'ask for a finalizer',
    template: 'stateful-set',
    change: set(['metadata', 'finalizers'], ['x/y']),
    refused: 'metadata.finalizers',
  },
  {
    what: 'hide a path in a key',
    template: 'stateful-set',
    change: set(['spec', 'template.spec.tolerations'], []),
    refused: 'spec["template.spec.tolerations"]',
  },
  {
    what: 'label its pods as another fleet’s Job',
    template: 'stateful-set',
    change: set(['spec', 'template', 'metadata', 'labels', 'celld-gitops.io/component'], 'rollout'),
    refused: 'spec.template.metadata.labels["celld-gitops.io/component"]',
  },
  {
    what: 'take its pods out of the mesh',
    template: 'stateful-set',
    change: set(['spec', 'template', 'metadata', 'labels', 'istio.io/dataplane-mode'], 'none'),
    refused: 'spec.template.metadata.labels["istio.io/dataplane-mode"]',
  },
  {
    what: 'take the internal port out of the mesh',
    template: 'stateful-set',
    change: set(
      ['spec', 'template', 'metadata', 'annotations', 'traffic.sidecar.istio.io/excludeInboundPorts'],
      '8081',
    ),
    refused: 'spec.template.metadata.annotations["traffic.sidecar.istio.io/excludeInboundPorts"]',
  },
  {
    what: 'write a key that a message may not show',
    template: 'stateful-set',
    change: set(['spec', 'a\u001b[31m'], 1),
    refused: 'spec["?"]',
  },
];
