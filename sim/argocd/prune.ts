import { ApiError, type KubeObject } from '../../fleet/cluster-api.ts';
import type { SimContext } from '../context.ts';
import { textAt } from '../json.ts';
import type { ApplicationState, Operation } from './application.ts';
import { ARGOCD, TRACKING, trackingId } from './apply.ts';
import { HOOK, refOf } from './tasks.ts';

/** Deletes what this Application has applied and git no longer has. Hooks are never pruned. */
export function prune(context: SimContext, application: ApplicationState, { revision }: Operation): void {
  const kept = new Set(revision.manifests.map((object) => trackingId(application, object)));
  for (const object of trackedObjects(context, application)) {
    if (kept.has(textAt(object, 'metadata', 'annotations', TRACKING))) continue;
    try {
      context.api.delete(refOf(object), { propagation: 'foreground' }, ARGOCD);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

/** A tracking id that names another object is a copy (KEDA copies annotations) and does not count. facts/scaling.md 2.2. */
function trackedObjects({ state }: SimContext, application: ApplicationState): readonly KubeObject[] {
  return [...state.store.byType.values()]
    .flatMap((objects) => [...objects.values()])
    .map(({ object }) => object)
    .filter((object) => {
      const id = textAt(object, 'metadata', 'annotations', TRACKING);
      return (
        id !== '' &&
        id === trackingId(application, object) &&
        textAt(object, 'metadata', 'annotations', HOOK) === ''
      );
    });
}
