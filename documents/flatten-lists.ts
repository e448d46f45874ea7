import { isJsonObject, type JsonArray, type JsonObject } from './json.ts';
import type { LocatedDocument, ParsedDocuments } from './parse-documents.ts';
import { YAML_CODES } from './codes/yaml.ts';
import { firstOf, moreProblem } from './more-problems.ts';
import { formatPath, type Path } from './path.ts';
import type { Problem } from './problem.ts';

const DEEPEST_LIST = 8;

/**
 * The objects of a document: the items of a `List` (any kind that ends in `List` and has a list of `items`), of Lists in
 * it too, or the document itself. Positions stay those of the file; null items are skipped. What else has `items` is not
 * taken apart, and refused where objects are judged: other readers would take it for a List.
 */
export function flattenLists(document: LocatedDocument): ParsedDocuments {
  const documents: LocatedDocument[] = [];
  const faults: Fault[] = [];
  flatten(document, [], (result) => ('value' in result ? documents.push(result) : faults.push(result)));
  const { first, more } = firstOf(faults);
  const problems = first.map(listProblem);
  if (more > 0)
    problems.push(moreProblem('YAML_MORE_PROBLEMS', { label: LABEL, more, position: document.locate([]) }));
  return { documents, problems };
}

const LABEL = 'Cannot read the List';

interface Fault {
  readonly code: 'LIST_ITEM_NOT_OBJECT' | 'LIST_TOO_DEEP';
  readonly path: Path;
  readonly message: string;
  readonly locate: LocatedDocument['locate'];
}

function flatten(
  document: LocatedDocument,
  path: Path,
  add: (result: LocatedDocument | Fault) => void,
): void {
  const items = listItems(document.value);
  if (items === undefined) {
    add(document);
    return;
  }
  if (path.length / 2 >= DEEPEST_LIST) {
    const message = `Lists are nested more than ${String(DEEPEST_LIST)} deep`;
    add({ code: 'LIST_TOO_DEEP', path, message, locate: document.locate });
    return;
  }
  for (const [index, value] of items.entries()) {
    if (value === null) continue;
    const at = ['items', index];
    const locate: LocatedDocument['locate'] = (below, target) => document.locate([...at, ...below], target);
    if (isJsonObject(value)) flatten({ ...document, value, locate }, [...path, ...at], add);
    else {
      const message = `each item must be a map: this one is ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}`;
      add({ code: 'LIST_ITEM_NOT_OBJECT', path: [...path, ...at], message, locate });
    }
  }
}

function listItems(value: LocatedDocument['value']): JsonArray | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind, apiVersion, items }: JsonObject = value;
  const isList = typeof kind === 'string' && kind.endsWith('List') && typeof apiVersion === 'string';
  return isList && Array.isArray(items) ? items : undefined;
}

function listProblem({ code, path, message, locate }: Fault): Problem {
  const hint = YAML_CODES[code].remedy;
  return {
    code,
    path: formatPath(path),
    message: `${LABEL}: ${message}`,
    position: locate([], 'value'),
    hint,
  };
}
