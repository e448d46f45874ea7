import type { KubeObject } from '../fleet/cluster-api.ts';
import type { Caller } from './api/commit.ts';
import { typeOf } from './api/resource-types.ts';
import type { SimContext } from './context.ts';
import { textAt } from './json.ts';

/** Creates objects as they are rendered, in their order, without Argo CD: a world that starts with them. */
export function install({ api }: SimContext, manifests: readonly KubeObject[], caller: Caller): void {
  for (const object of manifests) {
    api.create(typeOf(textAt(object, 'apiVersion'), textAt(object, 'kind')), object, caller);
  }
}
