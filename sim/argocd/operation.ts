import { ApiError, type KubeObject } from '../../fleet/cluster-api.ts';
import type { Handlers, SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import { at, textAt, withAt } from '../json.ts';
import type { ApplicationState, Operation, Task } from './application.ts';
import { applyObject } from './apply.ts';
import { afterOperation, refresh, retry } from './auto-sync.ts';
import { healthOf } from './health.ts';
import { clearHook, isHookGone, removeHooks } from './hooks.ts';
import { prune } from './prune.ts';
import { applicationNamed, store } from './store.ts';
import { HOOK_FINALIZER, refOf, sameWave } from './tasks.ts';

/** Argo CD's sync: phases and waves in order, each waited for, the last one without a hook excepted. facts/argocd.md 3. */
export const ARGOCD_HANDLERS: Handlers<'argocd.step' | 'argocd.retry' | 'argocd.refresh'> = {
  'argocd.step': (context, subject) => {
    const application = applicationNamed(context, subject);
    if (application?.operation?.phase === 'Running') step(context, application, application.operation);
  },
  'argocd.retry': (context, event) => retry(context, event),
  'argocd.refresh': (context, subject) => refresh(context, subject),
};

/** `ARGOCD_SYNC_WAVE_DELAY`. */
const WAVE_DELAY = 2000;

function step(context: SimContext, application: ApplicationState, before: Operation): void {
  const operation = withHealth(context, application, before);
  store(context, { ...application, operation });
  // A wave waits for every task that runs before it looks at those that failed. facts/proven.md 3.
  if (operation.tasks.some(({ state }) => state === 'running')) return;
  const failed = operation.tasks.find(({ state }) => state === 'failed');
  const next = operation.tasks.find(({ state }) => state === 'pending' || state === 'clearing');
  if (failed !== undefined) {
    finish(context, application, { ...operation, phase: 'Failed', message: failed.message });
  } else if (context.state.now < operation.notBefore) {
    again(context, application, operation.notBefore - context.state.now);
  } else if (next !== undefined) startWave(context, application, { operation, next });
  else {
    if (operation.kind === 'full' && application.options.prunes) prune(context, application, operation);
    const message = 'successfully synced (all tasks run)';
    finish(context, application, { ...operation, phase: 'Succeeded', message });
  }
}

function again(context: SimContext, { namespace, name }: Subject, milliseconds: number): void {
  context.schedule({ kind: 'argocd.step', namespace, name }, milliseconds);
}

interface Wave {
  readonly operation: Operation;
  readonly next: Task;
}

/** A last wave that has no hook is not waited for, and neither is anything where there is only one wave. */
function startWave(context: SimContext, application: ApplicationState, { operation, next }: Wave): void {
  const wave = operation.tasks.filter((task) => sameWave(task, next));
  const isLast = operation.tasks.every((task) => sameWave(task, next) || task.state === 'done');
  const isMultiStep = operation.tasks.some((task) => !sameWave(task, next));
  const isCleared = wave.map((task) => clearTask(context, task)).every((cleared) => cleared);
  const tasks = operation.tasks.map((task): Task => {
    if (!sameWave(task, next)) return task;
    if (!isCleared) return { ...task, state: 'clearing' };
    const isWaitedFor = task.isHook || (isMultiStep && !(isLast && !wave.some(({ isHook }) => isHook)));
    return applyTask(context, application, { task, isWaitedFor });
  });
  const notBefore = isCleared && !isLast ? context.state.now + WAVE_DELAY : operation.notBefore;
  store(context, { ...application, operation: { ...operation, tasks, notBefore } });
  again(context, application, context.duration(context.config.latency.argocd));
}

/** True once no hook of an earlier run is in the way. */
function clearTask(context: SimContext, task: Task): boolean {
  if (!task.isHook || isHookGone(context, task)) return true;
  if (task.state === 'pending') clearHook(context, task);
  return isHookGone(context, task);
}

function applyTask(
  context: SimContext,
  application: ApplicationState,
  { task, isWaitedFor }: { readonly task: Task; readonly isWaitedFor: boolean },
): Task {
  const object = task.isHook ? withFinalizer(task.object) : task.object;
  try {
    applyObject(context, application, object);
    return { ...task, state: isWaitedFor ? 'running' : 'done' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      ...task,
      state: 'failed',
      message: `${textAt(object, 'kind')} failed to apply: ${error.message}`,
    };
  }
}

/** So that nothing else deletes a hook before it has been seen to end. facts/argocd.md 3. */
function withFinalizer(hook: KubeObject): KubeObject {
  return withAt(hook, ['metadata', 'finalizers'], [HOOK_FINALIZER]);
}

function withHealth({ api }: SimContext, application: ApplicationState, operation: Operation): Operation {
  const tasks = operation.tasks.map((task): Task => {
    if (task.state !== 'running') return task;
    const { status, message } = healthOf(api.find(refOf(task.object)), application.options);
    if (status === 'Healthy') return { ...task, state: 'done' };
    if (status === 'Degraded') return { ...task, state: 'failed', message };
    const isGone = status === 'Missing';
    return isGone
      ? { ...task, state: 'failed', message: 'Resource is missing, it might have been deleted' }
      : task;
  });
  return { ...operation, tasks };
}

function finish(context: SimContext, application: ApplicationState, operation: Operation): void {
  removeHooks(context, operation);
  const { operation: running, ...rest } = application;
  const history = [...application.history.slice(-9), operation];
  store(context, running === undefined ? application : { ...rest, history });
  afterOperation(context, application, operation);
}

/** `argocd app terminate-op`: running hooks are deleted, the operation has failed. facts/argocd.md 3. */
export function terminateOperation(context: SimContext, subject: Subject): void {
  const application = applicationNamed(context, subject);
  if (application?.operation?.phase !== 'Running') return;
  for (const task of application.operation.tasks) {
    if (!task.isHook || task.state !== 'running') continue;
    const live = context.api.find(refOf(task.object));
    if (live !== undefined && at(live, 'metadata', 'deletionTimestamp') === undefined)
      clearHook(context, task);
  }
  finish(context, application, {
    ...application.operation,
    phase: 'Failed',
    message: 'Operation terminated',
  });
}
