import type { JsonObject } from '../../../documents/json.ts';
import { textAt } from '../../cluster/harness/json-at.ts';
import type { KubeletConnection } from './connection.ts';

export const HOST_IP = '127.0.0.1';

export function machineNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `machine-${String(index + 1)}`);
}

/** The Nodes that the kubelet stands for; pods of a Node that does not exist are collected. facts/proven.md 1. */
export async function createMachines({ api }: KubeletConnection, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const metadata = { name, labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' } };
    const node = { apiVersion: 'v1', kind: 'Node', metadata, spec: {} };
    const created = await api.send({ method: 'POST', path: '/api/v1/nodes', body: node });
    if (created.status !== 201 && created.status !== 409)
      throw new Error(`Cannot create Node ${name}: ${textAt(created.body, 'message')}`);
    const path = `/api/v1/nodes/${name}/status`;
    const contentType = 'application/merge-patch+json';
    await api.send({ method: 'PATCH', path, body: { status: machineStatus(name) }, contentType });
  }
}

function machineStatus(name: string): JsonObject {
  const resources = { cpu: '64', memory: '512Gi', pods: '1000', 'ephemeral-storage': '1Ti' };
  const now = new Date().toISOString();
  return {
    capacity: resources,
    allocatable: resources,
    addresses: [
      { type: 'InternalIP', address: HOST_IP },
      { type: 'Hostname', address: name },
    ],
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        lastHeartbeatTime: now,
        lastTransitionTime: now,
      },
    ],
  };
}

/** What the scheduler does: false where the pod is gone or has a Node already. */
export async function bindPod(
  { api }: KubeletConnection,
  pod: JsonObject,
  machine: string,
): Promise<boolean> {
  const [namespace, name] = [textAt(pod, 'metadata', 'namespace'), textAt(pod, 'metadata', 'name')];
  const metadata = { namespace, name, uid: textAt(pod, 'metadata', 'uid') };
  const target = { apiVersion: 'v1', kind: 'Node', name: machine };
  const { status } = await api.send({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/pods/${name}/binding`,
    body: { apiVersion: 'v1', kind: 'Binding', metadata, target },
  });
  return status === 201;
}
