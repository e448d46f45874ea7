import type { ProblemCode } from './problem-codes.ts';
import { shownFileName } from './shown-file-name.ts';

/** Where a problem is; line and column count from 1, columns in UTF-16 units. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong with the input. `path` is the field, empty for a whole file. */
export interface Problem {
  readonly code: ProblemCode;
  readonly path: string;
  readonly message: string;
  readonly position?: Position;
  readonly hint?: string;
}

/** `file:line:column path: message [CODE]`, and the hint, if any, on a line of its own. */
export function formatProblem(problem: Problem): string {
  const place = problem.position
    ? `${shownFileName(problem.position.file)}:${String(problem.position.line)}:${String(problem.position.column)} `
    : '';
  const path = problem.path === '' ? '' : `${problem.path}: `;
  const hint = problem.hint === undefined ? '' : `\n  hint: ${problem.hint}`;
  return `${place}${path}${problem.message} [${problem.code}]${hint}`;
}

/** Total order: place, path, code, message; what counts the rest of a file comes after what it follows. */
export function compareProblems(a: Problem, b: Problem): number {
  return (
    compareText(a.position?.file ?? '', b.position?.file ?? '') ||
    Number(countsTheRest(a)) - Number(countsTheRest(b)) ||
    (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
    (a.position?.column ?? 0) - (b.position?.column ?? 0) ||
    compareText(a.path, b.path) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

function countsTheRest({ code }: Problem): boolean {
  return code.endsWith('_MORE_PROBLEMS');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
