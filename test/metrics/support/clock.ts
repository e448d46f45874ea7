import type { Clock } from '../../../fleet/clock.ts';

/** Time that only the test lets pass. */
export interface TestClock extends Clock {
  /** Lets so much time pass, waking sleepers in their order. */
  advance(milliseconds: number): Promise<void>;
  /** Moves the wall clock alone. */
  step(milliseconds: number): void;
  /** Ends every sleep, now and later, as SIGTERM does. */
  stop(): void;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
  readonly end: (error: Error) => void;
}

export function testClock(): TestClock {
  let monotonic = 1000;
  let offset = Date.parse('2026-11-29T12:00:00Z');
  let isStopped = false;
  const sleepers: Sleeper[] = [];
  return {
    now: () => monotonic + offset,
    monotonic: () => monotonic,
    sleep: (milliseconds) =>
      new Promise((resolve, reject) => {
        if (isStopped) reject(aborted());
        else sleepers.push({ at: monotonic + milliseconds, wake: resolve, end: reject });
      }),
    advance: async (milliseconds) => {
      const until = monotonic + milliseconds;
      for (;;) {
        await settle();
        const next = sleepers.toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined || next.at > until) break;
        sleepers.splice(sleepers.indexOf(next), 1);
        monotonic = Math.max(monotonic, next.at);
        next.wake();
      }
      monotonic = until;
      await settle();
    },
    step: (milliseconds) => {
      offset += milliseconds;
    },
    stop: () => {
      isStopped = true;
      for (const { end } of sleepers.splice(0)) end(aborted());
    },
  };
}

function aborted(): Error {
  return Object.assign(new Error('told to stop'), { name: 'AbortError' });
}

/** Everything that needs no time has happened. */
async function settle(): Promise<void> {
  for (let round = 0; round < 60; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
