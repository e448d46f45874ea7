import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../documents/json.ts';
import { formatPath } from '../../../documents/path.ts';

/** `changed`, `dropped`: the server did not keep what was rendered. `null`, `empty`: it kept it, but Argo CD would not (bug row A15). */
export interface StoredProblem {
  readonly path: string;
  readonly kind: 'changed' | 'dropped' | 'null' | 'empty';
  readonly rendered: JsonValue;
  readonly stored?: JsonValue;
}

/** A field that the server added. */
export interface StoredDefault {
  readonly path: string;
  readonly value: JsonValue;
  /** Inside a list: a merge patch replaces lists whole, so a diff by JSON never converges (bug row A16). */
  readonly inList: boolean;
}

export interface StoredComparison {
  readonly problems: readonly StoredProblem[];
  readonly defaults: readonly StoredDefault[];
}

type Path = readonly (string | number)[];

/** Maps that mean something because they are empty; everywhere else one is noise. */
const MEANINGFUL_WHEN_EMPTY = new Set<string | number | undefined>([
  'emptyDir', // a volume with every default
  'podSelector', // every pod
  'namespaceSelector', // every namespace
]);

/** What the API server writes on every object, and the namespace, which Argo CD fills in; never drift. */
const SERVER_METADATA = new Set([
  'creationTimestamp',
  'generation',
  'managedFields',
  'namespace',
  'resourceVersion',
  'uid',
]);
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Compares an object as it was rendered with the same object as the API server stored it. */
export function compareStored(rendered: JsonObject, stored: JsonObject): StoredComparison {
  const problems: StoredProblem[] = [];
  const defaults: StoredDefault[] = [];
  compareValues(rendered, stored, { path: [], problems, defaults });
  return { problems, defaults };
}

interface Comparing {
  readonly path: Path;
  readonly problems: StoredProblem[];
  readonly defaults: StoredDefault[];
}

function compareValues(rendered: JsonValue, stored: JsonValue | undefined, at: Comparing): void {
  const problem = (kind: StoredProblem['kind']) => {
    const seen = stored === undefined ? {} : { stored };
    at.problems.push({ path: formatPath(at.path), kind, rendered, ...seen });
  };
  if (rendered === null) problem('null');
  else if (stored === undefined) problem('dropped');
  else if (isNoise(rendered, at.path)) problem('empty');
  else if (isJsonObject(rendered) && isJsonObject(stored)) compareMaps(rendered, stored, at);
  else if (isJsonArray(rendered) && isJsonArray(stored) && rendered.length === stored.length) {
    rendered.forEach((value, index) =>
      compareValues(value, stored[index], { ...at, path: [...at.path, index] }),
    );
  } else if (rendered !== stored) problem('changed');
}

function compareMaps(rendered: JsonObject, stored: JsonObject, at: Comparing): void {
  for (const [key, value] of Object.entries(rendered)) {
    compareValues(value, stored[key], { ...at, path: [...at.path, key] });
  }
  for (const [key, value] of Object.entries(stored)) {
    const path = [...at.path, key];
    if (Object.hasOwn(rendered, key) || isBookkeeping(path, value)) continue;
    const inList = path.some((part) => typeof part === 'number');
    at.defaults.push({ path: formatPath(path), value, inList });
  }
}

function isNoise(value: JsonValue, path: Path): boolean {
  const empty =
    (isJsonObject(value) && Object.keys(value).length === 0) || (isJsonArray(value) && value.length === 0);
  return empty && !MEANINGFUL_WHEN_EMPTY.has(path.at(-1));
}

function isBookkeeping(path: Path, value: JsonValue): boolean {
  const [first, second, third] = path;
  if (first === 'status') return true;
  if (first !== 'metadata') return false;
  const onlyLastApplied = isJsonObject(value) && Object.keys(value).every((key) => key === LAST_APPLIED);
  return (
    (path.length === 2 && typeof second === 'string' && SERVER_METADATA.has(second)) ||
    (second === 'annotations' && (third === LAST_APPLIED || (path.length === 2 && onlyLastApplied)))
  );
}
