/** Time as the Jobs see it: passed in, so that a simulation can give its own. */
export interface Clock {
  /** Milliseconds since the epoch; may jump. */
  now(): number;
  /** Milliseconds since some start; never goes back. Durations are measured with this one. */
  monotonic(): number;
  sleep(milliseconds: number): Promise<void>;
}
