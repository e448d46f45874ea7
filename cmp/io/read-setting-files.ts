import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import type { TemplateFile } from '../template-overrides.ts';
import { inspectFile, readTextFile, type TextFile } from './read-text-file.ts';

/** What a ConfigMap can hold. */
const SETTING_FILE_BYTES = 1024 * 1024;

/** Files that the platform team mounts: trusted, but perhaps missing. */
export interface SettingFile {
  readonly source: SourceFile | undefined;
  readonly problems: readonly Problem[];
}

export interface TemplateFiles {
  readonly files: readonly TemplateFile[];
  readonly problems: readonly Problem[];
}

/** The platform file; none where no path is given. One that is named and cannot be read is a problem, never a default. */
export function readSettingFile(path: string | undefined): SettingFile {
  if (path === undefined) return { source: undefined, problems: [] };
  const read = readText(path, 'the platform file');
  return read.ok
    ? { source: { file: path, text: read.text }, problems: [] }
    : { source: undefined, problems: [read.problem] };
}

/** Every `*.hbs` of the folder of override templates, in the order of their names. */
export function readTemplateFiles(folder: string | undefined): TemplateFiles {
  if (folder === undefined) return { files: [], problems: [] };
  const names = listTemplates(folder);
  if (!names.ok)
    return { files: [], problems: [unreadable(folder, 'the folder of override templates', names.error)] };
  const files: TemplateFile[] = [];
  const problems: Problem[] = [];
  for (const name of names.names) {
    const file = join(folder, name);
    const read = readText(file, 'the override template');
    if (read.ok) files.push({ name, file, text: read.text });
    else problems.push(read.problem);
  }
  return { files, problems };
}

type Names =
  { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; readonly error: string };

function listTemplates(folder: string): Names {
  try {
    return {
      ok: true,
      names: readdirSync(folder)
        .filter((name) => name.endsWith('.hbs'))
        .sort(),
    };
  } catch (error) {
    return { ok: false, error: codeOf(error) };
  }
}

/**
 * A link is followed: mounted ConfigMaps consist of them. But only a regular file of a fair size is opened, and it has to
 * be UTF-8: a byte that is not would become another sign in a list of what tenants may do.
 */
function readText(file: string, what: string): TextFile {
  try {
    const place = { file, realPath: realpathSync(file) };
    const stats = inspectFile(place, SETTING_FILE_BYTES);
    return 'code' in stats ? { ok: false, problem: stats } : readTextFile(place, stats);
  } catch (error) {
    return { ok: false, problem: unreadable(file, what, codeOf(error)) };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'an unknown error';
}

function unreadable(path: string, what: string, error: string): Problem {
  return {
    code: 'SETTING_FILE_UNREADABLE',
    path: '',
    message: `Cannot read ${what}: the system answered ${error}`,
    position: { file: path, line: 1, column: 1 },
    hint: 'mount it into the plugin sidecar, or leave the flag out',
  };
}
