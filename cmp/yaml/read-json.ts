import type { JsonValue } from '../../documents/json.ts';

/** Nesting of a rendered value; ours needs a tenth of it. What walks objects later calls itself once a level. */
export const MOST_LEVELS = 100;

/** JSON that is not taken; the message ends a sentence about a value. */
export class JsonTextError extends Error {}

/**
 * Reads JSON that means the same to every reader: no key twice, no number that a double cannot hold, no `__proto__`, no
 * deep nesting. Throws JsonTextError.
 */
export function readJson(text: string): JsonValue {
  if (text.startsWith('"')) return parse(text);
  if (depthOf(text) > MOST_LEVELS)
    throw new JsonTextError(`a value is nested deeper than ${String(MOST_LEVELS)} levels`);
  const value = parse(text);
  // What JSON.stringify wrote, as the helper of templates does, has neither a key twice nor an inexact number.
  if (JSON.stringify(value) !== text || text.includes('"__proto__"')) checkTokens(text);
  return value;
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new JsonTextError('a value is neither JSON nor a plain word');
  }
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;

/** The deepest nesting of maps and lists, without a call a level; of text that may not be JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '"') index = endOfString(text, index);
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, (depth += 1));
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return deepest;
}

function endOfString(text: string, start: number): number {
  STRING.lastIndex = start;
  return STRING.test(text) ? STRING.lastIndex - 1 : text.length;
}

const TOKEN = /[{}]|("[^"\\]*(?:\\.[^"\\]*)*")[ \t\r\n]*(:?)|(-?[0-9][0-9.eE+-]*)/g;

/** Of valid JSON: the keys of every map, and the numbers. */
function checkTokens(text: string): void {
  const maps: Set<unknown>[] = [];
  for (const [token, string, colon, number] of text.matchAll(TOKEN)) {
    if (token === '{') maps.push(new Set());
    else if (token === '}') maps.pop();
    else if (string !== undefined && colon === ':') addKey(maps.at(-1), JSON.parse(string));
    else if (number !== undefined) checkNumber(number);
  }
}

function addKey(keys: Set<unknown> | undefined, key: unknown): void {
  if (key === '__proto__') throw new JsonTextError('a key is __proto__');
  if (keys?.has(key) === true) throw new JsonTextError('a key is written twice');
  keys?.add(key);
}

function checkNumber(text: string): void {
  const value = Number(text);
  if (!Number.isFinite(value) || digits(text) !== digits(String(value)))
    throw new JsonTextError('a number has more digits, or is larger, than every reader keeps');
}

/** Significant digits: equal for two spellings of one number of about one size. */
function digits(text: string): string {
  const [mantissa = ''] = text.toLowerCase().split('e');
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}
