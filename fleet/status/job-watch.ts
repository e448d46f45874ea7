import type { FleetLease } from '../rollout/lease.ts';

/** A fleet's Lease as it was first seen in its present form; monotonic milliseconds. */
export interface JobWatch {
  readonly holder: string;
  readonly renewTime: string;
  readonly since: number;
}

/** Keeps the moment for as long as nothing is renewed: clocks are not compared. Y54. */
export function watchJob(
  before: JobWatch | undefined,
  lease: FleetLease | undefined,
  now: number,
): JobWatch | undefined {
  if (lease === undefined || lease.holder === '') return undefined;
  const { holder, renewTime } = lease;
  const isSame = before?.holder === holder && before.renewTime === renewTime;
  return isSame ? before : { holder, renewTime, since: now };
}

/** True while a rollout Job holds the Lease; one that has not renewed it for its time has gone. */
export function isJobAtWork(
  watch: JobWatch | undefined,
  lease: FleetLease | undefined,
  now: number,
): boolean {
  return watch !== undefined && lease !== undefined && now - watch.since < lease.durationMs;
}
