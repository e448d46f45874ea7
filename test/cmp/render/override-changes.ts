import type { TemplateName } from '../../../cmp/handlebars/templates.generated.cjs';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../documents/json.ts';

/** A change that a platform team might make to one object, and the field that is named if it is refused. */
export interface OverrideChange {
  readonly what: string;
  readonly template: TemplateName;
  readonly change: (object: JsonObject) => JsonObject;
  readonly refused?: string;
}

const POD = ['spec', 'template', 'spec'];
const CELLD = [...POD, 'containers', 0];

export const OVERRIDE_CHANGES: readonly OverrideChange[] = [
  {
    what: 'drop a fleet label',
    template: 'stateful-set',
    change: set(['metadata', 'labels'], {}),
    refused: 'metadata.labels.celld-operator.io/workerapp',
  },
  {
    what: 'drop the pods’ fleet label',
    template: 'stateful-set',
    change: set(['spec', 'template', 'metadata', 'labels'], { a: 'b' }),
    refused: 'spec.template.metadata.labels.celld-operator.io/workerapp',
  },
  {
    what: 'widen the selector',
    template: 'stateful-set',
    change: set(['spec', 'selector', 'matchLabels', 'more'], 'x'),
    refused: 'spec.selector',
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
    refused: 'spec.updateStrategy',
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
    what: 'use the host network',
    template: 'stateful-set',
    change: set([...POD, 'hostNetwork'], true),
    refused: 'spec.template.spec.hostNetwork',
  },
  {
    what: 'shorten the grace period',
    template: 'stateful-set',
    change: set([...POD, 'terminationGracePeriodSeconds'], 30),
    refused: 'spec.template.spec.terminationGracePeriodSeconds',
  },
  {
    what: 'run as root',
    template: 'stateful-set',
    change: set([...POD, 'securityContext', 'runAsUser'], 0),
    refused: 'spec.template.spec.securityContext.runAsUser',
  },
  {
    what: 'ask the health path for liveness',
    template: 'stateful-set',
    change: set([...CELLD, 'livenessProbe'], { httpGet: { path: '/', port: 8080 } }),
    refused: 'spec.template.spec.containers[celld].livenessProbe',
  },
  {
    what: 'drop a variable of celld',
    template: 'stateful-set',
    change: set([...CELLD, 'env'], []),
    refused: 'spec.template.spec.containers[celld].env[POD_NAME]',
  },
  {
    what: 'take a whole Secret as environment',
    template: 'stateful-set',
    change: set([...CELLD, 'envFrom'], [{ secretRef: { name: 'x' } }]),
    refused: 'spec.template.spec.containers[celld].envFrom',
  },
  {
    what: 'rename the container',
    template: 'stateful-set',
    change: set([...CELLD, 'name'], 'main'),
    refused: 'spec.template.spec.containers[celld]',
  },
  {
    what: 'rename the set',
    template: 'stateful-set',
    change: set(['metadata', 'name'], 'other'),
    refused: 'metadata.name',
  },
  {
    what: 'let everybody reach the internal port',
    template: 'network-policy',
    change: set(['spec', 'ingress'], [{}]),
    refused: 'spec.ingress',
  },
  {
    what: 'add a way to the internal port',
    template: 'network-policy',
    change: append(['spec', 'ingress'], { ports: [{ port: 8081 }] }),
    refused: 'spec.ingress',
  },
  {
    what: 'add a principal',
    template: 'authorization-policy',
    change: append(['spec', 'rules'], { from: [{ source: { principals: ['*'] } }] }),
    refused: 'spec.rules',
  },
  {
    what: 'publish the internal port',
    template: 'service-public',
    change: append(['spec', 'ports'], { name: 'internal', port: 8081 }),
    refused: 'spec.ports',
  },
  {
    what: 'route to the internal port',
    template: 'http-route',
    change: set(['spec', 'rules'], [{ backendRefs: [{ name: 'x', port: 8081 }] }]),
    refused: 'spec',
  },
  {
    what: 'route to the internal port by its name',
    template: 'ingress',
    change: set(['spec', 'defaultBackend'], { service: { name: 'x', port: { name: 'internal' } } }),
    refused: 'spec',
  },
  {
    what: 'let KEDA go to zero',
    template: 'scaled-object',
    change: set(['spec', 'minReplicaCount'], 0),
    refused: 'spec.minReplicaCount',
  },
  {
    what: 'idle at zero',
    template: 'scaled-object',
    change: set(['spec', 'idleReplicaCount'], 0),
    refused: 'spec.idleReplicaCount',
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
  {
    what: 'allow a Job more',
    template: 'hook-role',
    change: append(['rules'], { apiGroups: [''], resources: ['secrets'], verbs: ['get'] }),
    refused: 'rules',
  },
  {
    what: 'give a Job’s Role to somebody else',
    template: 'hook-role-binding',
    change: append(['subjects'], { kind: 'ServiceAccount', name: 'default', namespace: 'x' }),
    refused: 'subjects',
  },
  {
    what: 'delete the Job before Argo CD has read it',
    template: 'hook-job',
    change: set(['spec', 'ttlSecondsAfterFinished'], 0),
    refused: 'spec',
  },
  {
    what: 'try a refusal again',
    template: 'hook-job',
    change: set(['spec', 'podFailurePolicy'], { rules: [] }),
    refused: 'spec.podFailurePolicy.rules',
  },
  {
    what: 'run another program',
    template: 'hook-job',
    change: set([...CELLD, 'command'], ['/bin/true']),
    refused: 'spec',
  },
  {
    what: 'run another image',
    template: 'hook-job',
    change: set([...CELLD, 'image'], 'x:1'),
    refused: 'spec.template.spec.containers[gate].image',
  },
  {
    what: 'give the pod the fleet’s label',
    template: 'hook-job',
    change: set(['spec', 'template', 'metadata', 'labels', 'celld-operator.io/workerapp'], 'chat'),
    refused: 'spec',
  },
  {
    what: 'add a container that never ends',
    template: 'hook-job',
    change: append([...POD, 'containers'], { name: 'proxy', image: 'proxy:1' }),
    refused: 'spec',
  },
  {
    what: 'pull the Job’s image with a Secret',
    template: 'hook-job',
    change: set([...POD, 'imagePullSecrets'], [{ name: 'registry' }]),
  },
  {
    what: 'give the Job more memory',
    template: 'hook-job',
    change: set([...CELLD, 'resources', 'limits', 'memory'], '1Gi'),
  },
  {
    what: 'place the Job',
    template: 'hook-job',
    change: set([...POD, 'nodeSelector'], { pool: 'system' }),
  },
  {
    what: 'let the Job run on tainted nodes',
    template: 'hook-job',
    change: set([...POD, 'tolerations'], [{ key: 'system', operator: 'Exists' }]),
  },
  {
    what: 'add an annotation',
    template: 'stateful-set',
    change: set(['metadata', 'annotations', 'team'], 'x'),
  },
  { what: 'add a label', template: 'stateful-set', change: set(['metadata', 'labels', 'team'], 'x') },
  {
    what: 'ask for more CPU',
    template: 'stateful-set',
    change: set([...CELLD, 'resources', 'requests', 'cpu'], '4'),
  },
  {
    what: 'add a sidecar',
    template: 'stateful-set',
    change: append([...POD, 'containers'], { name: 'proxy', image: 'proxy:1' }),
  },
  {
    what: 'add a variable',
    template: 'stateful-set',
    change: append([...CELLD, 'env'], { name: 'RUST_LOG', value: 'debug' }),
  },
  {
    what: 'change the startup probe',
    template: 'stateful-set',
    change: set([...CELLD, 'startupProbe', 'periodSeconds'], 1),
  },
  { what: 'change how the HPA behaves', template: 'scaled-object', change: set(['spec', 'advanced'], {}) },
  {
    what: 'name another gateway',
    template: 'http-route',
    change: set(['spec', 'parentRefs'], [{ name: 'other' }]),
  },
];

function set(path: readonly (string | number)[], value: JsonValue): (object: JsonObject) => JsonObject {
  return (object) => changed(object, path, () => value) as JsonObject;
}

function append(path: readonly (string | number)[], value: JsonValue): (object: JsonObject) => JsonObject {
  return (object) =>
    changed(object, path, (list) => [...(isJsonArray(list) ? list : []), value]) as JsonObject;
}

function changed(
  value: JsonValue | undefined,
  path: readonly (string | number)[],
  to: (old: JsonValue | undefined) => JsonValue,
): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return to(value);
  if (isJsonArray(value)) return value.map((item, index) => (index === key ? changed(item, rest, to) : item));
  const map = isJsonObject(value) ? value : {};
  return { ...map, [key]: changed(map[key], rest, to) };
}
