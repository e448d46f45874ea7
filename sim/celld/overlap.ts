import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { Committed } from '../api/commit.ts';
import type { SimContext } from '../context.ts';
import { textAt } from '../json.ts';
import { isServing } from './node.ts';

/**
 * A pod of a fleet is taken, by whoever, while another one of its bucket is not well: stopped, not ready, or still
 * restoring. Whether it was allowed to (Recreate, a pod that failed) is for the test to say. DESIGN I1 and I2.
 */
export function noteOverlap(context: SimContext, { caller }: Committed, pod: KubeObject): void {
  const node = context.state.nodes.get(textAt(pod, 'metadata', 'uid'));
  if (node === undefined || !isServing(node)) return;
  const unwell = [...context.state.nodes.values()].filter(
    (other) =>
      other.uid !== node.uid &&
      other.bucket === node.bucket &&
      (!isServing(other) || !other.isReady || other.restoring > 0),
  );
  if (unwell.length === 0) return;
  const detail = `by ${caller.user} while not well: ${unwell.map(({ name }) => name).join(', ')}`;
  context.report({ kind: 'overlap', at: context.state.now, pod: node.name, detail });
}
