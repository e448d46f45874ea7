import { isJsonArray } from '../documents/json.ts';
import type { Handlers, SimContext } from './context.ts';
import { mapAt, textAt } from './json.ts';

const COLLECTOR = { user: 'system:serviceaccount:kube-system:generic-garbage-collector', manager: 'gc' };

/** The garbage collector: what an object owned goes after it. */
export const COLLECT_HANDLERS: Handlers<'collect'> = {
  collect: (context, { uid }) => {
    for (const { type, namespace, name } of dependentsOf(context, uid)) {
      context.api.delete({ type, namespace, name }, {}, COLLECTOR);
    }
  },
};

function dependentsOf({ state }: SimContext, uid: string) {
  return [...state.store.byType.values()]
    .flatMap((objects) => [...objects.values()])
    .filter(({ object }) => {
      const owners = mapAt(object, 'metadata')['ownerReferences'];
      return isJsonArray(owners) && owners.some((owner) => textAt(owner, 'uid') === uid);
    })
    .map(({ type, object }) => ({
      type,
      namespace: textAt(object, 'metadata', 'namespace'),
      name: textAt(object, 'metadata', 'name'),
    }));
}
