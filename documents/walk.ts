import type { FoundProblem } from './problem-list.ts';

/** A walk over one tree: the path of the node it is at, and where problems go. */
export interface Walk {
  readonly text: string;
  readonly path: (string | number)[];
  /** Whether the node at hand is an item of a collection in brackets. */
  readonly inFlow: boolean;
  readonly report: (problem: FoundProblem) => void;
}
