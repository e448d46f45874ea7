import type { JsonValue } from './json.ts';
import { member } from './schema-lookup.ts';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  null: 'empty',
};

/** A JSON Schema type, or several, in words. */
export function typeWords(types: unknown): string {
  const names = (Array.isArray(types) ? types : [types]).map(
    (type) => TYPE_NAMES[String(type)] ?? String(type),
  );
  return names.join(' or ');
}

/** A value in words: numbers and booleans as they are, anything else by its type, never a text. */
export function valueWords(value: JsonValue): string {
  if (value === null) return 'empty';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a map';
  return typeof value === 'string' ? 'a text' : String(value);
}

/** `: current value is 0`, or nothing where the value is not written. */
export function current(value: JsonValue | undefined): string {
  return value === undefined ? '' : `: current value is ${valueWords(value)}`;
}

/** `"a", "b" or "c"`. */
export function orList(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** The `x-KEYWORD-meaning` beside a keyword: what is wanted, to stand after "must". */
export function meaning(schema: unknown, keyword: string): string | undefined {
  const text = member(schema, `x-${keyword}-meaning`);
  return typeof text === 'string' ? text : undefined;
}

/** `must be a host name: it is not`: a meaning and that it was not met. */
export function wantedText(wanted: string): string {
  return `must ${wanted}: it ${wanted.startsWith('be ') ? 'is' : 'does'} not`;
}
