import type { JsonValue } from '../../documents/json.ts';

/** The latches that celld names, over all versions. facts/celld.md 1.1. */
const SHEDDING_REASONS: readonly string[] = ['resident_cells', 'rss', 'cpu', 'memory', 'rss-hard'];

/**
 * Null where admission is open, else the latch that closed it: one of celld's words, or `other`, so that no text of a
 * pod goes further. `undefined`: neither null, a boolean nor text. Bug row G2.
 */
export function sheddingReason(value: JsonValue | undefined): string | null | undefined {
  if (value === null || value === false) return null;
  if (value === true) return 'other';
  if (typeof value !== 'string') return undefined;
  return SHEDDING_REASONS.includes(value) ? value : 'other';
}
