import { moreProblem } from './more-problems.ts';
import type { LocatedDocument } from './parse-documents.ts';
import { formatPath, type Path } from './path.ts';
import { compareProblems, type Problem } from './problem.ts';
import { essentialErrors, type AjvErrorLike } from './schema-error.ts';
import { instancePathIn, schemaOfKeyword, valueAt } from './schema-lookup.ts';
import { schemaSentence } from './schema-sentences.ts';

export interface SchemaProblemOptions {
  /** What is refused, such as `WorkerApp "chat"`. */
  readonly label: string;
  /** The schema that the validator was compiled from: for field names and the `x-...-meaning` beside a keyword. */
  readonly schema: unknown;
  /** Where in the document the validated value is; the document itself by default. */
  readonly at?: Path;
  /** What cannot be done: `render` by default. */
  readonly verb?: string;
}

interface Found {
  readonly problem: Problem;
  /** The path of the field that a misspelt one was meant to be. */
  readonly meant?: string;
}

const MOST_ERRORS = 500;
const MOST_PROBLEMS = 100;

/** A validator's errors as problems with sentences, places and hints, one a cause; no text of the document is quoted. */
export function schemaProblems(
  errors: readonly AjvErrorLike[],
  document: LocatedDocument,
  options: SchemaProblemOptions,
): Problem[] {
  const essential = essentialErrors(errors.slice(0, MOST_ERRORS));
  const found = essential.slice(0, MOST_PROBLEMS).map((error) => findProblem(error, document, options));
  const more = essential.length - found.length + Math.max(0, errors.length - MOST_ERRORS);
  const problems = withoutEchoes(found).sort(compareProblems);
  if (more === 0) return problems;
  const rest = { label: opening(options), more, position: document.locate([]) };
  return [...problems, moreProblem('SCHEMA_MORE_PROBLEMS', rest)];
}

function findProblem(error: AjvErrorLike, document: LocatedDocument, options: SchemaProblemOptions): Found {
  const at = options.at ?? [];
  const failed = [...at, ...instancePathIn(valueAt(document.value, at), error.instancePath)];
  const key = error.propertyName;
  const sentence = schemaSentence({
    error,
    schema: schemaOfKeyword(options.schema, error.schemaPath),
    value: key ?? valueAt(document.value, failed),
    at: failed,
  });
  const path = [...failed, ...[key ?? sentence.field ?? []].flat()];
  const subject =
    path.length === 0 ? 'the document' : `${key === undefined ? '' : 'the key '}${formatPath(path)}`;
  const target = key !== undefined || error.keyword.endsWith('Properties') ? 'key' : 'value';
  const problem = {
    code: sentence.code,
    path: formatPath(path),
    message: `${opening(options)}: ${subject} ${sentence.text}`,
    position: document.locate(path, target),
    ...(sentence.hint !== undefined && { hint: sentence.hint }),
  };
  return { problem, ...(sentence.meant !== undefined && { meant: formatPath([...failed, sentence.meant]) }) };
}

/** Each problem once, and no missing field where a misspelt one stands for it: "did you mean" already says so. */
function withoutEchoes(found: readonly Found[]): Problem[] {
  const meant = new Set(found.map((one) => one.meant));
  const unique = new Map(found.map(({ problem }) => [`${problem.code} ${problem.message}`, problem]));
  return [...unique.values()].filter(({ code, path }) => code !== 'SCHEMA_REQUIRED' || !meant.has(path));
}

function opening({ verb = 'render', label }: SchemaProblemOptions): string {
  return `Cannot ${verb} ${label}`;
}
