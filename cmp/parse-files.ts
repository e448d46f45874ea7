import { flattenLists } from '../documents/flatten-lists.ts';
import { DOCUMENT_LIMITS, locateBudget } from '../documents/limits.ts';
import {
  parseDocuments,
  type LocatedDocument,
  type ParsedDocuments,
  type SourceFile,
} from '../documents/parse-documents.ts';
import type { Problem } from '../documents/problem.ts';

export interface ParseLimits {
  /** Documents in all files together, Lists taken apart. */
  readonly documents: number;
  /** False ends the reading: its time is up. */
  readonly goOn: () => boolean;
}

/** The documents of all files, Lists taken apart, and everything that is wrong with their text. */
export function parseFiles(files: readonly SourceFile[], limits: ParseLimits): ParsedDocuments {
  const documents: LocatedDocument[] = [];
  const problems: Problem[] = [];
  const perFile = {
    ...DOCUMENT_LIMITS,
    documents: limits.documents,
    goOn: limits.goOn,
    locating: locateBudget(),
  };
  for (const file of files) {
    if (!limits.goOn()) break;
    const parsed = parseDocuments(file, perFile);
    problems.push(...parsed.problems);
    for (const flat of parsed.documents.map(flattenLists)) {
      documents.push(...flat.documents);
      problems.push(...flat.problems);
    }
    if (documents.length > limits.documents)
      return { documents: [], problems: withTooMany(problems, limits.documents) };
  }
  return { documents, problems };
}

/** Said once: a single file with too many documents has been named already. */
function withTooMany(problems: readonly Problem[], most: number): readonly Problem[] {
  const isSaid = problems.some(({ code }) => code === 'YAML_TOO_MANY_DOCUMENTS');
  return isSaid ? problems : [...problems, tooMany(most)];
}

function tooMany(most: number): Problem {
  return {
    code: 'TOO_MANY_DOCUMENTS',
    path: '',
    message: `Cannot render the folder: it must hold at most ${String(most)} documents: it holds more`,
    hint: 'split the folder into several Applications',
  };
}
