import type { Clock } from '../fleet/clock.ts';

/** Sleeps, but not past SIGTERM. */
export async function pause(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  milliseconds: number,
): Promise<void> {
  if (signal.aborted) return;
  let wake: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => {
    wake = resolve;
    signal.addEventListener('abort', wake, { once: true });
  });
  // A real clock's sleep rejects when the signal aborts, which is what is waited for as well.
  const slept = clock.sleep(milliseconds).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await Promise.race([slept, aborted]);
  signal.removeEventListener('abort', wake);
}
