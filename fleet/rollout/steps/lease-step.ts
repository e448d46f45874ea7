import { act, EXIT, finish, type RolloutDecision, wait } from '../decision.ts';
import { type FleetLease, judgeLease } from '../lease.ts';
import type { RolloutMemory } from '../memory.ts';
import type { Turn } from '../turn.ts';

/** Takes and renews the fleet's Lease; while somebody else has it nothing is written. DESIGN 5, Y26, Y54. */
export function leaseStep({ lease, me, memory, snapshot }: Turn): RolloutDecision | undefined {
  const verdict = judgeLease(leaseView(lease, { me: me.holder, memory, now: snapshot.monotonic }));
  switch (verdict.kind) {
    case 'mine':
      return undefined;
    case 'create':
      return act({ kind: 'createLease' }, 'the fleet has no Lease yet');
    case 'take':
      return act({ kind: 'takeLease', resourceVersion: lease?.resourceVersion ?? '' }, verdict.why);
    case 'held':
      return verdict.isOver
        ? finish(EXIT.superseded, `Another Job moves this fleet: its Lease is held by ${verdict.by}`)
        : wait(`the Lease that ${verdict.by} holds`);
  }
}

interface LeaseInput {
  readonly me: string;
  readonly memory: RolloutMemory;
  readonly now: number;
}

function leaseView(
  lease: FleetLease | undefined,
  { me, memory, now }: LeaseInput,
): Parameters<typeof judgeLease>[0] {
  const { leaseRenewedAt, foreignLease, leaseWaitSince } = memory;
  return {
    lease,
    me,
    now,
    renewedAt: leaseRenewedAt,
    unchangedSince: foreignLease.since,
    waitingSince: leaseWaitSince,
  };
}

/** Marks the StatefulSet with the holder: a write that an earlier holder decided on then meets a conflict. Y26. */
export function markHolderStep({ set, me }: Turn): RolloutDecision | undefined {
  if (set.holder === me.holder) return undefined;
  return act({ kind: 'markHolder', resourceVersion: set.resourceVersion }, 'this Job holds the Lease now');
}
