import type { KubeObject, ObjectRef } from '../../fleet/cluster-api.ts';
import { TYPES } from '../api/resource-types.ts';
import type { Handlers, SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import { at, mapAt, numberAt, sameJson, textAt, withAt } from '../json.ts';
import { autoscalerName, autoscalerOf } from './autoscaler-object.ts';
import { isPausedTrue, KEDA, neverPaused, PAUSED, READY, UNPAUSED, writeConditions } from './conditions.ts';
import { annotation, halfPauses, isPaused, PAUSED_REPLICAS } from './pause.ts';
import { type KedaBehaviour, kedaBehaviour } from './versions.ts';

const FINALIZER = 'finalizer.keda.sh';

type Kind = 'keda.reconcile' | 'keda.delete-hpa' | 'keda.paused' | 'keda.rewrite-paused' | 'keda.loop';

/** The KEDA operator: a pause deletes the autoscaler, in an order that depends on the version. facts/scaling.md 1. */
export const KEDA_HANDLERS: Handlers<Kind> = {
  'keda.reconcile': reconcile,
  'keda.delete-hpa': (context, subject) => {
    const scaledObject = find(context, subject);
    if (scaledObject !== undefined) deleteAutoscaler(context, scaledObject);
  },
  'keda.paused': (context, subject) => {
    const scaledObject = find(context, subject);
    if (scaledObject !== undefined) writeConditions(context, scaledObject, { conditions: [PAUSED, READY] });
  },
  // A scale loop that was started on an older read writes the pause once more (kedacore/keda#6982).
  'keda.rewrite-paused': (context, subject) => {
    const scaledObject = find(context, subject);
    if (scaledObject !== undefined) writeConditions(context, scaledObject, { conditions: [PAUSED] });
  },
  'keda.loop': loop,
};

function refOf(object: KubeObject): ObjectRef {
  const namespace = textAt(object, 'metadata', 'namespace');
  return { type: TYPES.scaledObject, namespace, name: textAt(object, 'metadata', 'name') };
}

function find({ api }: SimContext, { namespace, name }: Subject): KubeObject | undefined {
  return api.find({ type: TYPES.scaledObject, namespace, name });
}

function reconcile(context: SimContext, subject: Subject): void {
  const { state, config } = context;
  const found = find(context, subject);
  if (found === undefined || config.keda === undefined || state.isKedaDown) return;
  if (isBusy(context, found)) {
    context.schedule(
      { kind: 'keda.reconcile', namespace: subject.namespace, name: subject.name },
      config.latency.keda[1],
    );
    return;
  }
  if (textAt(found, 'metadata', 'deletionTimestamp') !== '') {
    deleteAutoscaler(context, found);
    context.api.replace(refOf(found), withAt(found, ['metadata', 'finalizers'], []), KEDA);
    return;
  }
  const scaledObject = adopt(context, found);
  const behaviour = kedaBehaviour(config.keda);
  if (isPaused(scaledObject, behaviour)) pause(context, scaledObject, behaviour);
  else goOn(context, scaledObject, behaviour);
}

/** One object is never with two workers. */
function isBusy({ state }: SimContext, scaledObject: KubeObject): boolean {
  const { namespace, name } = refOf(scaledObject);
  const uid = textAt(scaledObject, 'metadata', 'uid');
  return (
    state.queue.has(`keda.delete-hpa ${namespace}/${name}`) ||
    state.queue.has(`keda.paused ${namespace}/${name} ${uid}`)
  );
}

/** Adds KEDA's finalizer and label. facts/scaling.md 1.4. */
function adopt({ api }: SimContext, scaledObject: KubeObject): KubeObject {
  const name = textAt(scaledObject, 'metadata', 'name');
  const labelled = withAt(scaledObject, ['metadata', 'labels', 'scaledobject.keda.sh/name'], name);
  const finalized = withAt(labelled, ['metadata', 'finalizers'], [FINALIZER]);
  return sameJson(finalized, scaledObject) ? scaledObject : api.replace(refOf(scaledObject), finalized, KEDA);
}

function pause(context: SimContext, scaledObject: KubeObject, { writesPausedFirst }: KedaBehaviour): void {
  const { namespace, name } = refOf(scaledObject);
  const uid = textAt(scaledObject, 'metadata', 'uid');
  const later = context.duration(context.config.latency.keda);
  const size = annotation(scaledObject, PAUSED_REPLICAS);
  if (size !== undefined) scaleTarget(context, scaledObject, Number(size));
  if (writesPausedFirst) {
    writeConditions(context, scaledObject, { conditions: [PAUSED, READY] });
    context.schedule({ kind: 'keda.delete-hpa', namespace, name }, later);
  } else {
    deleteAutoscaler(context, scaledObject);
    context.schedule({ kind: 'keda.paused', namespace, name, uid }, later);
  }
}

function deleteAutoscaler({ api }: SimContext, scaledObject: KubeObject): void {
  const { namespace } = refOf(scaledObject);
  const ref = { type: TYPES.autoscaler, namespace, name: autoscalerName(scaledObject) };
  if (api.find(ref) !== undefined) api.delete(ref, {}, KEDA);
}

function goOn(context: SimContext, scaledObject: KubeObject, behaviour: KedaBehaviour): void {
  const { api, config } = context;
  const { namespace, name } = refOf(scaledObject);
  const uid = textAt(scaledObject, 'metadata', 'uid');
  const half = halfPauses(scaledObject, behaviour);
  const wanted = autoscalerOf(scaledObject, half.includes('in'));
  const ref = { type: TYPES.autoscaler, namespace, name: autoscalerName(scaledObject) };
  const live = api.find(ref);
  // An autoscaler of that name is taken over, whosever it was. facts/scaling.md 1.5.
  if (live === undefined) api.create(TYPES.autoscaler, wanted, KEDA);
  else if (!sameJson(mapAt(live, 'spec'), mapAt(wanted, 'spec')))
    api.replace(ref, { ...live, ...wanted }, KEDA);
  const wasPaused = isPausedTrue(scaledObject);
  const known = at(scaledObject, 'status', 'conditions') !== undefined;
  const paused =
    half.length > 0 ? PAUSED : wasPaused ? UNPAUSED : known ? undefined : neverPaused(behaviour.neverPaused);
  writeConditions(context, scaledObject, {
    conditions: [READY, ...(paused === undefined ? [] : [paused])],
    hpaName: ref.name,
  });
  if (wasPaused && config.kedaRewritesPaused && half.length === 0) {
    context.schedule({ kind: 'keda.rewrite-paused', namespace, name, uid }, config.latency.keda[1] * 2);
  }
  context.schedule({ kind: 'keda.loop', namespace, name, uid }, context.duration(config.latency.keda));
}

const POLLING_MS = 30_000;

/**
 * KEDA's own loop moves a target that stands at zero to its floor; while metrics cannot be had it does nothing.
 * facts/scaling.md 1.3 and 1.6, facts/histories.md Y11 and Y22. Scaling down to zero is not simulated: a floor of zero
 * is never rendered.
 */
function loop(context: SimContext, { namespace, name, uid }: Subject & { readonly uid: string }): void {
  const { state, config } = context;
  const scaledObject = find(context, { namespace, name });
  if (textAt(scaledObject, 'metadata', 'uid') !== uid || scaledObject === undefined) return;
  if (config.keda === undefined || isPaused(scaledObject, kedaBehaviour(config.keda)) || state.isKedaDown)
    return;
  const target = textAt(scaledObject, 'spec', 'scaleTargetRef', 'name');
  const set = context.api.find({ type: TYPES.statefulSet, namespace, name: target });
  const floor = Math.max(1, numberAt(scaledObject, 'spec', 'minReplicaCount'));
  const isAtZero = set !== undefined && numberAt(set, 'spec', 'replicas') === 0;
  if (isAtZero && state.demand.get(`${namespace}/${target}`) !== undefined)
    scaleTarget(context, scaledObject, floor);
  context.schedule({ kind: 'keda.loop', namespace, name, uid }, POLLING_MS);
}

function scaleTarget({ api }: SimContext, scaledObject: KubeObject, replicas: number): void {
  const name = textAt(scaledObject, 'spec', 'scaleTargetRef', 'name');
  const ref = { type: TYPES.statefulSet, namespace: textAt(scaledObject, 'metadata', 'namespace'), name };
  if (api.find(ref) === undefined) return;
  const options = {
    kind: 'merge',
    subresource: 'scale',
    fieldManager: KEDA.manager,
    user: KEDA.user,
  } as const;
  api.patch(ref, { spec: { replicas } }, options);
}
