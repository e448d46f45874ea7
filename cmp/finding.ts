import type { LocatedDocument } from '../documents/parse-documents.ts';
import { formatPath } from '../documents/path.ts';
import type { Path } from '../documents/path.ts';
import type { Problem } from '../documents/problem.ts';
import type { ProblemCode } from '../documents/problem-codes.ts';

/**
 * What a check says about a document: the field, what must hold and what is there, and what to write instead.
 * `target` is the part that a person has to change, the value unless it is the key.
 */
export interface Finding {
  readonly code: ProblemCode;
  readonly path: Path;
  readonly message: string;
  readonly hint: string;
  readonly target?: 'key' | 'value';
}

/** The finding as a problem; `label` says what cannot be done, such as `Cannot render WorkerApp "chat"`. */
export function problemFrom(finding: Finding, document: LocatedDocument, label: string): Problem {
  const { code, path, message, hint, target } = finding;
  const position = document.locate(path, target);
  return { code, path: formatPath(path), message: `${label}: ${message}`, position, hint };
}
