import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** The kubelet reads no more. */
const MOST_BYTES = 4096;
const CUT = '...';

/**
 * Leaves a container's last sentence where the kubelet looks for it (`/dev/termination-log`); false where that cannot
 * be done, as outside a pod. Synchronous: it is one of the last things that a Job does.
 */
export function writeTerminationMessage(file: string, message: string): boolean {
  try {
    // Written into, never created: outside a pod there is no such file, and nothing should appear.
    const opened = openSync(file, 'r+');
    ftruncateSync(opened);
    writeSync(opened, bounded(message));
    closeSync(opened);
    return true;
  } catch {
    return false;
  }
}

/** At most 4 KiB of UTF-8, cut between characters. */
function bounded(message: string): string {
  if (Buffer.byteLength(message) <= MOST_BYTES) return message;
  const bytes = Buffer.from(message).subarray(0, MOST_BYTES - CUT.length);
  // A character that was cut in two decodes to the replacement character.
  return `${bytes.toString('utf8').replace(/\ufffd+$/, '')}${CUT}`;
}
