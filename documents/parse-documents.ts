import type { Document } from 'yaml';
import { checkText, cleanText } from './check-text.ts';
import { composeDocuments } from './compose-documents.ts';
import type { JsonValue } from './json.ts';
import { DOCUMENT_LIMITS, type DocumentLimits, type LocateBudget } from './limits.ts';
import { createLineIndex, type LineIndex } from './line-index.ts';
import { locateInSource } from './locate.ts';
import { nodeValue } from './node-value.ts';
import type { Path } from './path.ts';
import { createProblemList, type FoundProblem, type ProblemList } from './problem-list.ts';
import type { Position, Problem } from './problem.ts';
import { syntaxProblems } from './syntax-problems.ts';

/** A document's value, and where its parts are written. */
export interface LocatedDocument {
  readonly file: string;
  /** Which document of the file, from 0; empty ones count. */
  readonly index: number;
  readonly value: JsonValue;
  /**
   * Where the key or the value (the default) at a path is written; of what is not written, the nearest written
   * ancestor's key. Parses the document again, so it is for problems only. Never throws.
   */
  readonly locate: (path: Path, target?: 'key' | 'value') => Position;
}

export interface ParsedDocuments {
  readonly documents: readonly LocatedDocument[];
  readonly problems: readonly Problem[];
}

export interface SourceFile {
  /** The name that positions carry. */
  readonly file: string;
  readonly text: string;
}

/**
 * The documents of a YAML or JSON text. What YAML 1.1, YAML 1.2 and JSON could read differently is a problem, never a
 * guess. Empty documents are skipped, and documents with problems of their own are left out, so that a problem is not
 * reported twice; whatever is wrong with the file as a whole does not hide its documents. Nothing of a file with
 * problems may be rendered.
 */
export function parseDocuments(
  source: SourceFile,
  limits: DocumentLimits = DOCUMENT_LIMITS,
): ParsedDocuments {
  const text = cleanText(source.text);
  const lines = createLineIndex(text);
  const problems = createProblemList(source.file, lines, limits.problems);
  for (const problem of checkText(source.text, text)) problems.add(problem);
  const documents: LocatedDocument[] = [];
  let index = 0;
  for (const tree of composeDocuments(text, limits, (problem) => problems.add(problem))) {
    const value = readTree(tree, { text, lines, problems });
    if (value !== undefined && value !== null)
      documents.push(
        locatedDocument(tree, { file: source.file, text, lines, index, value, budget: limits.locating }),
      );
    index += 1;
    if (problems.isOverflowing() || limits.goOn?.() === false) break;
  }
  return { documents, problems: problems.sorted() };
}

interface Reading {
  readonly text: string;
  readonly lines: LineIndex;
  readonly problems: ProblemList;
}

/** The value of a document, or undefined where it has problems. */
function readTree(tree: Document.Parsed, { text, lines, problems }: Reading): JsonValue | undefined {
  const syntax = syntaxProblems(tree.errors, text, lines);
  const found: FoundProblem[] = [];
  const value = nodeValue(tree.contents, {
    text,
    path: [],
    inFlow: false,
    report: (problem) => found.push(problem),
  });
  const trusted = syntax[0]?.offset ?? Infinity;
  for (const problem of [...syntax, ...found.filter(({ offset }) => offset < trusted)]) problems.add(problem);
  return syntax.length + found.length === 0 ? value : undefined;
}

interface DocumentParts extends SourceFile {
  readonly lines: LineIndex;
  readonly index: number;
  readonly value: JsonValue;
  readonly budget: LocateBudget | undefined;
}

function locatedDocument(
  tree: Document.Parsed,
  { file, text, lines, index, value, budget }: DocumentParts,
): LocatedDocument {
  const [start, , end] = tree.range;
  const source = { text, start, end, budget };
  return {
    file,
    index,
    value,
    locate: (path, target = 'value') => ({ file, ...lines(locateInSource(source, path, target)) }),
  };
}
