import type { Handlers } from '../context.ts';
import { bucketOf } from './cells.ts';
import { isServing } from './node.ts';

/** A node of 0.4 or later takes up what the bucket names by then, and lets the old deployment finish. facts/celld.md 1.2. */
export const DEPLOYMENT_HANDLERS: Handlers<'deployment.adopt' | 'deployment.settle'> = {
  'deployment.adopt': (context, { namespace, name, uid }) => {
    const node = context.state.nodes.get(uid);
    if (node === undefined || !isServing(node)) return;
    const { deployment } = bucketOf(context, node.bucket);
    if (deployment === node.deployment) return;
    context.state.nodes.set(uid, { ...node, deployment, generation: node.generation + 1, isSwapping: true });
    const settled = { kind: 'deployment.settle', namespace, name, uid } as const;
    context.schedule(settled, context.duration(context.config.latency.settle));
  },
  'deployment.settle': (context, { uid }) => {
    const node = context.state.nodes.get(uid);
    if (node !== undefined) context.state.nodes.set(uid, { ...node, isSwapping: false });
  },
};
