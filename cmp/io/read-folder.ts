import { realpathSync } from 'node:fs';
import { READING_CODES } from '../../documents/codes/reading.ts';
import type { SourceFile } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import { createGlobFilter } from './glob-filter.ts';
import { listFolder } from './list-folder.ts';
import { fileProblem, inspectFile, readTextFile, unreadable, type FilePlace } from './read-text-file.ts';

export interface FolderOptions {
  /** Whether folders in the folder are read; hidden ones and `node_modules` never are. */
  readonly recurse: boolean;
  /** Globs on relative POSIX paths; none means every file whose name does not start with a dot. */
  readonly include: readonly string[];
  /** Globs that win over `include`; an excluded file is not even looked at. */
  readonly exclude: readonly string[];
  /** Whether `.argocd-source*.yaml` is tolerated; it is never read as a manifest (DESIGN D11). */
  readonly allowSourceOverride: boolean;
  readonly limits: FolderLimits;
  /** False ends the reading: its time is up, and the caller says so. */
  readonly goOn?: () => boolean;
}

/** Files, and bytes in all; bytes of one file are 4 MiB by default. */
export interface FolderLimits {
  readonly files: number;
  readonly bytes: number;
  readonly fileBytes?: number;
}

export interface FolderReading {
  /** In code-unit order of their paths, which are relative and POSIX. */
  readonly files: readonly SourceFile[];
  readonly problems: readonly Problem[];
}

const FILE_BYTES = 4 * 1024 * 1024;
const ENTRIES = 20_000;
const DEPTH = 32;

/**
 * Every `*.yaml`, `*.yml` and `*.json` of a folder as text. Nothing is opened that is no regular file, too large, or
 * outside the folder by its real path (`facts/threats.md` T12 to T14); all that is wrong is reported at once.
 */
export function readFolder(folder: string, options: FolderOptions): FolderReading {
  const filter = createGlobFilter(options);
  if (!filter.ok) return { files: [], problems: filter.problems };
  const root = realFolder(folder);
  if (typeof root !== 'string') return { files: [], problems: [root] };
  const limits = { entries: ENTRIES, depth: DEPTH };
  const goOn = options.goOn ?? (() => true);
  const { places, overrides, problems } = listFolder(root, {
    recurse: options.recurse,
    admits: filter.admits,
    limits,
    goOn,
  });
  const overridden = options.allowSourceOverride ? [] : overrides.map(sourceOverride);
  const read = readPlaces(places, options.limits);
  const found = [...problems, ...overridden, ...read.problems];
  const isEmpty = found.length + read.files.length === 0;
  return { files: read.files, problems: isEmpty ? [emptyFolder()] : found };
}

function realFolder(folder: string): string | Problem {
  try {
    return realpathSync(folder);
  } catch (error) {
    return unreadable('.', error, 'FOLDER_UNREADABLE');
  }
}

/** Looks at every file before the first is opened: a folder beyond its limits costs no reading. */
function readPlaces(places: readonly FilePlace[], limits: FolderLimits): FolderReading {
  if (places.length > limits.files) {
    return tooLarge(`must have at most ${String(limits.files)} files: it has ${String(places.length)}`);
  }
  const inspected = places.map(
    (place) => [place, inspectFile(place, limits.fileBytes ?? FILE_BYTES)] as const,
  );
  const bytes = inspected.reduce((sum, [, stats]) => sum + ('size' in stats ? Number(stats.size) : 0), 0);
  if (bytes > limits.bytes) {
    return tooLarge(`must have at most ${String(limits.bytes)} bytes in all: it has ${String(bytes)}`);
  }
  const files: SourceFile[] = [];
  const problems: Problem[] = [];
  for (const [place, stats] of inspected) {
    const read = 'code' in stats ? ({ ok: false, problem: stats } as const) : readTextFile(place, stats);
    if (read.ok) files.push({ file: place.file, text: read.text });
    else problems.push(read.problem);
  }
  return { files, problems };
}

function tooLarge(text: string): FolderReading {
  return { files: [], problems: [folderProblem('FOLDER_TOO_LARGE', text)] };
}

function emptyFolder(): Problem {
  return folderProblem(
    'FOLDER_EMPTY',
    'must have a .yaml, .yml or .json file that is to be read: it has none',
  );
}

function folderProblem(code: 'FOLDER_EMPTY' | 'FOLDER_TOO_LARGE', text: string): Problem {
  return { code, path: '', message: `Cannot read the folder: it ${text}`, hint: READING_CODES[code].remedy };
}

function sourceOverride(file: string): Problem {
  return fileProblem(
    'SOURCE_OVERRIDE',
    file,
    'must not be there: Argo CD lets it change the parameters of the plugin',
  );
}
