import type { Handlers, SimContext } from '../context.ts';
import { type Bucket, newBucket } from './bucket.ts';
import { type CelldNode, isServing } from './node.ts';

/** Milliseconds of a node lease: cells of a node that went without a handoff wait for its end. facts/celld.md 3.3. */
const LEASE_MS = 10_000;

/** Cells wander: given to peers, restored by them, left behind by a node that fell. facts/celld.md 5 and 6. */
export const CELL_HANDLERS: Handlers<'cells.lost' | 'cells.restore' | 'cells.warm'> = {
  'cells.lost': (context, { bucket, cells }) => giveAway(context, bucket, cells),
  'cells.restore': (context, { uid, cells }) => {
    const node = context.state.nodes.get(uid);
    if (node === undefined || !isServing(node)) return;
    context.state.nodes.set(uid, { ...node, cells: node.cells + cells, restoring: node.restoring + cells });
    warmLater(context, node);
  },
  'cells.warm': (context, { uid }) => {
    const node = context.state.nodes.get(uid);
    if (node !== undefined && node.restoring > 0) context.state.nodes.set(uid, { ...node, restoring: 0 });
  },
};

export function bucketOf({ state }: SimContext, key: string): Bucket {
  return state.buckets.get(key) ?? newBucket();
}

/** Nodes of one bucket that could take a cell. */
export function peersOf({ state }: SimContext, bucket: string): readonly CelldNode[] {
  return [...state.nodes.values()].filter(
    (node) => node.bucket === bucket && isServing(node) && node.behaviour.start === 'well',
  );
}

/** Peers restore what they are given, not at once: `restoring` is zero for a moment, then rises, then falls. */
export function giveAway(context: SimContext, bucket: string, cells: number): void {
  if (cells === 0) return;
  const peers = peersOf(context, bucket);
  if (peers.length === 0) {
    const before = bucketOf(context, bucket);
    context.state.buckets.set(bucket, { ...before, unowned: before.unowned + cells });
    return;
  }
  peers.forEach((peer, index) => {
    const share = Math.floor(cells / peers.length) + (index < cells % peers.length ? 1 : 0);
    if (share === 0) return;
    const { namespace, name, uid } = peer;
    const event = { kind: 'cells.restore', namespace, name, uid, cells: share } as const;
    context.schedule(event, context.duration(context.config.latency.handoff));
  });
}

/** A node that starts serving takes what nobody owns, and its share of what its peers have: that costs no restore. */
export function takeShare(context: SimContext, uid: string): void {
  const node = context.state.nodes.get(uid);
  if (node === undefined) return;
  const bucket = bucketOf(context, node.bucket);
  context.state.buckets.set(node.bucket, { ...bucket, unowned: 0 });
  const peers = peersOf(context, node.bucket).filter((peer) => peer.uid !== uid);
  const fair = Math.floor(bucket.cells / (peers.length + 1));
  let moved = 0;
  for (const peer of peers) {
    const surplus = Math.max(0, peer.cells - fair - 1);
    moved += surplus;
    if (surplus > 0) context.state.nodes.set(peer.uid, { ...peer, cells: peer.cells - surplus });
  }
  const { unowned } = bucket;
  context.state.nodes.set(uid, { ...node, cells: node.cells + unowned + moved, restoring: unowned });
  if (unowned > 0) warmLater(context, node);
}

/** Cells of a process that ended without handing them off. */
export function loseCells(context: SimContext, { bucket, cells, namespace, name }: CelldNode): void {
  if (cells > 0) context.schedule({ kind: 'cells.lost', namespace, name, bucket, cells }, LEASE_MS);
}

function warmLater(context: SimContext, { namespace, name, uid, behaviour }: CelldNode): void {
  if (behaviour.staysCold === true) return;
  const event = { kind: 'cells.warm', namespace, name, uid } as const;
  // The clock starts anew with each cell that is added.
  context.state.queue.takeKey(`cells.warm ${namespace}/${name} ${uid}`);
  context.schedule(event, context.duration(context.config.latency.rewarm));
}
