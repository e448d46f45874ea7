import type { Position, Problem } from './problem.ts';
import { PROBLEM_CODES, type ProblemCode } from './problem-codes.ts';

const MOST_PROBLEMS = 100;

/** The findings of one document that are told, and how many more there are: finding a place costs more than a finding. */
export function firstOf<T>(
  found: readonly T[],
  most = MOST_PROBLEMS,
): { readonly first: readonly T[]; readonly more: number } {
  return { first: found.slice(0, most), more: Math.max(0, found.length - most) };
}

interface Rest {
  /** What cannot be done, such as `Cannot pass on ConfigMap "x"`. */
  readonly label: string;
  readonly more: number;
  readonly position: Position;
}

/** Said once in place of the problems that are not told. */
export function moreProblem(
  code: Extract<ProblemCode, `${string}_MORE_PROBLEMS`>,
  { label, more, position }: Rest,
): Problem {
  const message = `${label}: it has ${String(more)} more problem${more === 1 ? '' : 's'}`;
  return { code, path: '', message, position, hint: PROBLEM_CODES[code].remedy };
}
