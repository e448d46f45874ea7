import { parentPort } from 'node:worker_threads';
import { type HistoryEnd, playRandom } from '../../test/hooks/random-history.ts';

/** What a worker is asked to play: one history for each seed. */
export interface Batch {
  readonly from: number;
  readonly count: number;
}

export interface Played extends HistoryEnd {
  readonly seed: number;
}

export interface PlayedBatch {
  readonly count: number;
  readonly levers: number;
  /** Only those that broke something. */
  readonly failed: readonly Played[];
}

export async function playBatch({ from, count }: Batch): Promise<PlayedBatch> {
  const failed: Played[] = [];
  let levers = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const end = await playRandom(seed);
    if (end.usedLever) levers += 1;
    if (end.problems.length > 0) failed.push({ ...end, seed });
  }
  return { count, levers, failed };
}

parentPort?.on('message', (batch: Batch) => {
  void playBatch(batch).then((played) => parentPort?.postMessage(played));
});
