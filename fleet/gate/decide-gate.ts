import { CLOSED_PARTITION } from '../bounds.ts';
import { largestSize } from '../fleet-size.ts';
import { ANNOTATIONS } from '../labels.ts';
import type { FleetPlan } from '../plan.ts';
import { templateDifferences } from '../rollout/compare-template.ts';
import { EXIT, type ExitCode } from '../rollout/decision.ts';
import { type FleetJudgement, judgeFleet, originsOf } from '../rollout/judge-fleet.ts';
import { immutableChanges, immutableRefusal, ownershipRefusal } from '../rollout/judge-ownership.ts';
import type { FleetPod } from '../rollout/pod.ts';
import type { RanEntry } from '../rollout/ran.ts';
import type { FleetSet } from '../rollout/stateful-set.ts';
import type { GateSnapshot, Neighbour } from './snapshot.ts';

export type GateAct =
  | { readonly kind: 'closePartition'; readonly resourceVersion: string }
  | {
      readonly kind: 'approve';
      readonly template: string;
      readonly plan: string;
      readonly resourceVersion: string;
    };

export type GateDecision =
  | { readonly kind: 'act'; readonly act: GateAct; readonly why: string }
  | { readonly kind: 'wait'; readonly for: string }
  | { readonly kind: 'finish'; readonly code: ExitCode; readonly sentence: string };

/** Everything that could be read, and the judgement over it. */
interface View {
  readonly plan: FleetPlan;
  readonly set: FleetSet | undefined;
  readonly pods: readonly FleetPod[];
  readonly ran: readonly RanEntry[];
  readonly isRanReadable: boolean;
  readonly claims: readonly string[];
  readonly neighbours: readonly Neighbour[];
  readonly judgement: FleetJudgement;
}

type Check = (view: View) => GateDecision | undefined;

/** In this order: who the fleet is, whether it may change so, and only then what is written. DESIGN 5. */
const CHECKS: readonly Check[] = [
  sharedPrefix,
  unreadableRecord,
  orphanedPods,
  unknownWriter,
  terminatingSet,
  foreignSet,
  immutableField,
  blockedMove,
  fullStopNeeded,
  chartShrink,
  closeBeforeChange,
  approve,
  approved,
];

/** What the gate does next: it refuses, or closes the partition and approves. It moves nothing. DESIGN D3. */
export function decideGate(snapshot: GateSnapshot, plan: FleetPlan): GateDecision {
  const view = viewOf(snapshot, plan);
  if ('kind' in view) return view;
  for (const check of CHECKS) {
    const decision = check(view);
    if (decision !== undefined) return decision;
  }
  return { kind: 'wait', for: 'something that this program does not know' };
}

function viewOf(snapshot: GateSnapshot, plan: FleetPlan): View | GateDecision {
  const { set, pods, lease, claims, neighbours } = snapshot;
  for (const reading of [set, pods, lease, claims, neighbours])
    if (!reading.known) return { kind: 'wait', for: reading.reason };
  if (!set.known || !pods.known || !lease.known || !claims.known || !neighbours.known)
    return { kind: 'wait', for: 'the API server' };
  const ran = lease.value?.ran?.[plan.bucket.key] ?? [];
  return {
    plan,
    set: set.value,
    pods: pods.value,
    ran,
    isRanReadable: lease.value === undefined || lease.value.ran !== undefined,
    claims: claims.value,
    neighbours: neighbours.value,
    judgement: judgeFleet(plan, originsOf({ plan, pods: pods.value, ran, set: set.value })),
  };
}

function refuse(code: ExitCode, sentence: string): GateDecision {
  return { kind: 'finish', code, sentence };
}

/** The bucket prefix is the safety domain, not the fleet's name. DESIGN D17, Y24. */
function sharedPrefix({ plan, neighbours }: View): GateDecision | undefined {
  const other = neighbours.find(({ bucketKey }) => bucketKey === plan.bucket.key);
  return (
    other &&
    refuse(
      EXIT.refused,
      `Cannot approve fleet "${plan.app}": ${other.what} of fleet "${other.app}" uses the same bucket prefix; two fleets on one prefix own the same cells: remove that fleet first, or give this one its own prefix`,
    )
  );
}

function unreadableRecord({ plan, isRanReadable }: View): GateDecision | undefined {
  if (isRanReadable) return undefined;
  return refuse(
    EXIT.refused,
    `Cannot approve fleet "${plan.app}": the record of what ran on its Lease cannot be read`,
  );
}

/** A new StatefulSet would start with one replica and take the others away. Y6. */
function orphanedPods({ plan, set, pods }: View): GateDecision | undefined {
  if (set !== undefined || pods.length === 0) return undefined;
  return refuse(
    EXIT.refused,
    `Cannot approve fleet "${plan.app}": it has ${pods.length} pods and no StatefulSet, and a new one would shrink it to one pod; delete the pods one by one, or restore the StatefulSet with ${pods.length} replicas and its old template`,
  );
}

/** Volumes without a record: somebody wrote them, and nobody says who. DESIGN D8. */
function unknownWriter({ plan, set, ran, claims }: View): GateDecision | undefined {
  if (set !== undefined || ran.length > 0 || claims.length === 0 || plan.dataWrittenBy !== undefined)
    return undefined;
  return refuse(
    EXIT.refused,
    `Cannot approve fleet "${plan.app}": ${claims.length} of its volumes exist and nothing records which celld wrote them; set ${plan.chart === undefined ? 'spec.celld.dataWrittenBy' : `the annotation ${ANNOTATIONS.dataWrittenBy}`} to that version`,
  );
}

function terminatingSet({ set }: View): GateDecision | undefined {
  return set?.isTerminating === true
    ? { kind: 'wait', for: `StatefulSet ${set.name} to be gone` }
    : undefined;
}

function foreignSet({ set, plan }: View): GateDecision | undefined {
  const reason = set && ownershipRefusal(set, plan);
  return reason === undefined
    ? undefined
    : refuse(EXIT.refused, `Cannot approve fleet "${plan.app}": ${reason}`);
}

function immutableField({ set, plan, judgement }: View): GateDecision | undefined {
  const changes = set === undefined ? [] : immutableChanges(set, plan);
  if (changes.length === 0) return undefined;
  return refuse(EXIT.refused, immutableRefusal(changes, plan, judgement.verdict !== 'rolling'));
}

function blockedMove({ judgement }: View): GateDecision | undefined {
  if (judgement.verdict !== 'blocked') return undefined;
  return refuse(judgement.canBeAcknowledged ? EXIT.refused : EXIT.never, judgement.sentence);
}

function fullStopNeeded({ judgement, plan }: View): GateDecision | undefined {
  if (judgement.verdict !== 'recreate' || plan.updateStrategy === 'Recreate') return undefined;
  const lever =
    plan.chart === undefined
      ? ''
      : `; the lever of a CelldStack is its annotation ${ANNOTATIONS.updateStrategy}: Recreate`;
  return refuse(EXIT.refused, `${judgement.sentence}${lever}`);
}

/**
 * A chart's size is applied with everything else, and takes every pod above it at once. One pod is what a node drain takes
 * too, and only while the rest are well; more are refused. DESIGN D2 and 8.
 */
function chartShrink({ set, pods, plan }: View): GateDecision | undefined {
  if (set === undefined || plan.chart === undefined || set.replicas === 0) return undefined;
  const wanted = largestSize(plan.size);
  if (set.replicas <= wanted) return undefined;
  if (set.replicas > wanted + 1)
    return refuse(
      EXIT.refused,
      `Cannot approve fleet "${plan.app}": the chart would stop ${set.replicas - wanted} pods at once, from ${set.replicas} to ${wanted}; lower replicaCount by one, and again when that has been synced`,
    );
  const unwell = pods.find((pod) => !pod.isReady || pod.isTerminating);
  if (unwell !== undefined)
    return { kind: 'wait', for: `${unwell.name} to be ready before a pod is taken away` };
  return pods.length === set.replicas ? undefined : { kind: 'wait', for: `${set.replicas} pods to be there` };
}

/** Before another template is approved nothing may be open: else it would move pods as it is applied. D1, Y40, Y60. */
function closeBeforeChange({ set, plan }: View): GateDecision | undefined {
  if (set === undefined || templateDifferences(plan, set.template).length === 0) return undefined;
  if ((set.partition ?? 0) >= CLOSED_PARTITION) return undefined;
  return {
    kind: 'act',
    act: { kind: 'closePartition', resourceVersion: set.resourceVersion },
    why: 'the template is to change, and nothing may move as it is applied',
  };
}

function approve({ set, plan }: View): GateDecision | undefined {
  if (set === undefined) return undefined;
  if (set.approvedTemplate === plan.templateHash && set.approvedPlan === plan.planHash) return undefined;
  return {
    kind: 'act',
    act: {
      kind: 'approve',
      template: plan.templateHash,
      plan: plan.planHash,
      resourceVersion: set.resourceVersion,
    },
    why: 'the change is judged and may be applied',
  };
}

function approved({ plan, set, judgement }: View): GateDecision {
  const how =
    set === undefined
      ? 'a new fleet'
      : judgement.verdict === 'recreate'
        ? 'every pod stops first'
        : 'pod by pod';
  const warnings = judgement.warnings.map((warning) => `; warning: ${warning}`).join('');
  return {
    kind: 'finish',
    code: EXIT.done,
    sentence: `Approved: fleet "${plan.app}" to celld ${plan.version}, ${how}${warnings}`,
  };
}
