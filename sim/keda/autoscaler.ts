import { ApiError, type KubeObject } from '../../fleet/cluster-api.ts';
import { TYPES } from '../api/resource-types.ts';
import type { Handlers, SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import { at, mapsAt, numberAt, textAt } from '../json.ts';
import type { AutoscalerMemory } from './autoscaler-memory.ts';

export const AUTOSCALER = {
  user: 'system:serviceaccount:kube-system:horizontal-pod-autoscaler',
  manager: 'kube-controller-manager',
};
const PERIOD_MS = 15_000;
/** A sync reads, decides, and writes a moment later: also when its object is gone by then. facts/scaling.md 1.2, Y34. */
const IN_FLIGHT = [1, 800] as const;

/** The HPA controller, for KEDA's autoscalers and anybody's. */
export const AUTOSCALER_HANDLERS: Handlers<'hpa.sync' | 'hpa.write'> = {
  'hpa.sync': sync,
  'hpa.write': write,
};

export function autoscalerCreated(context: SimContext, autoscaler: KubeObject): void {
  const namespace = textAt(autoscaler, 'metadata', 'namespace');
  const uid = textAt(autoscaler, 'metadata', 'uid');
  const event = { kind: 'hpa.sync', namespace, name: textAt(autoscaler, 'metadata', 'name'), uid } as const;
  context.schedule(event, context.duration([100, PERIOD_MS]));
}

function sync(context: SimContext, event: Subject & { readonly uid: string }): void {
  const { api, state } = context;
  const { namespace, name, uid } = event;
  const autoscaler = api.find({ type: TYPES.autoscaler, namespace, name });
  if (textAt(autoscaler, 'metadata', 'uid') !== uid || autoscaler === undefined) {
    state.autoscalers.delete(uid);
    return;
  }
  const target = textAt(autoscaler, 'spec', 'scaleTargetRef', 'name');
  const set = api.find({ type: TYPES.statefulSet, namespace, name: target });
  if (set !== undefined) {
    const size = desiredSize(context, { autoscaler, set, target: `${namespace}/${target}` });
    const seen = textAt(set, 'metadata', 'resourceVersion');
    const order = { kind: 'hpa.write', namespace, name: target, replicas: size, seen } as const;
    if (size !== numberAt(set, 'spec', 'replicas')) context.schedule(order, context.duration(IN_FLIGHT));
  }
  context.schedule({ kind: 'hpa.sync', namespace, name, uid }, PERIOD_MS);
}

interface Sizing {
  readonly autoscaler: KubeObject;
  readonly set: KubeObject;
  readonly target: string;
}

/**
 * Outside of its bounds the target is moved to the bound in one step, past every policy. At zero the autoscaler is off.
 * Without metrics the size is kept. facts/scaling.md 1.6 and 1.9.
 */
function desiredSize(context: SimContext, sizing: Sizing): number {
  const { autoscaler, set, target } = sizing;
  const current = numberAt(set, 'spec', 'replicas');
  const low = numberAt(autoscaler, 'spec', 'minReplicas');
  const high = numberAt(autoscaler, 'spec', 'maxReplicas');
  if (current === 0) return 0;
  if (current > high) return high;
  if (current < low) return low;
  const demand = context.state.demand.get(target);
  if (demand === undefined) return current;
  const wanted = Math.min(high, Math.max(low, demand));
  return stabilized(context, sizing, { current, wanted });
}

/**
 * The first size that a new autoscaler sees is its first recommendation, so nothing shrinks within its window after a
 * resume. facts/scaling.md 1.3.
 */
function stabilized(
  context: SimContext,
  { autoscaler }: Sizing,
  { current, wanted }: { readonly current: number; readonly wanted: number },
): number {
  const { state } = context;
  const uid = textAt(autoscaler, 'metadata', 'uid');
  const down = at(autoscaler, 'spec', 'behavior', 'scaleDown');
  const window =
    (at(down, 'stabilizationWindowSeconds') === undefined
      ? 300
      : numberAt(down, 'stabilizationWindowSeconds')) * 1000;
  const first: AutoscalerMemory = {
    recommendations: [{ at: state.now, size: current }],
    shrunkAt: Number.NEGATIVE_INFINITY,
  };
  const memory = state.autoscalers.get(uid) ?? first;
  const recent = memory.recommendations.filter((entry) => entry.at > state.now - window);
  const recommendations = [...recent, { at: state.now, size: wanted }];
  const highest = Math.max(...recommendations.map(({ size }) => size));
  const isShrinkOff = textAt(down, 'selectPolicy') === 'Disabled';
  const size = wanted >= current ? wanted : isShrinkOff ? current : Math.min(current, highest);
  const allowed = size < current ? Math.max(size, current - shrinkAllowance(state.now, down, memory)) : size;
  state.autoscalers.set(uid, { recommendations, shrunkAt: allowed < current ? state.now : memory.shrunkAt });
  return allowed;
}

/** Policies of kind `Pods`, the only ones that are rendered for shrinking; without any, everything at once. */
function shrinkAllowance(
  now: number,
  down: Parameters<typeof at>[0],
  { shrunkAt }: AutoscalerMemory,
): number {
  const policies = mapsAt(down, 'policies');
  const allowances = policies.map((policy) =>
    now - shrunkAt < numberAt(policy, 'periodSeconds') * 1000 ? 0 : numberAt(policy, 'value'),
  );
  return policies.length === 0 ? Number.MAX_SAFE_INTEGER : Math.max(...allowances);
}

function write(
  context: SimContext,
  event: Subject & { readonly replicas: number; readonly seen: string },
): void {
  const ref = { type: TYPES.statefulSet, namespace: event.namespace, name: event.name };
  const body = { metadata: { resourceVersion: event.seen }, spec: { replicas: event.replicas } };
  const options = {
    kind: 'merge',
    subresource: 'scale',
    fieldManager: AUTOSCALER.manager,
    user: AUTOSCALER.user,
  } as const;
  try {
    context.api.patch(ref, body, options);
  } catch (error) {
    // Changed, refused or gone meanwhile: the next sync decides anew.
    if (!(error instanceof ApiError)) throw error;
  }
}
