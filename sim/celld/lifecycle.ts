import type { SimContext } from '../context.ts';
import { deploymentAdoption } from '../../fleet/celld-versions.ts';
import { writtenBy } from './bucket.ts';
import { bucketOf, giveAway, loseCells, takeShare } from './cells.ts';
import { verdictOf, versionText, type Writer } from './harm.ts';
import { type CelldNode, isAlive, isServing } from './node.ts';

/** The container of a node starts: from here on it counts as a version that ran. DESIGN D8, I3. */
export function processStarts(context: SimContext, node: CelldNode): void {
  const { state, config } = context;
  const bucket = bucketOf(context, node.bucket);
  for (const writer of bucket.writers) {
    // A container that restarts in place is a pod that was there before the newer one wrote: rolling permits that.
    if (node.run <= 1 && verdictOf(writer, node, config.acknowledged) === 'blocked') {
      reportNode(context, node, {
        kind: 'unreadable',
        detail: `${versionText(node)} after ${versionText(writer)}`,
      });
    }
  }
  for (const peer of state.nodes.values()) {
    if (peer.uid === node.uid || peer.bucket !== node.bucket || !isAlive(peer)) continue;
    if (mayBeNeighbours(peer, node, config.acknowledged)) continue;
    reportNode(context, node, {
      kind: 'neighbours',
      detail: `${versionText(node)} beside ${versionText(peer)} on ${peer.name}`,
    });
  }
  const writer = { version: node.version, durability: node.durability };
  state.buckets.set(node.bucket, writtenBy(bucket, writer));
}

/** In a roll either may start after the other: a pod of the older version that dies starts beside the newer one. */
function mayBeNeighbours(a: Writer, b: Writer, acknowledged: readonly string[]): boolean {
  return [verdictOf(a, b, acknowledged), verdictOf(b, a, acknowledged)].includes('rolling');
}

interface Finding {
  readonly kind: 'neighbours' | 'unreadable' | 'outage';
  readonly detail: string;
}

function reportNode(context: SimContext, node: CelldNode, finding: Finding): void {
  context.report({ ...finding, at: context.state.now, pod: node.name });
}

/** It is ready: it serves the deployment that the bucket names, and takes cells. */
export function processServes(context: SimContext, node: CelldNode): void {
  const { deployment } = bucketOf(context, node.bucket);
  context.state.nodes.set(node.uid, { ...node, phase: 'serving', deployment, generation: 1 });
  if (node.behaviour.start === 'well') takeShare(context, node.uid);
}

/** The process has ended. `handedOff`: it drained in time, else its cells wait for the end of its lease. */
export function processEnds(context: SimContext, node: CelldNode, handedOff: boolean): void {
  if (handedOff) giveAway(context, node.bucket, node.cells);
  else loseCells(context, node);
}

/** Called when a node has stopped serving, for whatever reason. */
export function noteOutage(context: SimContext, node: CelldNode): void {
  const others = [...context.state.nodes.values()].some(
    (other) => other.uid !== node.uid && other.bucket === node.bucket && isServing(other),
  );
  if (!others) reportNode(context, node, { kind: 'outage', detail: 'no node of the bucket serves' });
}

/** A new deployment: to 0.3 taken up only by a process that starts, from 0.4 by polling. facts/celld.md 4.2. */
export function publishDeployment(context: SimContext, bucket: string, version: string): void {
  const { state, config } = context;
  state.buckets.set(bucket, { ...bucketOf(context, bucket), deployment: version });
  for (const node of state.nodes.values()) {
    const polls = node.version === undefined || deploymentAdoption(node.version) === 'polled';
    if (node.bucket !== bucket || !polls || !isServing(node)) continue;
    const { namespace, name, uid } = node;
    context.schedule(
      { kind: 'deployment.adopt', namespace, name, uid, version },
      context.duration(config.latency.adopt),
    );
  }
}
