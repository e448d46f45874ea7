import type { UnresolvedWord } from '../../fleet/unresolved-reasons.ts';

/** Why a store did not do what it was asked; a word that a person can look up (fleet/unresolved-reasons.ts). */
export type StoreTrouble = Extract<
  UnresolvedWord,
  | 'access-denied'
  | 'bucket-missing'
  | 'bucket-unreachable'
  | 'clock-skewed'
  | 'credentials-expired'
  | 'secret-invalid'
  | 'store-failing'
  | 'wrong-region'
>;

export interface Failed {
  readonly kind: 'failed';
  readonly trouble: StoreTrouble;
  /** For logs and for people; holds no key and nothing of the answer's body. */
  readonly sentence: string;
}

export type ReadOutcome =
  /** `tag`: the version of the object in the store's own words; absent where the store gave none (bug row E8). */
  | { readonly kind: 'found'; readonly text: string; readonly tag?: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too-large' }
  | Failed;

export type WriteOutcome =
  | { readonly kind: 'written'; readonly tag?: string }
  /** The condition did not hold: nothing was written. */
  | { readonly kind: 'refused' }
  /** Another write was under way: neither a loss nor a win (bug row E3). */
  | { readonly kind: 'contended' }
  /** The store says that it has no conditional writes (bug row E1). */
  | { readonly kind: 'not-implemented' }
  | Failed;

/** `absent`: only where the object does not exist; `tag`: only where it is still that version. */
export type WriteCondition = { readonly kind: 'absent' } | { readonly kind: 'tag'; readonly tag: string };

export interface ReadOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Answers `unchanged` where the object is still this version. */
  readonly unlessTag?: string;
  /** First and last byte, both included. */
  readonly range?: readonly [number, number];
}

export interface WriteOptions {
  readonly condition: WriteCondition;
  readonly signal: AbortSignal;
}

export type ListOutcome = { readonly kind: 'listed'; readonly keys: readonly string[] } | Failed;

/** One bucket. Keys are whole, the bucket's prefix included. No call is repeated, none follows a redirect, none rejects. */
export interface ObjectStore {
  read(key: string, options: ReadOptions): Promise<ReadOutcome>;
  write(key: string, text: string, options: WriteOptions): Promise<WriteOutcome>;
  /** At most 1,000 keys. */
  list(prefix: string, signal: AbortSignal): Promise<ListOutcome>;
  /** Answers what went wrong; an object that is already gone is no trouble. */
  remove(key: string, signal: AbortSignal): Promise<Failed | undefined>;
}

export function failed(trouble: StoreTrouble, sentence: string): Failed {
  return { kind: 'failed', trouble, sentence };
}
