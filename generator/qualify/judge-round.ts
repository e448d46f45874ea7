import type { ReadOutcome, WriteOutcome } from '../store/object-store.ts';

/** How one round of a race ended. */
export type RoundVerdict =
  | { readonly kind: 'one-winner' }
  | { readonly kind: 'violated'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/**
 * Judges a round: who was told that it won, and whose text is there. A writer without an answer may have won (bug row
 * E3); one that was told to try again has neither won nor lost.
 */
export function judgeRound(
  outcomes: readonly WriteOutcome[],
  texts: readonly string[],
  after: ReadOutcome,
): RoundVerdict {
  if (outcomes.some(({ kind }) => kind === 'not-implemented'))
    return violated('the store has no conditional writes');
  const winners = textsOf('written', outcomes, texts);
  if (winners.length > 1)
    return violated(`${winners.length} of ${texts.length} writers were told that they won`);
  if (after.kind === 'failed') return unknown(after.sentence);
  const there = after.kind === 'found' ? after.text : undefined;
  const [winner] = winners;
  if (winner !== undefined) {
    return there === winner ? { kind: 'one-winner' } : violated('the text of the one winner is not there');
  }
  const unsure = [...textsOf('failed', outcomes, texts), ...textsOf('contended', outcomes, texts)];
  if (unsure.length === 0) return violated('every writer was refused: nobody won');
  const isUnsureOne = there !== undefined && textsOf('failed', outcomes, texts).includes(there);
  return isUnsureOne
    ? { kind: 'one-winner' }
    : unknown('no writer was told that it won, and some got no answer');
}

function textsOf(
  kind: WriteOutcome['kind'],
  outcomes: readonly WriteOutcome[],
  texts: readonly string[],
): readonly string[] {
  return texts.filter((_, index) => outcomes[index]?.kind === kind);
}

function violated(detail: string): RoundVerdict {
  return { kind: 'violated', detail };
}

function unknown(detail: string): RoundVerdict {
  return { kind: 'unknown', detail };
}
