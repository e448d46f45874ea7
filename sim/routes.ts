import type { KubeObject } from '../fleet/cluster-api.ts';
import type { Committed } from './api/commit.ts';
import { pokeApplications } from './argocd/poke.ts';
import { noteOverlap } from './celld/overlap.ts';
import type { SimContext } from './context.ts';
import { mapAt, mapsAt, textAt } from './json.ts';
import { routeDeletion } from './collect.ts';
import { enqueueJob, jobCreated } from './jobs/job-controller.ts';
import { terminateProcess } from './jobs/job-pods.ts';
import { autoscalerCreated } from './keda/autoscaler.ts';
import { routeAutoscalerGone, routeScaledObject } from './keda/wake.ts';
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
    case 'jobs':
      if (before === undefined && after !== undefined) jobCreated(context, after);
      enqueueJob(context, ref);
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
  routeDeletion(context, write);
  pokeApplications(context, write);
}

function routePod(context: SimContext, write: Committed): void {
  const { ref, before, after } = write;
  const pod = after ?? before;
  if (pod === undefined) return;
  const owner = mapsAt(pod, 'metadata', 'ownerReferences').find(
    (reference) => reference['controller'] === true,
  );
  const kind = textAt(owner, 'kind');
  const ownerSubject = { namespace: ref.namespace, name: textAt(owner, 'name') };
  const subject = { namespace: ref.namespace, name: ref.name, uid: textAt(pod, 'metadata', 'uid') };
  if (kind === 'StatefulSet') enqueueSet(context, ownerSubject);
  else if (kind === 'Job') enqueueJob(context, ownerSubject);
  else enqueueOrphan(context, ref.namespace, pod);
  if (before === undefined) {
    const start = kind === 'Job' ? 'process.start' : 'pod.start';
    context.schedule({ kind: start, ...subject }, context.duration(context.config.latency.start));
  } else if (after !== undefined && isTerminating(after) && !isTerminating(before)) {
    if (kind === 'Job') terminateProcess(context, after);
    else {
      noteOverlap(context, write, after);
      terminate(context, after);
    }
  }
}

/** A pod without an owner wakes every set that its labels could belong to. */
function enqueueOrphan(context: SimContext, namespace: string, pod: KubeObject): void {
  const labels = mapAt(pod, 'metadata', 'labels');
  const name = textAt(labels, 'statefulset.kubernetes.io/pod-name').replace(/-\d+$/, '');
  if (name !== '') enqueueSet(context, { namespace, name });
}
