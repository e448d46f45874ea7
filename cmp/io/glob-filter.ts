import { READING_CODES } from '../../documents/codes/reading.ts';
import type { Problem } from '../../documents/problem.ts';
import { createGlobMatcher } from './match-glob.ts';

/** Which of the folder's files are read, by their relative POSIX paths; `exclude` wins. */
export interface GlobOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export type GlobFilter =
  | { readonly ok: true; readonly admits: (path: string) => boolean }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** All bounds on globs: they bound the time that matching takes, together with the split in match-glob.ts. */
const LONGEST_PATTERN = 200;
const MOST_PATTERNS = 32;
const MOST_STARS = 2;
const SHOWABLE = /^[A-Za-z0-9._/*?{},-]+$/;

/**
 * A filter by globs, or what is wrong with them. Braces are expanded here, so that what is checked is what is matched;
 * a path whose name starts with a dot matches only a pattern that says so.
 */
export function createGlobFilter({ include, exclude }: GlobOptions): GlobFilter {
  const included = expandAll('include', include);
  const excluded = expandAll('exclude', exclude);
  const problems = [...included.problems, ...excluded.problems];
  if (problems.length > 0) return { ok: false, problems };
  const isIncluded = matcher(included.globs);
  const isExcluded = matcher(excluded.globs);
  const admits = (path: string): boolean =>
    !isOutside(path) && (include.length === 0 ? !isHidden(path) : isIncluded(path)) && !isExcluded(path);
  return { ok: true, admits };
}

/** No pattern admits such a path, not even `.?`, should one ever be asked about. */
function isOutside(path: string): boolean {
  return path.startsWith('/') || path.split('/').includes('..');
}

function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map(createGlobMatcher);
  return (path) => tests.some((test) => test(path));
}

interface Expanded {
  readonly globs: readonly string[];
  readonly problems: readonly Problem[];
}

function expandAll(parameter: string, patterns: readonly string[]): Expanded {
  const globs: string[] = [];
  const problems: Problem[] = [];
  if (patterns.length > MOST_PATTERNS) return { globs, problems: [globProblem(parameter, '', TOO_LARGE)] };
  for (const [index, pattern] of patterns.entries()) {
    const expanded = pattern.length > LONGEST_PATTERN ? undefined : expandBraces(pattern);
    const fault =
      expanded === undefined ? TOO_LARGE : expanded.map(faultOf).find((found) => found !== undefined);
    if (fault === undefined) globs.push(...(expanded ?? []));
    else problems.push(globProblem(`${parameter}[${String(index)}]`, pattern, fault));
  }
  if (globs.length > MOST_PATTERNS) problems.push(globProblem(parameter, '', TOO_LARGE));
  return { globs, problems };
}

interface Fault {
  readonly code: 'GLOB_INVALID' | 'GLOB_LEAVES_FOLDER';
  readonly reason: string;
}

const TOO_LARGE: Fault = {
  code: 'GLOB_INVALID',
  reason: `a list must have at most ${String(MOST_PATTERNS)} patterns with their braces expanded, of at most ${String(LONGEST_PATTERN)} characters each`,
};
const LEAVES: Fault = { code: 'GLOB_LEAVES_FOLDER', reason: 'it could match outside the folder' };

function faultOf(glob: string): Fault | undefined {
  const segments = glob.split('/');
  if (glob.startsWith('/') || segments.includes('..')) return LEAVES;
  if (/[\\()[\]{}!\p{Cc}]/u.test(glob)) {
    return { code: 'GLOB_INVALID', reason: 'it has another special character than *, ? and complete braces' };
  }
  if (segments.some((segment) => segment === '' || segment === '.')) {
    return { code: 'GLOB_INVALID', reason: 'it is empty, or has an empty segment or a dot as a segment' };
  }
  const stars = segments.map((segment) => (segment === '**' ? 0 : segment.split('*').length - 1));
  if (Math.max(...stars, segments.filter((segment) => segment === '**').length) > MOST_STARS) {
    return {
      code: 'GLOB_INVALID',
      reason: 'it has more than two stars in a segment, or more than two ** segments',
    };
  }
  return undefined;
}

/** `{a,b}c` as `ac`, `bc`, braces in braces too; undefined where they are more than the limit. */
function expandBraces(pattern: string): readonly string[] | undefined {
  const pending = [pattern];
  const done: string[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const match = /\{([^{}]*)\}/.exec(next);
    if (match === null) done.push(next);
    else {
      const before = next.slice(0, match.index);
      const after = next.slice(match.index + match[0].length);
      pending.push(...(match[1] ?? '').split(',').map((choice) => before + choice + after));
    }
    if (done.length + pending.length > MOST_PATTERNS) return undefined;
  }
  return done;
}

function globProblem(path: string, pattern: string, { code, reason }: Fault): Problem {
  const shown = SHOWABLE.test(pattern) && pattern.length <= LONGEST_PATTERN ? ` ${pattern}` : '';
  return {
    code,
    path,
    message: `Cannot use the pattern${shown}: ${reason}`,
    hint: READING_CODES[code].remedy,
  };
}
