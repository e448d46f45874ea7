import assert from 'node:assert/strict';
import type { JsonObject } from '../../documents/json.ts';
import { ApiError, type KubeObject, type ObjectRef, type ResourceType } from '../../fleet/cluster-api.ts';
import { ApiServer } from '../../sim/api/api-server.ts';
import type { Admission, Committed } from '../../sim/api/commit.ts';
import { emptyStore } from '../../sim/api/object-store.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { textAt } from '../../sim/json.ts';

export const NAMESPACE = 'prod';
export const ME = { user: 'me', manager: 'me' };
export const CLOSED = 1_000_000;

export function refOf(type: ResourceType, name: string): ObjectRef {
  return { type, namespace: NAMESPACE, name };
}

export const SET = refOf(TYPES.statefulSet, 'chat-celld');

export function imageOf(version: string): string {
  return `ghcr.io/denoland/celld:v${version}`;
}

export interface SetOptions {
  readonly image?: string;
  readonly env?: readonly JsonObject[];
  readonly partition?: number;
  readonly policy?: 'Parallel' | 'OrderedReady';
  readonly replicas?: number;
}

/** A StatefulSet as cmp renders it, as far as the simulation reads it. */
export function statefulSet(options: SetOptions = {}): KubeObject {
  const { image = imageOf('0.6.2'), env = [], partition = CLOSED, policy = 'Parallel', replicas } = options;
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {
      name: 'chat-celld',
      namespace: NAMESPACE,
      labels: { 'celld-operator.io/workerapp': 'chat' },
      annotations: { 'celld-gitops.io/bucket': 'aws/cells/chat' },
    },
    spec: {
      ...(replicas !== undefined && { replicas }),
      serviceName: 'chat-celld-internal',
      podManagementPolicy: policy,
      revisionHistoryLimit: 10,
      selector: { matchLabels: { 'celld-operator.io/workerapp': 'chat' } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } },
      template: {
        metadata: { labels: { 'celld-operator.io/workerapp': 'chat' }, annotations: {} },
        spec: {
          terminationGracePeriodSeconds: 60,
          containers: [
            { name: 'celld', image, env: [{ name: 'CELLD_BUCKET', value: 's3://cells/chat' }, ...env] },
          ],
        },
      },
    },
  };
}

export function serverWith(options: { readonly admission?: readonly Admission[] } = {}): {
  readonly api: ApiServer;
  readonly writes: Committed[];
} {
  const writes: Committed[] = [];
  const api = new ApiServer({
    state: emptyStore(),
    now: () => 1_790_000_000_000,
    onWrite: (write) => writes.push(write),
    admission: options.admission ?? [],
    absentGroups: new Set(),
  });
  return { api, writes };
}

/** The action throws an `ApiError` of this status and reason. */
export function fails(expected: string, action: () => unknown, message = /./): void {
  assert.throws(action, (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.equal(`${error.status} ${error.reason}`, expected);
    assert.match(error.message, message);
    return true;
  });
}

export const merge = (fieldManager = 'me') => ({ kind: 'merge', fieldManager, user: fieldManager }) as const;

export function lease(holder: string): JsonObject {
  return {
    ...identity(),
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    spec: { holderIdentity: holder },
  };
}

export function identity(): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'chat-celld', namespace: NAMESPACE },
  };
}

export function workerApp(): JsonObject {
  return { metadata: { name: 'chat', namespace: NAMESPACE }, spec: {} };
}

export function revision(object: KubeObject): string {
  return textAt(object, 'metadata', 'resourceVersion');
}
