import type { JsonValue } from '../../documents/json.ts';
import { canonicalJson } from '../canonical-json.ts';
import { chartSelector, fleetSelector } from '../labels.ts';
import { namesOfFleet } from '../names.ts';
import { fieldAt } from '../object-fields.ts';
import { isCovered } from './covers.ts';
import type { FleetPlan } from '../plan.ts';
import type { FleetSet } from './stateful-set.ts';

type Check = (set: FleetSet, plan: FleetPlan) => string | undefined;

const RUNBOOK =
  'scale it to zero, wait until no pod is left, delete it (never with --cascade=orphan), then sync';

/** Whether the live StatefulSet is this fleet's to move at all. In this order; the first that fails is the reason. */
const OWNERSHIP: readonly Check[] = [
  ({ selector, name }, { app, chart }) =>
    canonicalJson(selector) ===
    canonicalJson({ matchLabels: chart === undefined ? fleetSelector(app) : chartSelector(chart.release) })
      ? undefined
      : `StatefulSet ${name} selects other pods than this fleet's: it belongs to something else`,
  ({ controller, name }) =>
    controller === undefined
      ? undefined
      : `StatefulSet ${name} is controlled by ${controller}: adopt the fleet first, so that only one moves it`,
  ({ firstOrdinal, name }) =>
    firstOrdinal === 0
      ? undefined
      : `StatefulSet ${name} starts at ordinal ${firstOrdinal}, wanted 0: the partition would mean another pod`,
  ({ strategy, name }) =>
    strategy === 'RollingUpdate'
      ? undefined
      : `StatefulSet ${name} has an update strategy other than RollingUpdate: the partition does not hold it`,
  // A chart always renders its size: what it applies next is a size too, and never the API's default.
  ({ replicasAppliedBy, name }, { chart }) =>
    replicasAppliedBy.length === 0 || chart !== undefined
      ? undefined
      : `StatefulSet ${name} has spec.replicas from an earlier apply (${replicasAppliedBy.join(', ')}): the next apply would shrink it to one; adopt the fleet first`,
];

/** Fields that the API server lets nobody change. facts/scaling.md 3.5, bug row B12. */
const IMMUTABLE: readonly {
  readonly field: string;
  readonly isSame: (set: FleetSet, plan: FleetPlan) => boolean;
}[] = [
  {
    field: 'podManagementPolicy',
    isSame: (set, plan) => set.podManagementPolicy === plan.podManagementPolicy,
  },
  { field: 'serviceName', isSame: (set, plan) => set.serviceName === namesOfFleet(plan).internalService },
  { field: 'volumeClaimTemplates', isSame: (set, plan) => sameClaims(set, plan) },
  {
    field: 'bucket',
    isSame: ({ bucketKey }, { bucket, chart }) =>
      bucketKey === bucket.key || (chart !== undefined && bucketKey === undefined),
  },
];

/** Undefined: the live StatefulSet is this fleet's, and nothing immutable changes. */
export function ownershipRefusal(set: FleetSet, plan: FleetPlan): string | undefined {
  for (const check of OWNERSHIP) {
    const reason = check(set, plan);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The immutable fields that the plan would change. */
export function immutableChanges(set: FleetSet, plan: FleetPlan): readonly string[] {
  return IMMUTABLE.filter(({ isSame }) => !isSame(set, plan)).map(({ field }) => field);
}

/** The sentence for them. `movesVersion`: the same commit crosses a version boundary, which makes two changes of it. */
export function immutableRefusal(changes: readonly string[], plan: FleetPlan, movesVersion: boolean): string {
  const both = movesVersion
    ? ' and celld’s version crosses a boundary in the same commit: split it in two; then'
    : ':';
  return `Cannot change ${changes.join(', ')} of StatefulSet ${namesOfFleet(plan).statefulSet}${both} ${RUNBOOK}`;
}

/** The API server adds defaults and a status to claims: what the plan says must be there, nothing else is looked at. */
function sameClaims({ volumeClaimTemplates }: FleetSet, plan: FleetPlan): boolean {
  if (volumeClaimTemplates.length !== plan.volumeClaimTemplates.length) return false;
  return plan.volumeClaimTemplates.every((claim, index) =>
    isCovered(claimOf(claim, plan), volumeClaimTemplates[index]),
  );
}

/**
 * Of a claim only its name and its spec count; and of a chart's claim its labels, among them the chart's version, which
 * Argo CD's render cannot take from the live set: another chart is another immutable claim. facts/celld-stack.md 6.2.11.
 */
function claimOf(claim: JsonValue, { chart }: FleetPlan): JsonValue {
  const name = fieldAt(claim, 'metadata', 'name') ?? '';
  const labels = chart === undefined ? undefined : fieldAt(claim, 'metadata', 'labels');
  return { metadata: { name, ...(labels !== undefined && { labels }) }, spec: fieldAt(claim, 'spec') ?? {} };
}
