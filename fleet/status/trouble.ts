import type { Judgement } from './judgement.ts';
import type { FleetVerdict } from './verdict.ts';
import { liveCondition, type WorkerApp } from './worker-app.ts';

/** Since when a fleet has had its present reason; monotonic milliseconds. */
export interface Trouble {
  readonly reason: string;
  readonly since: number;
}

/**
 * Keeps the moment while the reason stays the same. Whoever has just been started takes a status that is Degraded for
 * this very reason at its word, or every restart would call the fleet well for a while.
 */
export function noteTrouble(
  before: Trouble | undefined,
  { reason }: Judgement,
  { app, now }: { readonly app: WorkerApp | undefined; readonly now: number },
): Trouble {
  if (before?.reason === reason) return before;
  const told = app && liveCondition(app.status, 'Degraded');
  const isKnown = before === undefined && told?.['status'] === 'True' && told['reason'] === reason;
  return { reason, since: isKnown ? Number.NEGATIVE_INFINITY : now };
}

/** What has lasted for longer than it may is Degraded, with the same reason. */
export function verdictOf(judgement: Judgement, { since }: Trouble, now: number): FleetVerdict {
  const { phase, reason, message, patience } = judgement;
  const isLate = patience !== undefined && now - since >= patience * 1000;
  return { phase: isLate ? 'Degraded' : phase, reason, message };
}
