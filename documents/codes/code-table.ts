/** One row of a table of problem codes: what was found, and what its reader does about it. */
export interface CodeRow {
  readonly meaning: string;
  readonly remedy: string;
}

export type CodeTable = Readonly<Record<string, CodeRow>>;
