import type { StepEnd } from '../../rehearsal/rehearse.ts';
import type { Chapter } from './story.ts';
import { clockText } from './event-lines.ts';

/** What a chapter should have ended like, and did not; empty where all is as told. */
export function mismatches(chapter: Chapter, end: StepEnd): readonly string[] {
  const { ends, sentence, fewestReady, started, isFullStop } = chapter;
  const harms = isFullStop === true ? end.harms.filter(isClash) : end.harms;
  return [
    ...(end.phase === ends ? [] : [`the sync ended as ${end.phase}, and not as ${ends}`]),
    ...(sentence.test(end.sentence) ? [] : [`a Job said: ${end.sentence}`]),
    ...(end.fewestReady === fewestReady
      ? []
      : [`${end.fewestReady} pods served at the least, and not ${fewestReady}`]),
    ...(end.started === started ? [] : [`${end.started} pods were started, and not ${started}`]),
    ...harms.map(({ kind, pod, detail }) => `${kind}: ${pod} ${detail}`),
  ];
}

/** Two versions met that must not. */
function isClash({ kind }: StepEnd['harms'][number]): boolean {
  return kind === 'neighbours' || kind === 'unreadable';
}

/** A line a commit: how its sync ended, how long it took, and what it cost. */
export function endingTable(ends: readonly StepEnd[]): string {
  const header = ['commit', 'sync', 'took', 'pods started', 'served at the least', 'clashes of versions'];
  const rows = ends.map(({ name, phase, milliseconds, started, fewestReady, harms }) => [
    name,
    phase.toLowerCase(),
    clockText(milliseconds),
    String(started),
    String(fewestReady),
    harms.some(isClash) ? 'yes' : 'none',
  ]);
  const table = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
