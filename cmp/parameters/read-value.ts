import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonValue } from '../../documents/json.ts';
import { formatPath } from '../../documents/path.ts';
import type { Problem } from '../../documents/problem.ts';
import type { ParameterForm, ParameterName } from './parameter-table.ts';
import type { Parameters } from './parameters.ts';
import { APP_NAME, DIGEST_VALUE, REASON_WORD, VERSION_VALUE } from '../../fleet/parameter-values.ts';

/** One parameter read: what it sets, and what is wrong with it. */
export interface ValueReading {
  readonly value: Partial<Parameters>;
  readonly problems: readonly Problem[];
}

export interface NamedContent {
  readonly name: ParameterName;
  readonly form: ParameterForm;
  readonly content: JsonValue;
  readonly path: string;
}

interface ValueRule {
  readonly pattern: RegExp;
  readonly what: string;
}

/** A reading that is one problem. */
export function refused(problem: Problem): ValueReading {
  return { value: {}, problems: [problem] };
}

/** Reads a value whose form the table allows. */
export function readValue(named: NamedContent): ValueReading {
  switch (named.name) {
    case 'recurse':
      return readRecurse(named);
    case 'include':
    case 'exclude':
      return readGlobs(named);
    case 'guard':
      return typeof named.content === 'string'
        ? { value: { guard: named.content }, problems: [] }
        : wrongValue(named.name, named.path, { what: 'a CelldStack as JSON text', content: named.content });
    case 'appVersion':
      return readPerApp(named, { pattern: VERSION_VALUE, what: 'a version of letters, digits and . _ + -' });
    case 'configDigest':
      return readPerApp(named, { pattern: DIGEST_VALUE, what: 'a digest of letters, digits and . _ : -' });
    case 'unresolved':
      return readPerApp(named, {
        pattern: REASON_WORD,
        what: 'a reason word of small letters, digits and -',
      });
  }
}

function readRecurse({ name, content, path }: NamedContent): ValueReading {
  if (content === 'true' || content === 'false')
    return { value: { recurse: content === 'true' }, problems: [] };
  return wrongValue(name, path, { what: '"true" or "false"', content });
}

/** How many globs there may be, how long, and what they may say is judged by the reader of files (GLOB_INVALID). */
function readGlobs({ name, content, path }: NamedContent): ValueReading {
  const what = 'a list of globs, each a text';
  if (!isJsonArray(content)) return wrongValue(name, path, { what, content });
  const globs = content.filter((glob) => typeof glob === 'string');
  const fits = globs.length === content.length;
  return fits ? { value: { [name]: globs }, problems: [] } : wrongValue(name, path, { what, content });
}

function readPerApp({ name, form, content, path }: NamedContent, rule: ValueRule): ValueReading {
  if (form === 'string') {
    if (content === '') return { value: {}, problems: [] };
    const fits = typeof content === 'string' && rule.pattern.test(content);
    return fits
      ? { value: { [name]: content }, problems: [] }
      : wrongValue(name, path, { what: rule.what, content });
  }
  if (!isJsonObject(content)) return wrongValue(name, path, { what: 'a map by WorkerApp name', content });
  const entries = Object.entries(content).filter(([, value]) => value !== '' && value !== null);
  const problems = entries.flatMap(([key, value]) => mapProblems({ name, key, value, path }, rule));
  const values = entries.flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  return { value: problems.length === 0 ? { [name]: new Map(values) } : {}, problems };
}

interface MapEntry {
  readonly name: ParameterName;
  readonly key: string;
  readonly value: JsonValue;
  readonly path: string;
}

function mapProblems({ name, key, value, path }: MapEntry, rule: ValueRule): readonly Problem[] {
  if (!APP_NAME.test(key))
    return wrongValue(name, `${path}.map`, { what: 'a map whose keys are WorkerApp names', content: key })
      .problems;
  if (typeof value === 'string' && rule.pattern.test(value)) return [];
  return wrongValue(name, `${path}.${formatPath(['map', key])}`, { what: rule.what, content: value })
    .problems;
}

interface WrongValue {
  readonly what: string;
  readonly content: JsonValue;
}

/** Shows no value: it may be a secret. */
function wrongValue(name: ParameterName, path: string, { what, content }: WrongValue): ValueReading {
  const message = `Cannot use plugin parameter "${name}": it must be ${what}`;
  const isUnquoted = [content]
    .flat()
    .some((value) => typeof value === 'boolean' || typeof value === 'number');
  const hint = isUnquoted ? { hint: 'put the value in quotes: true and 1 are no texts' } : {};
  return refused({ code: 'PARAMETER_VALUE', path, message, ...hint });
}
