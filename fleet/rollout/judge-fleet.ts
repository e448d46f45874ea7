import type { Durability } from '../environment-input.ts';
import { acknowledgementFor, judgeMove, type Move, type MoveJudgement } from '../judge-upgrade.ts';
import type { FleetPlan } from '../plan.ts';
import { type Verdict } from '../upgrade-rules.ts';
import { type CelldVersion, formatVersion, parseVersion } from '../version.ts';
import type { FleetPod } from './pod.ts';
import { countsAsStarted, type RanEntry } from './ran.ts';
import type { FleetSet } from './stateful-set.ts';

/** Somebody who wrote, or may be writing, the fleet's data. */
export interface Origin {
  /** Such as `pod chat-celld-2`. */
  readonly what: string;
  readonly version: CelldVersion | undefined;
  readonly durability: Durability | 'unknown';
  /** False: a pod whose container never ran. It has written nothing, but may start at any moment. */
  readonly hasStarted: boolean;
}

export interface OriginsInput {
  readonly plan: FleetPlan;
  readonly pods: readonly FleetPod[];
  readonly ran: readonly RanEntry[];
  readonly set: FleetSet | undefined;
}

/**
 * Where the upgrade is judged from: live pods and what ran; where neither says anything, the live template, else
 * `spec.celld.dataWrittenBy`. A template that no pod ever ran is not judged from while the others speak: a bad tag
 * could never be taken back (Y23, Y46). DESIGN D8.
 */
export function originsOf({ plan, pods, ran, set }: OriginsInput): readonly Origin[] {
  const living = pods.map((pod) => ({
    what: `pod ${pod.name}`,
    version: pod.version,
    durability: pod.durability,
    hasStarted: pod.container.hasStarted,
  }));
  const recorded = ran.filter((entry) => countsAsStarted(entry, pods)).map(originOfRun);
  const spoken = [...living, ...recorded];
  if (spoken.some(({ hasStarted }) => hasStarted)) return spoken;
  if (ran.length > 0) return spoken;
  if (set !== undefined && pods.length === 0)
    return [...spoken, { what: 'the live template', ...set.workload, hasStarted: true }];
  return [...spoken, ...writtenBy(plan)];
}

function originOfRun({ version, durability }: RanEntry): Origin {
  return { what: 'the record of what ran', version: parseVersion(version), durability, hasStarted: true };
}

function writtenBy({ dataWrittenBy }: FleetPlan): readonly Origin[] {
  if (dataWrittenBy === undefined) return [];
  const version = parseVersion(dataWrittenBy);
  return [{ what: 'spec.celld.dataWrittenBy', version, durability: 'unknown', hasStarted: true }];
}

/** The judgement over every origin: the harshest verdict, and the sentence for it. */
export interface FleetJudgement {
  readonly verdict: Verdict;
  /** Which origin is judged so and why; empty for `rolling`. */
  readonly sentence: string;
  /** Only for `blocked`: an acknowledgement could waive it. */
  readonly canBeAcknowledged: boolean;
  /** The way back from here is blocked, or acknowledged only: a pod that dies must go forward (DESIGN D1). */
  readonly oneWay: boolean;
  readonly warnings: readonly string[];
}

const RANK: Readonly<Record<Verdict, number>> = { rolling: 0, recreate: 1, blocked: 2 };

export function judgeFleet(plan: FleetPlan, origins: readonly Origin[]): FleetJudgement {
  const judged = origins.map((origin) => ({ origin, judgement: judgeOrigin(plan, origin) }));
  const [worst] = judged.toSorted((a, b) => RANK[b.judgement.verdict] - RANK[a.judgement.verdict]);
  const verdict = worst?.judgement.verdict ?? 'rolling';
  return {
    verdict,
    sentence: worst === undefined || verdict === 'rolling' ? '' : sentenceOf(plan, worst),
    canBeAcknowledged: worst !== undefined && verdict === 'blocked' && canBeAcknowledged(plan, worst.origin),
    oneWay: judged.some(({ origin, judgement }) => origin.hasStarted && judgement.oneWay),
    warnings: [...new Set(judged.flatMap(({ judgement }) => judgement.warnings))],
  };
}

/** A version that never started has written nothing: what counts is whether the two may run side by side. */
function judgeOrigin(plan: FleetPlan, origin: Origin): MoveJudgement {
  const move = moveOf(plan, origin);
  const forward = judgeMove(move);
  if (origin.hasStarted || forward.verdict !== 'blocked' || origin.version === undefined) return forward;
  const back = judgeMove({
    ...move,
    from: move.to,
    to: origin.version,
    durabilityFrom: move.durabilityTo,
    durabilityTo: move.durabilityFrom,
  });
  return back.verdict === 'rolling'
    ? { ...forward, verdict: 'rolling' }
    : { ...forward, verdict: 'recreate' };
}

function moveOf(plan: FleetPlan, { version, durability }: Origin): Move {
  const to = parseVersion(plan.version);
  if (to === undefined) throw new Error(`Cannot judge a plan: its version ${plan.version} is not x.y.z`);
  return {
    ...(version !== undefined && { from: version }),
    to,
    durabilityFrom: durability,
    durabilityTo: plan.durability,
    namedMinors: plan.namedMinors,
    ...(plan.acknowledgeDowngrade !== undefined && { acknowledgeDowngrade: plan.acknowledgeDowngrade }),
  };
}

function canBeAcknowledged(plan: FleetPlan, origin: Origin): boolean {
  const move = moveOf(plan, origin);
  return judgeMove({ ...move, acknowledgeDowngrade: acknowledgementFor(move) }).verdict !== 'blocked';
}

interface Judged {
  readonly origin: Origin;
  readonly judgement: MoveJudgement;
}

function sentenceOf(plan: FleetPlan, { origin, judgement }: Judged): string {
  const from = origin.version === undefined ? 'an unknown version' : formatVersion(origin.version);
  const [first] = judgement.reasons;
  const why =
    first === undefined ? '' : ` (${first.boundary}): ${first.reason}; ${first.remedy}; cost: ${first.cost}`;
  return `Cannot ${judgement.verdict === 'blocked' ? 'move' : 'roll'} fleet "${plan.app}" from ${from} (${origin.what}) to ${plan.version}${why}`;
}
