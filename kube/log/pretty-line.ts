import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';

const COLOURS: Readonly<Record<string, number>> = { debug: 90, info: 36, warn: 33, error: 31 };
const TIME = /T(\d\d:\d\d:\d\d)/;

/** A line of the structured log as a person reads it: `16:20:00 info  Waiting for chat-celld-2 restoring=3`. */
export function prettyLine(line: string): string {
  const { level, time, msg, ...fields } = parse(line);
  const name = typeof level === 'string' ? level : 'info';
  const at = typeof time === 'string' ? (TIME.exec(time)?.[1] ?? '') : '';
  const said = typeof msg === 'string' ? msg : '';
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${plain(value)}`);
  const coloured = `\u001b[${COLOURS[name] ?? 0}m${name.padEnd(5)}\u001b[0m`;
  return `${[at, coloured, said, ...rest].join(' ')}\n`;
}

function parse(line: string): JsonObject {
  const value = JSON.parse(line) as JsonValue;
  return isJsonObject(value) ? value : {};
}

function plain(value: JsonValue): string {
  return typeof value === 'string' && /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
}
