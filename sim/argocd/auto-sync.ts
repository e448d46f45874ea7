import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import type { ApplicationState, Operation, Revision } from './application.ts';
import { outOfSync } from './compare.ts';
import { applicationNamed, store } from './store.ts';
import { tasksOf } from './tasks.ts';

export interface SyncRequest {
  readonly revision: Revision;
  readonly kind: 'full' | 'partial';
  /** A partial sync applies these alone. */
  readonly manifests: readonly KubeObject[];
  readonly attempt: number;
}

/** Starts an operation; while one runs, nothing: a newer commit neither ends it nor queues. facts/argocd.md 3. */
export function startOperation(
  context: SimContext,
  application: ApplicationState,
  request: SyncRequest,
): boolean {
  if (application.operation?.phase === 'Running') return false;
  const { revision, kind, manifests, attempt } = request;
  const operation: Operation = {
    revision,
    kind,
    attempt,
    tasks: tasksOf(manifests, kind),
    phase: 'Running',
    message: '',
    notBefore: context.state.now,
  };
  const { namespace, name } = application;
  store(context, { ...application, operation });
  context.schedule({ kind: 'argocd.step', namespace, name }, context.duration(context.config.latency.argocd));
  return true;
}

export function fullSync({ head }: ApplicationState, attempt = 0): SyncRequest {
  return { revision: head, kind: 'full', manifests: head.manifests, attempt };
}

/** Milliseconds between retries: 5 s, doubled each time, at most three minutes. */
function retryDelay(attempt: number): number {
  return Math.min(180_000, 5000 * 2 ** attempt);
}

/** After a failure the same revision again, or the newest where retries refresh (facts/proven.md 3, Y50). */
export function afterOperation(
  context: SimContext,
  application: ApplicationState,
  operation: Operation,
): void {
  const { namespace, name, options } = application;
  const mayRetry = operation.phase === 'Failed' && operation.kind === 'full' && options.isAutomated;
  if (mayRetry && operation.attempt < options.retryLimit) {
    const attempt = operation.attempt + 1;
    context.schedule({ kind: 'argocd.retry', namespace, name, attempt }, retryDelay(operation.attempt));
  } else if (options.isAutomated) {
    context.schedule(
      { kind: 'argocd.refresh', namespace, name },
      context.duration(context.config.latency.argocd),
    );
  }
}

export function retry(
  context: SimContext,
  { attempt, ...subject }: Subject & { readonly attempt: number },
): void {
  const application = applicationNamed(context, subject);
  if (application === undefined) return;
  const failed = application.history.at(-1);
  const revision =
    application.options.retryRefreshes || failed === undefined ? application.head : failed.revision;
  startOperation(context, application, { revision, kind: 'full', manifests: revision.manifests, attempt });
}

/**
 * Automated sync: a full one for a revision that was not tried yet; for one that succeeded only self-heal, which
 * applies what differs without any hook; for one that failed nothing. facts/argocd.md 0.2 and 3.
 */
export function refresh(context: SimContext, subject: Subject): void {
  const application = applicationNamed(context, subject);
  if (application?.operation?.phase === 'Running' || application?.options.isAutomated !== true) return;
  if (context.state.queue.has(`argocd.retry ${subject.namespace}/${subject.name}`)) return;
  const differing = outOfSync(context, application);
  const last = application.history.findLast(({ kind }) => kind === 'full');
  if (differing.length === 0) return;
  if (last?.revision.id !== application.head.id) {
    startOperation(context, application, fullSync(application));
  } else if (last.phase === 'Succeeded' && application.options.selfHeals)
    selfHeal(context, application, differing);
}

/** Backs off: at once, then 2, 6, 18 seconds, up to five minutes. */
function selfHeal(
  context: SimContext,
  application: ApplicationState,
  differing: readonly KubeObject[],
): void {
  const { namespace, name, selfHeals, head } = application;
  const due = selfHeals === 0 ? 0 : Math.min(300_000, 2000 * 3 ** (selfHeals - 1));
  const healedAt =
    application.history.at(-1)?.kind === 'partial' ? application.history.at(-1)?.notBefore : undefined;
  if (healedAt !== undefined && context.state.now < healedAt + due) {
    context.schedule({ kind: 'argocd.refresh', namespace, name }, healedAt + due - context.state.now);
    return;
  }
  const healing = { ...application, selfHeals: selfHeals + 1 };
  startOperation(context, healing, { revision: head, kind: 'partial', manifests: differing, attempt: 0 });
}
