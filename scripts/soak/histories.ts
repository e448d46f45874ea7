import { Worker } from 'node:worker_threads';
import { type Batch, playBatch, type PlayedBatch } from './histories-worker.ts';
import { Progress } from './progress.ts';

export interface HistoriesOptions {
  readonly from: number;
  readonly count: number;
  readonly workers: number;
  /** Tells the whole story of each history that broke something. */
  readonly tellsStory: boolean;
}

const BATCH = 25;

/** Plays random histories of the Jobs, one for each seed, and prints every seed that broke something. */
export async function soakHistories(options: HistoriesOptions): Promise<boolean> {
  const { from, count, workers, tellsStory } = options;
  const progress = new Progress();
  let [done, failed, levers] = [0, 0, 0];
  const note = (played: PlayedBatch): void => {
    done += played.count;
    levers += played.levers;
    failed += played.failed.length;
    for (const { seed, problems, story } of played.failed) {
      console.log(`seed ${seed}: ${problems.join('; ')}`);
      if (tellsStory) console.log(story);
    }
    progress.tell(() => `${done} of ${count} histories, ${failed} failed, ${progress.rate(done)} a second`);
  };
  await (workers > 1 ? inParallel(options, note) : inTurn(options, note));
  console.log(
    `${count} histories from seed ${from} in ${progress.seconds} s: ${failed} failed, ${levers} were stopped once because they were too sick to roll`,
  );
  return failed === 0;
}

type Note = (played: PlayedBatch) => void;

function* batchesOf({ from, count }: HistoriesOptions): Generator<Batch> {
  for (let at = 0; at < count; at += BATCH) yield { from: from + at, count: Math.min(BATCH, count - at) };
}

async function inTurn(options: HistoriesOptions, note: Note): Promise<void> {
  for (const batch of batchesOf(options)) note(await playBatch(batch));
}

async function inParallel(options: HistoriesOptions, note: Note): Promise<void> {
  const batches = batchesOf(options);
  await Promise.all(Array.from({ length: options.workers }, () => work(batches, note)));
}

/** One worker takes batch after batch. */
async function work(batches: Generator<Batch>, note: Note): Promise<void> {
  const worker = new Worker(new URL('./histories-worker.ts', import.meta.url));
  try {
    for (let next = batches.next(); next.done !== true; next = batches.next())
      note(await answerOf(worker, next.value));
  } finally {
    await worker.terminate();
  }
}

async function answerOf(worker: Worker, batch: Batch): Promise<PlayedBatch> {
  return await new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (played: PlayedBatch) => {
      worker.off('error', reject);
      resolve(played);
    });
    worker.postMessage(batch);
  });
}
