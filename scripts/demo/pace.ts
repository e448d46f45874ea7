import { setTimeout } from 'node:timers/promises';

/** How much faster than real time, and the longest wait between two lines. */
const SPEED = 60;
const LONGEST_MS = 250;
/** All waits together: the whole demo takes seconds. */
const ALL_MS = 10_000;

/** Waits as long as a person needs to follow what happens in virtual time; asked for no pace, never. */
export function pacemaker(isPaced: boolean): (at: number) => Promise<void> {
  let [last, waited] = [0, 0];
  return async (at) => {
    const wait = Math.min(Math.max(0, at - last) / SPEED, LONGEST_MS, ALL_MS - waited);
    last = at;
    if (!isPaced || wait < 1) return;
    waited += wait;
    await setTimeout(wait);
  };
}
