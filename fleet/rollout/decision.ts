/** What a Job does next. Each names the `resourceVersion` or uid that it was decided on. */
export type RolloutAct =
  | { readonly kind: 'createLease' }
  | { readonly kind: 'takeLease'; readonly resourceVersion: string }
  | { readonly kind: 'markHolder'; readonly resourceVersion: string }
  | { readonly kind: 'recordRan'; readonly ran: string; readonly resourceVersion: string }
  | { readonly kind: 'closePartition'; readonly resourceVersion: string }
  | { readonly kind: 'restorePartition'; readonly to: number; readonly resourceVersion: string }
  | { readonly kind: 'lowerPartition'; readonly to: number; readonly resourceVersion: string }
  | { readonly kind: 'patchCurrentRevision'; readonly to: string; readonly resourceVersion: string }
  | { readonly kind: 'pauseScaler'; readonly name: string; readonly resourceVersion: string }
  | { readonly kind: 'resumeScaler'; readonly name: string; readonly resourceVersion: string }
  | {
      readonly kind: 'setBounds';
      readonly name: string;
      readonly minReplicas: number;
      readonly maxReplicas: number;
      readonly resourceVersion: string;
    }
  | {
      readonly kind: 'saveSize';
      readonly replicas: number;
      readonly stoppedFor: string | undefined;
      readonly resourceVersion: string;
    }
  | { readonly kind: 'forgetSize'; readonly resourceVersion: string }
  | { readonly kind: 'setReplicas'; readonly to: number; readonly resourceVersion: string }
  | {
      readonly kind: 'deletePod';
      readonly name: string;
      readonly uid: string;
      readonly ordinal: number;
      /** `empty`: it holds no cells. `condemned`: its size is zero already. `silent`: DESIGN D12. `released`: as a roll does. */
      readonly why: 'empty' | 'condemned' | 'silent' | 'released';
    };

/** Exit codes of the Jobs (DESIGN D4). */
export const EXIT = {
  done: 0,
  couldNotTell: 1,
  refused: 10,
  never: 11,
  deadline: 12,
  superseded: 13,
  usage: 64,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * One decision: an act and why, something to wait for, a look at every pod's `/state`, or the end. At most one act a
 * turn: after it everything is read again.
 */
export type RolloutDecision =
  | { readonly kind: 'act'; readonly act: RolloutAct; readonly why: string }
  | { readonly kind: 'wait'; readonly for: string }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'finish'; readonly code: ExitCode; readonly sentence: string };

export function act(action: RolloutAct, why: string): RolloutDecision {
  return { kind: 'act', act: action, why };
}

export function wait(what: string): RolloutDecision {
  return { kind: 'wait', for: what };
}

export function finish(code: ExitCode, sentence: string): RolloutDecision {
  return { kind: 'finish', code, sentence };
}

export const SWEEP: RolloutDecision = { kind: 'sweep' };
