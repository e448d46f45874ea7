import type { JsonValue } from '../../documents/json.ts';
import { JsonTextError, MOST_LEVELS, readJson } from './read-json.ts';

/** A line of rendered text, without its indentation. */
interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
}

interface Cursor {
  readonly lines: readonly Line[];
  next: number;
  depth: number;
}

const KEY = /^(?:([A-Za-z_][A-Za-z0-9_./-]*)|("[^"\\]*(?:\\.[^"\\]*)*")):(?: +|$)/;
/** Words that are the same string in YAML 1.1 and 1.2; anything else has to be written as JSON. */
const WORD = /^[A-Za-z][A-Za-z0-9_./-]*$/;
const NOT_A_WORD = new Set(['null', 'y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false']);

/** Rendered text that is not in the subset of YAML which templates are written in; `line` counts from 1. */
export class RenderedTextError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/**
 * Reads back what a template wrote: block maps and lists, values as JSON or plain words, `#` comment lines.
 * This small subset is a quarter of the work of a full parser, and what it accepts means the same to one (DESIGN D9).
 */
export function readRendered(text: string): JsonValue {
  const cursor = { lines: splitLines(text), next: 0, depth: 0 };
  const first = cursor.lines[0];
  if (first === undefined) throw new RenderedTextError(1, 'the template renders nothing');
  const value = readBlock(cursor, first.indent);
  const rest = cursor.lines[cursor.next];
  if (rest !== undefined) throw new RenderedTextError(rest.number, 'the indentation fits no line above');
  return value;
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    const line = raw.trimEnd();
    const content = line.trimStart();
    if (content === '' || content.startsWith('#')) continue;
    const indent = line.length - content.length;
    if (line.lastIndexOf('\t', indent) !== -1)
      throw new RenderedTextError(number, 'a tab is used as indentation');
    lines.push({ number, indent, text: content });
  }
  return lines;
}

function readBlock(cursor: Cursor, indent: number): JsonValue {
  const line = cursor.lines[cursor.next];
  cursor.depth += 1;
  if (line !== undefined && cursor.depth > MOST_LEVELS)
    throw new RenderedTextError(line.number, `a block is nested deeper than ${String(MOST_LEVELS)} levels`);
  const block = line !== undefined && isItem(line) ? readList(cursor, indent) : readMap(cursor, indent, {});
  cursor.depth -= 1;
  return block;
}

function readMap(cursor: Cursor, indent: number, map: Record<string, JsonValue>): JsonValue {
  for (
    let line = cursor.lines[cursor.next];
    line?.indent === indent && !isItem(line);
    line = cursor.lines[cursor.next]
  ) {
    cursor.next += 1;
    readEntry(cursor, line, map);
  }
  return map;
}

function readEntry(cursor: Cursor, line: Line, map: Record<string, JsonValue>): void {
  const match = KEY.exec(line.text);
  if (match === null) throw new RenderedTextError(line.number, 'a line is neither `key: value` nor `- item`');
  const key = match[1] ?? readKey(match[2] ?? '""', line.number);
  if (Object.hasOwn(map, key)) throw new RenderedTextError(line.number, 'a key is written twice');
  if (key === '__proto__') throw new RenderedTextError(line.number, 'a key is __proto__');
  const rest = line.text.slice(match[0].length);
  map[key] = rest === '' ? readNested(cursor, line) : readScalar(rest, line.number);
}

function readNested(cursor: Cursor, parent: Line): JsonValue {
  const line = cursor.lines[cursor.next];
  if (line === undefined) return null;
  if (line.indent > parent.indent) return readBlock(cursor, line.indent);
  // A list may start at the indentation of its key.
  return line.indent === parent.indent && isItem(line) ? readList(cursor, line.indent) : null;
}

function readList(cursor: Cursor, indent: number): JsonValue {
  const list: JsonValue[] = [];
  for (
    let line = cursor.lines[cursor.next];
    line?.indent === indent && isItem(line);
    line = cursor.lines[cursor.next]
  ) {
    cursor.next += 1;
    list.push(readItem(cursor, line));
  }
  return list;
}

function readItem(cursor: Cursor, line: Line): JsonValue {
  const content = line.text.slice(1).trimStart();
  if (content === '') return readNested(cursor, line);
  if (!KEY.test(content)) return readScalar(content, line.number);
  const indent = line.indent + (line.text.length - content.length);
  const map: Record<string, JsonValue> = {};
  readEntry(cursor, { number: line.number, indent, text: content }, map);
  return readMap(cursor, indent, map);
}

function isItem(line: Line): boolean {
  return line.text === '-' || line.text.startsWith('- ');
}

function readScalar(text: string, number: number): JsonValue {
  if (WORD.test(text) && !NOT_A_WORD.has(text.toLowerCase())) return text;
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof JsonTextError) throw new RenderedTextError(number, error.message);
    throw error;
  }
}

function readKey(text: string, number: number): string {
  const key = readScalar(text, number);
  return typeof key === 'string' ? key : '';
}
