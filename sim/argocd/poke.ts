import type { Committed } from '../api/commit.ts';
import type { SimContext } from '../context.ts';

const QUIET: ReadonlySet<string> = new Set(['pods', 'controllerrevisions', 'leases', 'events']);

/** Argo CD watches what it has applied: a change is looked at soon after, while an operation runs or drift is healed. */
export function pokeApplications(context: SimContext, { ref, caller }: Committed): void {
  if (context.state.applications.size === 0 || QUIET.has(ref.type.plural)) return;
  for (const application of context.state.applications.values()) {
    if (application.namespace !== ref.namespace) continue;
    const { namespace, name, operation, options } = application;
    const isRunning = operation?.phase === 'Running';
    const after = context.duration(context.config.latency.argocd);
    if (isRunning) context.schedule({ kind: 'argocd.step', namespace, name }, after);
    else if (options.isAutomated && caller.manager !== 'argocd-controller') {
      context.schedule({ kind: 'argocd.refresh', namespace, name }, after);
    }
  }
}
