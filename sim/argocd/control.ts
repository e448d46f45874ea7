import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import { textAt } from '../json.ts';
import {
  APPLICATION_OPTIONS,
  type ApplicationOptions,
  type ApplicationState,
  type Operation,
  type Revision,
} from './application.ts';
import { fullSync, startOperation } from './auto-sync.ts';
import { applicationNamed, store } from './store.ts';

export interface NewApplication extends Subject {
  readonly revision: Revision;
  readonly options?: Partial<ApplicationOptions>;
}

/** An Application that follows a folder; automated, its first sync starts by itself. */
export function createApplication(
  context: SimContext,
  { namespace, name, revision, options }: NewApplication,
): void {
  const settings = { ...APPLICATION_OPTIONS, ...options };
  store(context, { namespace, name, options: settings, head: revision, history: [], selfHeals: 0 });
  refreshLater(context, { namespace, name });
}

/** A commit: git now renders to this. It is noticed within moments, as with a webhook. */
export function pushRevision(context: SimContext, subject: Subject, revision: Revision): void {
  store(context, { ...application(context, subject), head: revision, selfHeals: 0 });
  refreshLater(context, subject);
}

function refreshLater(context: SimContext, { namespace, name }: Subject): void {
  context.schedule(
    { kind: 'argocd.refresh', namespace, name },
    context.duration(context.config.latency.argocd),
  );
}

/** A full sync by hand. False: one is running. */
export function syncNow(context: SimContext, subject: Subject): boolean {
  const found = application(context, subject);
  return startOperation(context, found, fullSync(found));
}

/**
 * Applies objects of the head revision without any hook: what self-heal, a selective sync and the races of
 * facts/argocd.md 0.2 and 0.3 do.
 */
export function syncWithoutHooks(
  context: SimContext,
  subject: Subject,
  kinds: readonly string[] = [],
): boolean {
  const found = application(context, subject);
  const isChosen = (object: KubeObject) => kinds.length === 0 || kinds.includes(textAt(object, 'kind'));
  const manifests = found.head.manifests.filter(isChosen);
  return startOperation(context, found, { revision: found.head, kind: 'partial', manifests, attempt: 0 });
}

/** The running operation, or the one that ended last. */
export function lastOperation(context: SimContext, subject: Subject): Operation | undefined {
  const found = application(context, subject);
  return found.operation ?? found.history.at(-1);
}

function application(context: SimContext, subject: Subject): ApplicationState {
  const found = applicationNamed(context, subject);
  if (found === undefined) throw new Error(`Cannot find Application ${subject.namespace}/${subject.name}`);
  return found;
}
