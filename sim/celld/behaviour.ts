import type { JsonValue } from '../../documents/json.ts';
import type { UnreadableReason } from '../../fleet/state-reader.ts';

/** What becomes of a pod. */
export interface PodBehaviour {
  /**
   * `crash`: the container starts and exits with 1. `silent`: it runs, answers nothing and is never ready (D12).
   * `unready`: it answers and is never ready. `no-image`: ImagePullBackOff, so the container never started (Y23).
   */
  readonly start: 'well' | 'crash' | 'silent' | 'unready' | 'no-image' | 'unschedulable';
  /** Milliseconds from running to ready, instead of the world's own range. */
  readonly readyAfter?: number;
  /** Milliseconds from SIGTERM to the end; longer than the grace period: killed. */
  readonly drainFor?: number;
  /** `restoring` never falls to zero again. facts/histories.md Y51. */
  readonly staysCold?: boolean;
}

export const HEALTHY: PodBehaviour = { start: 'well' };

/** What a node's internal listener says instead of the truth. */
export type Lie =
  | { readonly kind: 'body'; readonly json: JsonValue }
  | {
      readonly kind: 'failure';
      readonly reason: UnreadableReason;
      /** Milliseconds until the reader gives up. */
      readonly after?: number;
    };

/** The bad worlds by name. */
export const LIES = {
  hanging: { kind: 'failure', reason: 'timeout' },
  resetting: { kind: 'failure', reason: 'reset', after: 5 },
  trickling: { kind: 'failure', reason: 'timeout' },
  huge: { kind: 'failure', reason: 'too-large', after: 200 },
  invalidJson: { kind: 'failure', reason: 'not-json', after: 5 },
  html: { kind: 'failure', reason: 'not-json', after: 5 },
  redirect: { kind: 'failure', reason: 'redirect', after: 5 },
  serverError: { kind: 'failure', reason: 'http-status', after: 5 },
  empty: { kind: 'body', json: {} },
  list: { kind: 'body', json: [] },
  /** HTTP 200 with an error. facts/celld.md 1.3. */
  actorStopped: { kind: 'body', json: { error: 'actor_stopped' } },
  negative: { kind: 'body', json: { ownership: 's3', occupied: 1, shedding: null, restoring: -1 } },
  textCount: { kind: 'body', json: { ownership: 's3', occupied: 1, shedding: null, restoring: '0' } },
} as const satisfies Readonly<Record<string, Lie>>;
