import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { Committed } from '../api/commit.ts';
import { TYPES } from '../api/resource-types.ts';
import type { SimContext } from '../context.ts';
import { mapsAt, numberAt, textAt } from '../json.ts';
import { type CelldNode, isServing } from './node.ts';

/**
 * A pod of a fleet is taken, by whoever, while another one of its bucket is not well: missing, stopped, not ready, or
 * still restoring. Whether it was allowed to (Recreate, a pod that failed) is for the test to say. DESIGN I1 and I2.
 */
export function noteOverlap(context: SimContext, { caller }: Committed, pod: KubeObject): void {
  const node = context.state.nodes.get(textAt(pod, 'metadata', 'uid'));
  if (node === undefined || !isServing(node)) return;
  const unwell = [...new Set([...unwellPeers(context, node), ...missingPods(context, pod)])];
  if (unwell.length === 0) return;
  const detail = `by ${caller.user} while not well: ${unwell.join(', ')}`;
  context.report({ kind: 'overlap', at: context.state.now, pod: node.name, detail });
}

function unwellPeers({ state }: SimContext, { uid, bucket }: CelldNode): readonly string[] {
  return [...state.nodes.values()]
    .filter((peer) => peer.uid !== uid && peer.bucket === bucket)
    .filter((peer) => !isServing(peer) || !peer.isReady || peer.restoring > 0)
    .map(({ name }) => name);
}

/** Pods of the wanted size that are not there, or have no process yet. */
function missingPods({ api, state }: SimContext, pod: KubeObject): readonly string[] {
  const namespace = textAt(pod, 'metadata', 'namespace');
  const owner = textAt(mapsAt(pod, 'metadata', 'ownerReferences')[0], 'name');
  const set = api.find({ type: TYPES.statefulSet, namespace, name: owner });
  const start = numberAt(set, 'spec', 'ordinals', 'start');
  const names = Array.from(
    { length: numberAt(set, 'spec', 'replicas') },
    (_, index) => `${owner}-${start + index}`,
  );
  return names.filter((name) => {
    const uid = textAt(api.find({ type: TYPES.pod, namespace, name }), 'metadata', 'uid');
    return !state.nodes.has(uid);
  });
}
