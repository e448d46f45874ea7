import type { Committed } from '../api/commit.ts';
import { TYPES } from '../api/resource-types.ts';
import type { SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import { at, mapsAt, numberAt, textAt } from '../json.ts';
import { annotation, PAUSE_ANNOTATIONS } from './pause.ts';

/** Which writes wake the operator: a new generation, a deletion, or another value of a pause annotation. facts/scaling.md 1.3. */
export function routeScaledObject(context: SimContext, { ref, before, after }: Committed): void {
  if (after === undefined) return;
  const isNew =
    before === undefined ||
    numberAt(before, 'metadata', 'generation') !== numberAt(after, 'metadata', 'generation');
  const isDeleted =
    at(before, 'metadata', 'deletionTimestamp') !== at(after, 'metadata', 'deletionTimestamp');
  const isPause = PAUSE_ANNOTATIONS.some((key) => annotation(before, key) !== annotation(after, key));
  if (isNew || isDeleted || isPause) wake(context, ref);
}

function wake(context: SimContext, { namespace, name }: Subject): void {
  if (context.config.keda === undefined || context.state.isKedaDown) return;
  context.schedule(
    { kind: 'keda.reconcile', namespace, name },
    context.duration(context.config.latency.watch),
  );
}

/** The operator stops, or starts and looks at everything. */
export function setKedaDown(context: SimContext, isDown: boolean): void {
  context.state.isKedaDown = isDown;
  for (const scaledObject of isDown ? [] : [...context.api.objects(TYPES.scaledObject)]) {
    const name = textAt(scaledObject, 'metadata', 'name');
    wake(context, { namespace: textAt(scaledObject, 'metadata', 'namespace'), name });
  }
}

/** An autoscaler of KEDA's that somebody deletes comes back. */
export function routeAutoscalerGone(context: SimContext, { before }: Committed): void {
  const owners = mapsAt(before, 'metadata', 'ownerReferences');
  const owner = owners.find((reference) => reference['kind'] === 'ScaledObject');
  if (owner !== undefined)
    wake(context, { namespace: textAt(before, 'metadata', 'namespace'), name: textAt(owner, 'name') });
}
