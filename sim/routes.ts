import type { KubeObject } from '../fleet/cluster-api.ts';
import type { Committed } from './api/commit.ts';
import { noteOverlap } from './celld/overlap.ts';
import type { SimContext } from './context.ts';
import { mapAt, mapsAt, textAt } from './json.ts';
import { autoscalerCreated } from './keda/autoscaler.ts';
import { routeAutoscalerGone, routeScaledObject } from './keda/operator.ts';
import { terminate } from './kubelet/kubelet.ts';
import { enqueueSet } from './stateful-set/controller.ts';
import { isTerminating } from './stateful-set/pod-facts.ts';

/** Tells the controllers of a write, as their watches would. */
export function routeWrite(context: SimContext, write: Committed): void {
  const { ref, before, after } = write;
  switch (ref.type.plural) {
    case 'statefulsets':
      enqueueSet(context, ref);
      break;
    case 'pods':
      routePod(context, write);
      break;
    case 'scaledobjects':
      routeScaledObject(context, write);
      break;
    case 'horizontalpodautoscalers':
      if (before === undefined && after !== undefined) autoscalerCreated(context, after);
      else if (after === undefined) routeAutoscalerGone(context, write);
      break;
    default:
      break;
  }
  if (after === undefined && before !== undefined) collectLater(context, write, before);
}

function collectLater(context: SimContext, { ref }: Committed, before: KubeObject): void {
  if (!['statefulsets', 'jobs', 'scaledobjects'].includes(ref.type.plural)) return;
  const uid = textAt(before, 'metadata', 'uid');
  const event = { kind: 'collect', namespace: ref.namespace, name: ref.name, uid } as const;
  context.schedule(event, context.duration(context.config.latency.watch));
}

function routePod(context: SimContext, write: Committed): void {
  const { ref, before, after } = write;
  const pod = after ?? before;
  if (pod === undefined) return;
  const owner = mapsAt(pod, 'metadata', 'ownerReferences').find(
    (reference) => reference['controller'] === true,
  );
  const ownerName = textAt(owner, 'name');
  const subject = { namespace: ref.namespace, name: ref.name, uid: textAt(pod, 'metadata', 'uid') };
  if (textAt(owner, 'kind') === 'StatefulSet')
    enqueueSet(context, { namespace: ref.namespace, name: ownerName });
  else if (owner === undefined) enqueueOrphan(context, ref.namespace, pod);
  if (before === undefined) {
    context.schedule({ kind: 'pod.start', ...subject }, context.duration(context.config.latency.start));
  } else if (after !== undefined && isTerminating(after) && !isTerminating(before)) {
    noteOverlap(context, write, after);
    terminate(context, after);
  }
}

/** A pod without an owner wakes every set that its labels could belong to. */
function enqueueOrphan(context: SimContext, namespace: string, pod: KubeObject): void {
  const labels = mapAt(pod, 'metadata', 'labels');
  const name = textAt(labels, 'statefulset.kubernetes.io/pod-name').replace(/-\d+$/, '');
  if (name !== '') enqueueSet(context, { namespace, name });
}
