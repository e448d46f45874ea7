import { writeSync } from 'node:fs';

export type Written = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** A reader of a non-blocking pipe may take its time: so long is waited for it to take the next byte. */
const PAUSE_MILLISECONDS = 5;
const MOST_PAUSES = 2_000;

/**
 * Writes all of a text to a file descriptor before it returns, or answers with the name of the system's error (EPIPE,
 * ENOSPC; EAGAIN after 10 s in which the reader took nothing). After an error part of the text may be out: the process
 * must not exit with 0 (DESIGN D10, `facts/bug-reports.md` A7).
 */
export function writeAll(fd: number, text: string): Written {
  const bytes = Buffer.from(text, 'utf8');
  let written = 0;
  let pauses = 0;
  while (written < bytes.length) {
    const result = writeSome(fd, bytes.subarray(written));
    if (typeof result === 'string' && result !== 'EAGAIN') return { ok: false, error: result };
    const count = typeof result === 'number' ? result : 0;
    written += count;
    pauses = count > 0 ? 0 : pauses + 1;
    if (pauses > MOST_PAUSES) return { ok: false, error: 'EAGAIN' };
    if (count === 0) pause();
  }
  return { ok: true };
}

function writeSome(fd: number, bytes: Uint8Array): number | string {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EIO';
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLISECONDS);
}
