import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { READING_CODES } from '../../documents/codes/reading.ts';
import type { Problem } from '../../documents/problem.ts';
import { decodeUtf8 } from './decode-utf8.ts';

type Code = keyof typeof READING_CODES;

export type TextFile =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: Problem };

/** A file's name for messages, and its real path: no link in it. */
export interface FilePlace {
  readonly file: string;
  readonly realPath: string;
}

/** A pipe that took the file's place since it was looked at does not block, and a link is not followed. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** What Node makes of the bytes of a name that are not UTF-8: such a name is listed, and leads nowhere. */
const REPLACEMENT = '\uFFFD';

/** What the file is, without opening it: only a regular file of a fair size is ever opened (`facts/threats.md` T14). */
export function inspectFile({ file, realPath }: FilePlace, mostBytes: number): BigIntStats | Problem {
  try {
    const stats = lstatSync(realPath, { bigint: true });
    if (!stats.isFile()) {
      return fileProblem('FILE_NOT_REGULAR', file, `must be a regular file: it is ${kindOf(stats)}`);
    }
    if (stats.size > BigInt(mostBytes)) {
      const sizes = `must have at most ${String(mostBytes)} bytes: it has ${String(stats.size)}`;
      return fileProblem('FILE_TOO_LARGE', file, sizes);
    }
    return stats;
  } catch (error) {
    return unreadable(file, error);
  }
}

/** The text of a file that was inspected; a problem if it is no longer that file, changes meanwhile, or is no UTF-8. */
export function readTextFile({ file, realPath }: FilePlace, inspected: BigIntStats): TextFile {
  let fd: number | undefined;
  try {
    fd = openSync(realPath, FLAGS);
    if (!isSame(inspected, fstatSync(fd, { bigint: true }))) return failed(changed(file));
    const bytes = readUpTo(fd, Number(inspected.size) + 1);
    const whole =
      bytes.length === Number(inspected.size) && isSame(inspected, fstatSync(fd, { bigint: true }));
    return whole ? decodeFile(file, bytes) : failed(changed(file));
  } catch (error) {
    return failed(unreadable(file, error));
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isSame(before: BigIntStats, after: BigIntStats): boolean {
  const keys = ['dev', 'ino', 'mode', 'size', 'mtimeNs'] as const;
  return keys.every((key) => before[key] === after[key]);
}

function readUpTo(fd: number, most: number): Uint8Array {
  const bytes = Buffer.alloc(most);
  let length = 0;
  while (length < most) {
    const count = readSync(fd, bytes, length, most - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

function decodeFile(file: string, bytes: Uint8Array): TextFile {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded;
  const { line, column } = decoded;
  const problem = fileProblem('FILE_NOT_UTF8', file, 'must be UTF-8: here is a byte that is not');
  return failed({ ...problem, position: { file, line, column } });
}

function kindOf(stats: BigIntStats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isSymbolicLink() ? 'a link' : 'a device';
}

function changed(file: string): Problem {
  return fileProblem('FILE_CHANGED', file, 'must not change while it is read: it did');
}

/** The system's answer as a problem; its own sentence is not shown, since it quotes the path. */
export function unreadable(file: string, error: unknown, unreadableCode: Code = 'FILE_UNREADABLE'): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
  if (code === 'ELOOP')
    return fileProblem('FILE_LINK_LOOP', file, 'must not be a link that leads in a circle: it is');
  if (code === 'ENOENT' && file.includes(REPLACEMENT))
    return fileProblem('FILE_NAME_NOT_UTF8', file, 'must have a name that is UTF-8: it does not');
  return fileProblem(unreadableCode, file, `must be readable: the system answered ${code}`);
}

/** A problem of a whole file or folder. */
export function fileProblem(code: Code, file: string, text: string): Problem {
  return {
    code,
    path: '',
    message: `Cannot read the ${code.startsWith('FOLDER') ? 'folder' : 'file'}: it ${text}`,
    position: { file, line: 1, column: 1 },
    hint: READING_CODES[code].remedy,
  };
}

function failed(problem: Problem): TextFile {
  return { ok: false, problem };
}
