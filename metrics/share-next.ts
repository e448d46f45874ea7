/**
 * Runs at most one at a time. Whoever asks while one runs, or while `gather` waits for company, shares the next one, so
 * what anybody gets was begun after they asked.
 */
export function shareNext<T>(run: () => Promise<T>, gather: () => Promise<void>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    if (next !== undefined) return next;
    const begun = last.then(gather).then(() => {
      next = undefined;
      return run();
    });
    next = begun;
    last = begun.catch(() => {
      // A gathering that was ended must not be the next one for ever.
      if (next === begun) next = undefined;
    });
    return begun;
  };
}
