/** What one file may cost to read. Lengths are UTF-16 units. */
export interface DocumentLimits {
  /** Documents in one file. */
  readonly documents: number;
  /** Length of one document; etcd stores no object above 1.5 MiB. */
  readonly documentLength: number;
  /** Lexical tokens of one document: what bounds memory, at about 0.5 KiB a token. */
  readonly documentTokens: number;
  /** Nesting of maps and lists. */
  readonly depth: number;
  /** Problems reported for one file; the rest is counted. */
  readonly problems: number;
  /** False ends the reading: its time is up, and the caller says so. */
  readonly goOn?: () => boolean;
  /** What finding places may cost in all; shared by the files of one render. */
  readonly locating?: LocateBudget;
}

/** Characters that may still be parsed again to find where a problem is. Spent, a problem is placed at its document's start. */
export interface LocateBudget {
  left: number;
}

/** Enough for a thousand problems in documents of ordinary size, and a second or two of a hostile one. */
export function locateBudget(): LocateBudget {
  return { left: 4_194_304 };
}

export const DOCUMENT_LIMITS: DocumentLimits = {
  documents: 2_000,
  documentLength: 1_572_864,
  documentTokens: 300_000,
  depth: 100,
  problems: 100,
};
