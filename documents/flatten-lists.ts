import { isJsonObject, type JsonArray, type JsonObject } from './json.ts';
import type { LocatedDocument, ParsedDocuments } from './parse-documents.ts';
import { YAML_CODES } from './codes/yaml.ts';
import { formatPath, type Path } from './path.ts';
import type { Problem } from './problem.ts';

const DEEPEST_LIST = 8;

/**
 * The objects of a document: the items of a `List` (any kind that ends in `List` and has `items`), of Lists in it too,
 * or the document itself. Positions stay those of the file; null items are skipped.
 */
export function flattenLists(document: LocatedDocument): ParsedDocuments {
  const documents: LocatedDocument[] = [];
  const problems: Problem[] = [];
  flatten(document, [], (result) => ('value' in result ? documents.push(result) : problems.push(result)));
  return { documents, problems };
}

function flatten(
  document: LocatedDocument,
  path: Path,
  add: (result: LocatedDocument | Problem) => void,
): void {
  const items = listItems(document.value);
  if (items === undefined) {
    add(document);
    return;
  }
  if (path.length / 2 >= DEEPEST_LIST) {
    const message = `Cannot read the List: Lists are nested more than ${String(DEEPEST_LIST)} deep`;
    add(listProblem(document, path, { code: 'LIST_TOO_DEEP', message }));
    return;
  }
  for (const [index, value] of items.entries()) {
    if (value === null) continue;
    const at = ['items', index];
    const item: LocatedDocument = {
      ...document,
      value,
      locate: (below, target) => document.locate([...at, ...below], target),
    };
    if (isJsonObject(value)) flatten(item, [...path, ...at], add);
    else {
      const message = `Cannot read the List: each item must be a map: this one is ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}`;
      add(listProblem(item, [...path, ...at], { code: 'LIST_ITEM_NOT_OBJECT', message }));
    }
  }
}

function listItems(value: LocatedDocument['value']): JsonArray | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind, apiVersion, items }: JsonObject = value;
  const isList = typeof kind === 'string' && kind.endsWith('List') && typeof apiVersion === 'string';
  return isList && Array.isArray(items) ? items : undefined;
}

function listProblem(
  document: LocatedDocument,
  path: Path,
  problem: { readonly code: 'LIST_ITEM_NOT_OBJECT' | 'LIST_TOO_DEEP'; readonly message: string },
): Problem {
  const hint = YAML_CODES[problem.code].remedy;
  return { ...problem, path: formatPath(path), position: document.locate([], 'value'), hint };
}
