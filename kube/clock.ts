import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../fleet/clock.ts';

/** Node's timers fire at once for anything longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock. A sleep rejects with the signal's `AbortError` as soon as that aborts. */
export function realClock(signal?: AbortSignal): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: async (milliseconds) => {
      const until = performance.now() + milliseconds;
      for (let left = milliseconds; left > 0; left = until - performance.now()) {
        await wait(Math.min(left, LONGEST_TIMER_MS), undefined, signal && { signal });
      }
      signal?.throwIfAborted();
    },
  };
}
