import { setImmediate } from 'node:timers/promises';
import { sha256Hex } from '../../cmp/sha256.ts';
import type { RehearsalEvent } from '../../rehearsal/event.ts';
import { newRehearsal, type StepEnd } from '../../rehearsal/rehearse.ts';
import type { Example } from '../examples/example.ts';
import { mismatches } from './ending-table.ts';
import { renderCommit } from './render-commit.ts';
import type { Chapter } from './story.ts';

/** Who tells the story. */
export interface Teller {
  readonly begin: (chapter: Chapter) => void;
  readonly event: (event: RehearsalEvent) => Promise<void> | void;
  readonly end: (end: StepEnd) => void;
}

export interface ToldChapter {
  readonly end: StepEnd;
  /** What is not as the story has it. */
  readonly mismatches: readonly string[];
}

/** Plays a story in a cluster of its own, up to the first chapter that does not end as it should. */
export async function playStory(
  example: Example,
  story: readonly Chapter[],
  teller: Teller,
): Promise<readonly ToldChapter[]> {
  const told: ToldChapter[] = [];
  let isBrief = false;
  const tell = (event: RehearsalEvent) => (isBrief ? undefined : teller.event(event));
  const rehearsal = newRehearsal({ sha256Hex, drain: () => setImmediate(), tell });
  for (const chapter of story) {
    isBrief = chapter.isBrief === true;
    teller.begin(chapter);
    const manifests = await renderCommit(example, chapter.change);
    const end = await rehearsal.play({ name: chapter.name, manifests });
    teller.end(end);
    told.push({ end, mismatches: mismatches(chapter, end) });
    if (told.at(-1)?.mismatches.length !== 0) break;
  }
  return told;
}
