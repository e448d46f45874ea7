import { isJsonArray, isJsonObject, type JsonValue } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { SimContext } from '../context.ts';
import { textAt, withoutAt } from '../json.ts';
import type { ApplicationState } from './application.ts';
import { isFleet } from './health.ts';
import { HOOK, refOf } from './tasks.ts';

/**
 * Rendered objects that the cluster does not have as they are rendered. Hooks never count: a commit that changes only
 * hooks starts nothing (facts/argocd.md 0.1). The partition of a fleet is ignored where the rule is set (D3).
 */
export function outOfSync({ api }: SimContext, application: ApplicationState): readonly KubeObject[] {
  return application.head.manifests.filter((object) => {
    if (textAt(object, 'metadata', 'annotations', HOOK) !== '') return false;
    const live = api.find(refOf(object));
    return live === undefined || !covers(live, comparable(object, application));
  });
}

function comparable(object: KubeObject, { options }: ApplicationState): KubeObject {
  if (!options.ignoresPartition || !isFleet(object) || textAt(object, 'kind') !== 'StatefulSet')
    return object;
  return withoutAt(object, ['spec', 'updateStrategy', 'rollingUpdate', 'partition']);
}

/** Every value of the rendered object is live; what else is live does not count. */
function covers(live: JsonValue | undefined, wanted: JsonValue): boolean {
  if (live === wanted) return true;
  if (isJsonArray(wanted)) {
    return (
      isJsonArray(live) &&
      live.length === wanted.length &&
      wanted.every((item, index) => covers(live[index], item))
    );
  }
  if (!isJsonObject(wanted)) return false;
  return isJsonObject(live) && Object.entries(wanted).every(([key, value]) => covers(live[key], value));
}
