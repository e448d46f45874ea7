import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
import { ApiError, type KubeObject, type ObjectRef, type ResourceType } from '../../../fleet/cluster-api.ts';

export const NAMESPACE = 'kube-client';
export const CONFIG_MAPS: ResourceType = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
};
export const NAMESPACES: ResourceType = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' };
export const ACCOUNTS: ResourceType = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
};
export const SETS: ResourceType = {
  group: 'apps',
  version: 'v1',
  plural: 'statefulsets',
  kind: 'StatefulSet',
};
export const LEASES: ResourceType = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
};
export const SCALED: ResourceType = {
  group: 'keda.sh',
  version: 'v1alpha1',
  plural: 'scaledobjects',
  kind: 'ScaledObject',
};
export const MANAGER = 'celld-gitops-test';

export function ref(type: ResourceType, name: string): ObjectRef {
  return { type, namespace: NAMESPACE, name };
}

export function object(type: ResourceType, name: string, rest: JsonObject = {}): KubeObject {
  const apiVersion = type.group === '' ? type.version : `${type.group}/${type.version}`;
  return { apiVersion, kind: type.kind, metadata: { name, namespace: NAMESPACE }, ...rest };
}

export function podTemplate(labels: JsonObject): JsonObject {
  return { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'x:1' }] } };
}

export function setSpec(name: string): JsonObject {
  const labels = { app: name };
  return { serviceName: name, replicas: 0, selector: { matchLabels: labels }, template: podTemplate(labels) };
}

export function jobSpec(): JsonObject {
  const { metadata, spec } = podTemplate({ app: 'job' });
  return {
    backoffLimit: 0,
    template: { metadata: metadata ?? {}, spec: { ...(spec as JsonObject), restartPolicy: 'Never' } },
  };
}

/** `won`, or the reason of the API server, for each; sorted. */
export function outcomes(settled: readonly PromiseSettledResult<unknown>[]): readonly string[] {
  return settled.map((one) => (one.status === 'fulfilled' ? 'won' : reasonOf(one.reason))).sort();
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.reason : 'no ApiError';
}

/** Asks until there is an answer; what is refused is asked again. */
export async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + 15_000;
  while (Date.now() < until) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(100);
  }
  throw new Error('It did not come about within 15 s');
}
