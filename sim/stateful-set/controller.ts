import type { JsonObject } from '../../documents/json.ts';
import { ApiError, type KubeObject, type ObjectRef } from '../../fleet/cluster-api.ts';
import { matchesLabels } from '../api/label-selector.ts';
import { TYPES } from '../api/resource-types.ts';
import type { Handlers, SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import { mapAt, numberAt, textAt, withAt } from '../json.ts';
import { decideSet, type SetAction } from './decide.ts';
import { newClaims, newPod } from './new-pod.ts';
import { controllerOf, isTerminating, ordinalOf, revisionOf } from './pod-facts.ts';
import { nameOf, ownerReference, type Revisions, revisionsOf, truncateHistory } from './revisions.ts';

export const SET_CONTROLLER = {
  user: 'system:serviceaccount:kube-system:statefulset-controller',
  manager: 'kube-controller-manager',
};

/**
 * The StatefulSet controller, in three moments as the real one has them: it looks (its cache), acts on what it saw, and
 * writes a status that may be older than the object by then.
 */
export const SET_HANDLERS: Handlers<'set.observe' | 'set.act' | 'set.status'> = {
  'set.observe': observe,
  'set.act': act,
  'set.status': writeStatus,
};

/** Called on every write that the controller would be told of. */
export function enqueueSet(context: SimContext, subject: Subject): void {
  const event = { kind: 'set.observe', namespace: subject.namespace, name: subject.name } as const;
  context.schedule(event, context.duration(context.config.latency.watch));
}

function setRef({ namespace, name }: Subject): ObjectRef {
  return { type: TYPES.statefulSet, namespace, name };
}

function observe(context: SimContext, subject: Subject): void {
  const { namespace, name } = subject;
  if (isBusy(context, subject)) {
    context.schedule({ kind: 'set.observe', namespace, name }, context.config.latency.action[1]);
    return;
  }
  const set = context.api.find(setRef(subject));
  if (set === undefined) return;
  const pods = claimedPods(context, set);
  const event = { kind: 'set.act', namespace, name, set, pods } as const;
  if (context.config.atomicControllers) act(context, event);
  else context.schedule(event, context.duration(context.config.latency.action));
}

/** The work queue never hands one set to two workers. */
function isBusy({ state }: SimContext, { namespace, name }: Subject): boolean {
  return ['set.act', 'set.status'].some((kind) => state.queue.has(`${kind} ${namespace}/${name}`));
}

/** Pods that the set controls; orphans that its selector and name match are adopted. facts/histories.md Y6. */
function claimedPods(context: SimContext, set: KubeObject): readonly KubeObject[] {
  const { api } = context;
  const uid = textAt(set, 'metadata', 'uid');
  const namespace = textAt(set, 'metadata', 'namespace');
  const selector = mapAt(set, 'spec', 'selector', 'matchLabels');
  const pods: KubeObject[] = [];
  for (const pod of api.objects(TYPES.pod, namespace)) {
    const owner = controllerOf(pod);
    if (owner === uid) pods.push(pod);
    else if (
      owner === '' &&
      isNamesake(set, pod) &&
      matchesLabels(mapAt(pod, 'metadata', 'labels'), selector)
    ) {
      if (!isTerminating(set) && !isTerminating(pod)) pods.push(adopt(context, set, pod));
    }
  }
  return pods;
}

function isNamesake(set: KubeObject, pod: KubeObject): boolean {
  return nameOf(pod) === `${nameOf(set)}-${ordinalOf(pod)}`;
}

function adopt({ api }: SimContext, set: KubeObject, pod: KubeObject): KubeObject {
  const namespace = textAt(pod, 'metadata', 'namespace');
  const owned = withAt(pod, ['metadata', 'ownerReferences'], [ownerReference(set)]);
  return api.replace({ type: TYPES.pod, namespace, name: nameOf(pod) }, owned, SET_CONTROLLER);
}

interface Act extends Subject {
  readonly set: KubeObject;
  readonly pods: readonly KubeObject[];
}

function act(context: SimContext, { namespace, name, set, pods }: Act): void {
  const { api, config } = context;
  const revisions = revisionsOf(api, set);
  const { status, actions } = decideSet({
    set,
    pods,
    currentRevision: nameOf(revisions.current),
    updateRevision: nameOf(revisions.update),
    maxUnavailable: config.maxUnavailable,
  });
  for (const action of actions) carryOut(context, { set, action, revisions });
  if (revisions.all.length > numberAt(set, 'spec', 'revisionHistoryLimit')) {
    const live = [nameOf(revisions.current), nameOf(revisions.update), ...pods.map(revisionOf)];
    truncateHistory(api, set, new Set(live));
  }
  if (!isInconsistent(mapAt(set, 'status'), status)) return;
  const event = {
    kind: 'set.status',
    namespace,
    name,
    setUid: textAt(set, 'metadata', 'uid'),
    status,
  } as const;
  if (config.atomicControllers) writeStatus(context, event);
  else context.schedule(event, context.duration(config.latency.statusWrite));
}

const RETRY_MS = 1000;

interface CarryOut {
  readonly set: KubeObject;
  readonly action: SetAction;
  readonly revisions: Revisions;
}

/** A pod is deleted by name alone, as the controller does it: its cache may be older than the pod. */
function carryOut(context: SimContext, { set, action, revisions }: CarryOut): void {
  const { api } = context;
  const namespace = textAt(set, 'metadata', 'namespace');
  try {
    if (action.kind === 'delete') {
      api.delete({ type: TYPES.pod, namespace, name: nameOf(action.pod) }, {}, SET_CONTROLLER);
      return;
    }
    const { current, update } = revisions;
    for (const claim of newClaims(set, action.ordinal)) {
      const ref = { type: TYPES.volumeClaim, namespace, name: nameOf(claim) };
      if (api.find(ref) === undefined) api.create(TYPES.volumeClaim, claim, SET_CONTROLLER);
    }
    const revision = action.revision === nameOf(current) ? current : update;
    api.create(TYPES.pod, newPod(set, action.ordinal, revision), SET_CONTROLLER);
  } catch (error) {
    // Gone, there already, or refused by a quota or a webhook: tried again, as the work queue does.
    if (!(error instanceof ApiError)) throw error;
    context.schedule({ kind: 'set.observe', namespace, name: nameOf(set) }, RETRY_MS);
  }
}

const COMPARED = [
  'replicas',
  'currentReplicas',
  'readyReplicas',
  'updatedReplicas',
  'availableReplicas',
  'currentRevision',
  'updateRevision',
];

function isInconsistent(before: JsonObject, after: JsonObject): boolean {
  if (numberAt(after, 'observedGeneration') > numberAt(before, 'observedGeneration')) return true;
  return COMPARED.some(
    (field) => (after[field] ?? 0) !== (before[field] ?? (typeof after[field] === 'string' ? '' : 0)),
  );
}

/**
 * On a conflict the writer takes the newest object and puts its own, older status on it: so a status that somebody
 * else has patched meanwhile is reverted. facts/proven.md 1 first row, facts/histories.md Y42.
 */
function writeStatus(
  context: SimContext,
  event: Subject & { readonly setUid: string; readonly status: JsonObject },
): void {
  const set = context.api.find(setRef(event));
  if (textAt(set, 'metadata', 'uid') !== event.setUid) return;
  context.api.replaceStatus(setRef(event), event.status, SET_CONTROLLER);
}
