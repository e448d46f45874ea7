import type { JsonValue } from '../../../../documents/json.ts';

/** What `/state` does instead of telling the truth. */
export type StateLie =
  | { readonly kind: 'hang' | 'reset' | 'trickle' | 'huge' | 'html' | 'redirect' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'body'; readonly json: JsonValue };

/** How a fake celld behaves; nothing said: well. All of it can be changed while it runs. */
export interface CelldBehaviour {
  /**
   * `crash`: ends with 1 at once. `silent`: accepts connections, answers nothing, is never ready. `unready`: answers
   * `/state`, its health says 503 for ever.
   */
  readonly start?: 'well' | 'crash' | 'silent' | 'unready';
  /** Milliseconds until it accepts connections, instead of the timings' own. */
  readonly startMs?: number;
  /** Milliseconds that a drain takes, instead of the timings' own. */
  readonly drainMs?: number;
  /** `restoring` never falls again. */
  readonly staysCold?: boolean;
  /** Readiness: `failing` answers 503 although it serves. */
  readonly health?: 'true' | 'failing';
  /** From now on no listener answers anything; connections are still accepted. */
  readonly hangs?: boolean;
  readonly state?: StateLie;
  /** Members that replace those of the true `/state`. */
  readonly stateMembers?: Readonly<Record<string, JsonValue>>;
}

/** One change of it: `null` takes a member away. `act` happens once. */
export type BehaviourChange = {
  readonly [Key in keyof CelldBehaviour]?: CelldBehaviour[Key] | null;
} & {
  /** `fence`: ends with 3 as after a lost lease. `crash`: ends with 1. `chill`: its cells go cold and are restored. */
  readonly act?: 'fence' | 'crash' | 'chill';
};

export function changedBehaviour(behaviour: CelldBehaviour, change: BehaviourChange): CelldBehaviour {
  const members = Object.entries({ ...behaviour, ...change });
  return Object.fromEntries(members.filter(([key, value]) => key !== 'act' && value !== null));
}
