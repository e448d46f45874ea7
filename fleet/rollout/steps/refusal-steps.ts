import { act, EXIT, finish, type RolloutDecision, wait } from '../decision.ts';
import { immutableChanges, immutableRefusal, ownershipRefusal } from '../judge-ownership.ts';
import { formatRan, type RanEntry, reconcileRan } from '../ran.ts';
import type { Turn } from '../turn.ts';

/** A StatefulSet that is not this fleet's, or that nobody may change so. */
export function ownershipStep({ set, plan, judgement }: Turn): RolloutDecision | undefined {
  if (set.isTerminating) return wait(`StatefulSet ${set.name} to be gone: it is being deleted`);
  const reason = ownershipRefusal(set, plan);
  if (reason !== undefined) return finish(EXIT.refused, `Cannot roll fleet "${plan.app}": ${reason}`);
  const changes = immutableChanges(set, plan);
  if (changes.length === 0) return undefined;
  return finish(EXIT.refused, immutableRefusal(changes, plan, judgement.verdict !== 'rolling'));
}

/** The gate approves a newer plan only after it has judged it; the Job of an older one then stops. Issue 4 row 10. */
export function supersededStep({ set, plan }: Turn): RolloutDecision | undefined {
  if (set.approvedPlan === undefined || set.approvedPlan === plan.planHash) return undefined;
  return finish(
    EXIT.superseded,
    `Superseded: the gate has approved plan ${set.approvedPlan} of fleet "${plan.app}", this Job has plan ${plan.planHash}`,
  );
}

/** The gate is an early warning only: versions are judged again before every act. DESIGN D8. */
export function judgeStep({ judgement, plan, lease }: Turn): RolloutDecision | undefined {
  if (lease !== undefined && lease.ran === undefined)
    return finish(
      EXIT.refused,
      `Cannot roll fleet "${plan.app}": the record of what ran on its Lease cannot be read`,
    );
  const { verdict, sentence, canBeAcknowledged } = judgement;
  if (verdict === 'blocked') return finish(canBeAcknowledged ? EXIT.refused : EXIT.never, sentence);
  if (verdict === 'recreate' && plan.updateStrategy !== 'Recreate') return finish(EXIT.refused, sentence);
  return undefined;
}

/** Writes down what is seen to run, before anything can make it unseen. */
export function ranStep(turn: Turn): RolloutDecision | undefined {
  const { ran, pods, me, set, plan } = turn;
  const wanted = { version: set.workload.version, durability: plan.durability };
  const entries = reconcileRan(ran, { pods, jobUid: me.jobUid, wanted });
  return recordRan(turn, entries, 'versions that run are recorded');
}

/** An act if the record would change. */
export function recordRan(
  { lease, plan }: Turn,
  entries: readonly RanEntry[],
  why: string,
): RolloutDecision | undefined {
  const before = lease?.ran ?? {};
  const ran = formatRan({ ...before, [plan.bucket.key]: entries });
  if (lease === undefined || ran === formatRan(before)) return undefined;
  return act({ kind: 'recordRan', ran, resourceVersion: lease.resourceVersion }, why);
}
