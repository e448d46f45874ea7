import type { Problem } from '../documents/problem.ts';

/** The plugin's own deadline: Argo CD has none of its own for a plugin, and kills without a word (facts/argocd.md 1.3). */
export interface Deadline {
  readonly goOn: () => boolean;
  readonly problem: Problem;
}

/** Starts now; asked between documents and between fleets, since a render never waits. */
export function createDeadline(seconds: number, monotonic: () => number): Deadline {
  const end = monotonic() + seconds * 1000;
  return {
    goOn: () => monotonic() < end,
    problem: {
      code: 'DEADLINE',
      path: '',
      message: `Cannot render the folder: it must take at most ${String(seconds)} s: it takes longer`,
      hint: 'split the folder into several Applications, or raise limits.deadlineSeconds in the platform file',
    },
  };
}
