import type { Writer } from './harm.ts';
import { versionText } from './harm.ts';

/** What is in one bucket prefix, as far as it can come to harm. Never changed in place. */
export interface Bucket {
  /** The deployment that `deploy/current.json` names. */
  readonly deployment: string;
  /** Cells that exist. */
  readonly cells: number;
  /** Cells that no node owns at present. */
  readonly unowned: number;
  /** Every version that has run on it, oldest first. */
  readonly writers: readonly Writer[];
}

export const CELLS_PER_BUCKET = 12;

export function newBucket(): Bucket {
  return { deployment: '0123456789abcdef', cells: CELLS_PER_BUCKET, unowned: CELLS_PER_BUCKET, writers: [] };
}

/** The bucket after a node of this kind has run on it. */
export function writtenBy(bucket: Bucket, writer: Writer): Bucket {
  const isKnown = bucket.writers.some(
    (other) => versionText(other) === versionText(writer) && other.durability === writer.durability,
  );
  return isKnown ? bucket : { ...bucket, writers: [...bucket.writers, writer] };
}
