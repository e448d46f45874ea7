import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
import type { ControlPlane } from '../control-plane.ts';
import { objectsAt, textAt, valueAt } from './json-at.ts';
import type { KubeAnswer, KubeRequest } from './kube-api.ts';
import { kustomize } from './kustomize.ts';

const GUARD = join(import.meta.dirname, '../../../argocd/guard');

export type GuardComponent = '.' | 'keep-partition' | 'hardened';

/** Installs components over the shipped settings, as an administrator does; resolves when every expression's types are checked. */
export async function installGuard(
  plane: ControlPlane,
  components: readonly GuardComponent[],
): Promise<void> {
  const objects = await kustomize(plane, {
    namespace: 'argocd',
    resources: [join(GUARD, 'settings')],
    components: components.map((component) => join(GUARD, component)),
  });
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const flags = ['apply', '--server-side', '--validate=strict', '-f', '-'];
  const { code, stderr } = await plane.kubectl(flags, list);
  if (code !== 0 || stderr !== '') throw new Error(`Cannot install the guard: ${stderr}`);
  await eventuallyTrue(async () => (await typeChecks(plane)).every(({ isChecked }) => isChecked));
}

export interface TypeCheck {
  readonly name: string;
  readonly isChecked: boolean;
  readonly warnings: readonly string[];
}

/** What the API server says of the types of every expression of our policies. */
export async function typeChecks(plane: ControlPlane): Promise<readonly TypeCheck[]> {
  const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
  const { body } = await plane.api.send({ method: 'GET', path });
  return objectsAt(body, 'items').map((policy) => ({
    name: textAt(policy, 'metadata', 'name'),
    isChecked: valueAt(policy, 'status', 'typeChecking') !== undefined,
    warnings: objectsAt(policy, 'status', 'typeChecking', 'expressionWarnings').map(
      (warning) => `${textAt(warning, 'fieldRef')}: ${textAt(warning, 'warning')}`,
    ),
  }));
}

/** Somebody as the API server sees him; he may do everything that no policy denies. */
export interface Identity {
  readonly user: string;
  /** Name of the pod that his token is bound to. */
  readonly pod?: string;
}

/** Sends a request as somebody else. */
export function sendAs(plane: ControlPlane, { user, pod }: Identity, call: KubeRequest): Promise<KubeAnswer> {
  const headers = {
    'Impersonate-User': user,
    'Impersonate-Group': 'system:masters',
    ...(pod !== undefined && { 'Impersonate-Extra-authentication.kubernetes.io%2Fpod-name': pod }),
  };
  return plane.api.send({ ...call, headers });
}

/** What the policies said against it; empty where it passed. Any other refusal is an error. */
export function denialOf({ status, body }: KubeAnswer): string {
  if (status < 300) return '';
  const message = textAt(body, 'message');
  if (status === 422 && message.includes('denied request: ')) return message;
  throw new Error(`Neither accepted nor denied by a policy: ${String(status)} ${message}`);
}

export async function eventuallyTrue(ask: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= 300; attempt += 1) {
    if (await ask()) return;
    await sleep(100);
  }
  throw new Error('It did not come about within 30 s');
}

/** A StatefulSet as it is stored. */
export async function storedSet(plane: ControlPlane, namespace: string, name: string): Promise<JsonObject> {
  return (await plane.api.send({ method: 'GET', path: setPath(namespace, name) })).body;
}

export function setPath(namespace: string, name: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/statefulsets/${name}`;
}
