import type { SimContext } from '../context.ts';
import { at, mapAt, withAt } from '../json.ts';
import { ARGOCD } from './apply.ts';
import type { Operation, Task } from './application.ts';
import { deletePolicies, HOOK_FINALIZER, refOf } from './tasks.ts';

export function isHookGone({ api }: SimContext, { object }: Task): boolean {
  return api.find(refOf(object)) === undefined;
}

/** Deletes a hook in the foreground: it is gone when its pods are. facts/argocd.md 3. */
export function clearHook(context: SimContext, { object }: Task): void {
  dropFinalizer(context, object);
  const live = context.api.find(refOf(object));
  if (live === undefined || at(live, 'metadata', 'deletionTimestamp') !== undefined) return;
  context.api.delete(refOf(object), { propagation: 'foreground' }, ARGOCD);
}

/** At the end of an operation: finalizers come off, and hooks with a policy for this end are deleted. */
export function removeHooks(context: SimContext, { tasks, phase }: Operation): void {
  const policy = phase === 'Succeeded' ? 'HookSucceeded' : 'HookFailed';
  for (const task of tasks) {
    if (!task.isHook || task.state === 'pending') continue;
    if (deletePolicies(task.object).includes(policy)) clearHook(context, task);
    else dropFinalizer(context, task.object);
  }
}

function dropFinalizer({ api }: SimContext, object: Task['object']): void {
  const live = api.find(refOf(object));
  const finalizers = mapAt(live, 'metadata')['finalizers'];
  if (live === undefined || !Array.isArray(finalizers) || !finalizers.includes(HOOK_FINALIZER)) return;
  const left = finalizers.filter((finalizer) => finalizer !== HOOK_FINALIZER);
  api.replace(refOf(object), withAt(live, ['metadata', 'finalizers'], left), ARGOCD);
}
