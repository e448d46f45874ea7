import type { KubeObject, ObjectRef } from '../../fleet/cluster-api.ts';
import { typeOf } from '../api/resource-types.ts';
import { textAt } from '../json.ts';
import type { Task } from './application.ts';

export const HOOK = 'argocd.argoproj.io/hook';
const WAVE = 'argocd.argoproj.io/sync-wave';
const DELETE_POLICY = 'argocd.argoproj.io/hook-delete-policy';
export const HOOK_FINALIZER = 'argocd.argoproj.io/hook-finalizer';

const PHASES = ['PreSync', 'Sync', 'PostSync'] as const;
/** What others refer to goes first within a wave. facts/argocd.md 3. */
const KINDS = [
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'ConfigMap',
  'Role',
  'RoleBinding',
  'Service',
  'StatefulSet',
  'Job',
];

export function refOf(object: KubeObject): ObjectRef {
  return {
    type: typeOf(textAt(object, 'apiVersion'), textAt(object, 'kind')),
    namespace: textAt(object, 'metadata', 'namespace'),
    name: textAt(object, 'metadata', 'name'),
  };
}

/** The tasks of an operation in their order; hooks only in a full one. */
export function tasksOf(manifests: readonly KubeObject[], kind: 'full' | 'partial'): readonly Task[] {
  return manifests
    .flatMap(taskOf)
    .filter(({ isHook }) => kind === 'full' || !isHook)
    .sort(compareTasks);
}

/** A hook of a phase that does not exist, or of one that is not simulated (SyncFail, Skip), is left out. */
function taskOf(object: KubeObject): readonly Task[] {
  const hook = annotation(object, HOOK);
  const phase = hook === '' ? 'Sync' : PHASES.find((name) => hook.split(',').includes(name));
  if (phase === undefined) return [];
  const wave = Number(annotation(object, WAVE));
  return [{ object, phase, wave, isHook: hook !== '', state: 'pending', message: '' }];
}

function annotation(object: KubeObject, key: string): string {
  return textAt(object, 'metadata', 'annotations', key);
}

/** BeforeHookCreation where nothing is said. */
export function deletePolicies(object: KubeObject): readonly string[] {
  const policies = annotation(object, DELETE_POLICY);
  return policies === '' ? ['BeforeHookCreation'] : policies.split(',').map((policy) => policy.trim());
}

export function compareTasks(a: Task, b: Task): number {
  return (
    PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase) ||
    a.wave - b.wave ||
    kindRank(a) - kindRank(b) ||
    (textAt(a.object, 'metadata', 'name') < textAt(b.object, 'metadata', 'name') ? -1 : 1)
  );
}

function kindRank({ object }: Task): number {
  const rank = KINDS.indexOf(textAt(object, 'kind'));
  return rank < 0 ? KINDS.length : rank;
}

export function sameWave(a: Task, b: Task): boolean {
  return a.phase === b.phase && a.wave === b.wave;
}
