import type { RolloutAct } from '../fleet/rollout/decision.ts';
import type { HookOptions, LogLine } from './options.ts';
import { secondTime } from './report.ts';

/** Milliseconds after which a wait that goes on is told again. */
const REPEAT_MS = 60_000;

/** What was last told about waiting. */
export interface Told {
  readonly what: string;
  readonly since: number;
  readonly toldAt: number;
}

export const NOTHING_TOLD: Told = { what: '', since: 0, toldAt: 0 };

export function say(
  { log, clock }: Pick<HookOptions, 'log' | 'clock'>,
  text: string,
  level: LogLine['level'] = 'info',
): void {
  log({ level, text, at: clock.now() });
}

/** Tells what is waited for, since when and until when at the latest: once, and again while it goes on. */
export function sayWaiting(
  options: Pick<HookOptions, 'log' | 'clock'>,
  told: Told,
  wait: { readonly what: string; readonly until: number },
): Told {
  const now = options.clock.monotonic();
  const isNew = told.what !== wait.what;
  const since = isNew ? now : told.since;
  if (!isNew && now - told.toldAt < REPEAT_MS) return told;
  const wall = options.clock.now();
  const start = isNew ? '' : `, since ${secondTime(wall - (now - since))}`;
  say(
    options,
    `Waiting for ${wait.what}${start}, until ${secondTime(wall + (wait.until - now))} at the latest`,
  );
  return { what: wait.what, since, toldAt: now };
}

/** An act in a person's words. */
export function describeAct(act: RolloutAct): string {
  switch (act.kind) {
    case 'createLease':
    case 'takeLease':
      return 'Took the fleet’s Lease';
    case 'markHolder':
      return 'Marked the StatefulSet as moved by this Job';
    case 'recordRan':
      return 'Wrote the record of what ran';
    case 'closePartition':
      return 'Closed the partition';
    case 'restorePartition':
      return `Put the partition back to ${act.to}`;
    case 'lowerPartition':
      return `Released ordinal ${act.to}`;
    case 'patchCurrentRevision':
      return `Set the current revision to ${act.to}`;
    case 'pauseScaler':
      return `Paused ScaledObject ${act.name}`;
    case 'resumeScaler':
      return `Resumed ScaledObject ${act.name}`;
    case 'setBounds':
      return `Set the bounds of ScaledObject ${act.name} to ${act.minReplicas}..${act.maxReplicas}`;
    case 'saveSize':
      return `Saved the size of ${act.replicas}`;
    case 'forgetSize':
      return 'Forgot the saved size';
    case 'setReplicas':
      return `Set the size to ${act.to}`;
    case 'deletePod':
      return `Deleted pod ${act.name}`;
  }
}
