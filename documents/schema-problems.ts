import { SCHEMA_CODES } from './codes/schema.ts';
import type { LocatedDocument } from './parse-documents.ts';
import { formatPath, type Path } from './path.ts';
import { compareProblems, type Problem } from './problem.ts';
import { essentialErrors, type AjvErrorLike } from './schema-error.ts';
import { instancePathIn, schemaOfKeyword, valueAt } from './schema-lookup.ts';
import { schemaSentence } from './schema-sentences.ts';

export interface SchemaProblemOptions {
  /** What is refused, such as `WorkerApp "chat"`. */
  readonly label: string;
  /** The schema that the validator was compiled from: for field names and `x-...-meaning`. */
  readonly schema: unknown;
  /** Where in the document the validated value is; the document itself by default. */
  readonly at?: Path;
  /** What cannot be done: `render` by default. */
  readonly verb?: string;
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
  const problems = essential.slice(0, MOST_PROBLEMS).map((error) => schemaProblem(error, document, options));
  const more = essential.length - problems.length + Math.max(0, errors.length - MOST_ERRORS);
  const unique = new Map(
    problems.map((problem) => [`${problem.code} ${problem.path} ${problem.message}`, problem]),
  );
  const sorted = [...unique.values()].sort(compareProblems);
  return more === 0 ? sorted : [...sorted, moreProblem(more, document, options)];
}

function schemaProblem(
  error: AjvErrorLike,
  document: LocatedDocument,
  options: SchemaProblemOptions,
): Problem {
  const at = options.at ?? [];
  const root = valueAt(document.value, at);
  const failed = [...at, ...instancePathIn(root, error.instancePath)];
  const isKey = error.propertyName !== undefined;
  const value = error.propertyName ?? valueAt(document.value, failed);
  const sentence = schemaSentence({
    error,
    schema: schemaOfKeyword(options.schema, error.schemaPath),
    value,
  });
  const below = isKey ? error.propertyName : sentence.field;
  const path = below === undefined ? failed : [...failed, below];
  const subject = path.length === 0 ? 'the document' : `${isKey ? 'the key ' : ''}${formatPath(path)}`;
  const target = isKey || error.keyword.endsWith('Properties') ? 'key' : 'value';
  return {
    code: sentence.code,
    path: formatPath(path),
    message: `${opening(options)}: ${subject} ${sentence.text}`,
    position: document.locate(path, target),
    ...(sentence.hint !== undefined && { hint: sentence.hint }),
  };
}

function opening({ verb = 'render', label }: SchemaProblemOptions): string {
  return `Cannot ${verb} ${label}`;
}

function moreProblem(more: number, document: LocatedDocument, options: SchemaProblemOptions): Problem {
  return {
    code: 'SCHEMA_MORE_PROBLEMS',
    path: '',
    message: `${opening(options)}: it has ${String(more)} more problem${more === 1 ? '' : 's'}`,
    position: document.locate([]),
    hint: SCHEMA_CODES.SCHEMA_MORE_PROBLEMS.remedy,
  };
}
