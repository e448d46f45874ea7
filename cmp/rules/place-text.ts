import type { Position } from '../../documents/problem.ts';
import { shownFileName } from '../../documents/shown-file-name.ts';

/** `file:line:column`, for a message that stands at another place. */
export function placeText({ file, line, column }: Position): string {
  return `${shownFileName(file)}:${line}:${column}`;
}
