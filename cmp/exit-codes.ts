/** Exit codes of `generate`. Argo CD shows standard error for every code but 0. */
export const EXIT = {
  /** The manifests are on standard output, as a whole. */
  done: 0,
  /** Nothing was written: the problems are on standard error. */
  problems: 1,
  /** The command line is wrong. */
  usage: 64,
  /** A fault of this program. */
  internal: 70,
} as const;
