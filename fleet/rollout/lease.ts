import type { KubeObject } from '../cluster-api.ts';
import { ANNOTATIONS } from '../labels.ts';
import { annotationOf, numberAt, textAt } from '../object-fields.ts';
import { parseRan, type RanRecord } from './ran.ts';

/** Seconds for which a Lease holds without a renewal. */
export const LEASE_SECONDS = 30;
/** Renewed when this share of its time is over. */
export const RENEW_AFTER_MS = (LEASE_SECONDS * 1000) / 3;

/** Why a Job writes its own Lease again: not worth a line in its log. */
export const RENEWAL = 'the Lease is due to be renewed';

/** The fleet's Lease: who may move it, and who wrote its data. It is not rendered, so nothing prunes it. */
export interface FleetLease {
  readonly resourceVersion: string;
  /** Empty: nobody. */
  readonly holder: string;
  readonly renewTime: string;
  readonly durationMs: number;
  /** Undefined: there is a record and it cannot be read. */
  readonly ran: RanRecord | undefined;
}

export function parseLease(lease: KubeObject): FleetLease {
  return {
    resourceVersion: textAt(lease, 'metadata', 'resourceVersion') ?? '',
    holder: textAt(lease, 'spec', 'holderIdentity') ?? '',
    renewTime: textAt(lease, 'spec', 'renewTime') ?? '',
    durationMs: (numberAt(lease, 'spec', 'leaseDurationSeconds') ?? LEASE_SECONDS) * 1000,
    ran: parseRan(annotationOf(lease, ANNOTATIONS.ran)),
  };
}

export type LeaseVerdict =
  | { readonly kind: 'create' }
  | { readonly kind: 'mine' }
  /** Nobody's, expired, or due: written with the `resourceVersion` that was read. */
  | { readonly kind: 'take'; readonly why: string }
  | { readonly kind: 'held'; readonly by: string; readonly isOver: boolean };

export interface LeaseView {
  readonly lease: FleetLease | undefined;
  readonly me: string;
  readonly now: number;
  /** When this Job's last write of the Lease was answered; undefined: it never held it. All times are monotonic. */
  readonly renewedAt: number | undefined;
  /** Since when the holder has not renewed, as far as this Job has watched. */
  readonly unchangedSince: number;
  /** When this Job first found somebody else on it. */
  readonly waitingSince: number;
  /** Milliseconds after which an own Lease is due; a rollout Job's by default. */
  readonly renewAfterMs?: number;
}

/**
 * Whose the Lease is. A holder that died right after a renewal is outwaited too, so two times of the Lease. It has expired when its holder has not renewed it for its time while this Job watched: clocks are
 * not compared. Y26, Y54.
 */
export function judgeLease(view: LeaseView): LeaseVerdict {
  const { lease, me, now, renewedAt, renewAfterMs = RENEW_AFTER_MS } = view;
  if (lease === undefined) return { kind: 'create' };
  if (lease.holder === '') return { kind: 'take', why: 'nobody holds the Lease' };
  if (lease.holder === me) {
    const isFresh = renewedAt !== undefined && now - renewedAt < renewAfterMs;
    return isFresh ? { kind: 'mine' } : { kind: 'take', why: RENEWAL };
  }
  if (now - view.unchangedSince >= lease.durationMs)
    return {
      kind: 'take',
      why: `its holder ${lease.holder} has not renewed it for ${lease.durationMs / 1000} s`,
    };
  return { kind: 'held', by: lease.holder, isOver: now - view.waitingSince >= 2 * lease.durationMs };
}
