import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../documents/json.ts';

const FIRST_KEYS = ['apiVersion', 'kind', 'metadata', 'name'];
/** A key that every reader takes for a string: `on` is a boolean to some, and `e12345` a number to one. */
const PLAIN_KEY = /^[A-Za-z][A-Za-z-]{2,199}$/;
const WORDS = new Set(['null', 'true', 'false', 'yes', 'off']);
/** Longer keys are written in the explicit form: YAML 1.1 limits an implicit key to 1,024 bytes. */
const LONGEST_IMPLICIT_KEY = 200;
/** What a double-quoted YAML 1.1 string cannot hold raw, beyond what JSON escapes: line breaks of YAML 1.1, C1 controls, BOM, non-characters. */
const UNSAFE = /[\u007f-\u00a0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/;
const UNSAFE_ALL =
  /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const PRINTABLE_LINES = /^[\x20-\x7e\n]+$/;
const BLOCK_LIMIT = 65_536;

/**
 * Writes one document as YAML that means the same in YAML 1.1 and 1.2: every string double-quoted or a block literal,
 * no anchors (facts/bug-reports.md A5). Same value, same bytes, whatever the order of the keys.
 */
export function writeYaml(value: JsonObject): string {
  const out: string[] = [];
  writeMap(value, 0, out);
  return out.join('');
}

function writeMap(map: JsonObject, indent: number, out: string[]): void {
  const pad = ' '.repeat(indent);
  for (const key of orderedKeys(map)) {
    const value = map[key];
    if (value === undefined) continue;
    out.push(pad, writeKey(key, pad));
    writeValue(value, indent, out);
  }
}

function writeValue(value: JsonValue, indent: number, out: string[]): void {
  if (isEmpty(value)) {
    out.push(Array.isArray(value) ? ' []\n' : ' {}\n');
  } else if (isJsonArray(value)) {
    out.push('\n');
    writeList(value, indent, out);
  } else if (isJsonObject(value)) {
    out.push('\n');
    writeMap(value, indent + 2, out);
  } else {
    out.push(' ', writeScalar(value, indent + 2), '\n');
  }
}

function writeList(list: JsonArray, indent: number, out: string[]): void {
  const pad = ' '.repeat(indent);
  for (const item of list) {
    if (isJsonObject(item) && !isEmpty(item)) {
      const lines: string[] = [];
      writeMap(item, indent + 2, lines);
      out.push(pad, '- ', lines.join('').slice(indent + 2));
    } else {
      out.push(pad, '-');
      writeValue(item, indent + (Array.isArray(item) ? 2 : 0), out);
    }
  }
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function orderedKeys(map: JsonObject): string[] {
  const keys = Object.keys(map).sort();
  const first = FIRST_KEYS.filter((key) => Object.hasOwn(map, key));
  return first.length === 0 ? keys : [...first, ...keys.filter((key) => !first.includes(key))];
}

function writeKey(key: string, pad: string): string {
  if (PLAIN_KEY.test(key) && !WORDS.has(key.toLowerCase())) return `${key}:`;
  const quoted = quote(key);
  return quoted.length > LONGEST_IMPLICIT_KEY ? `? ${quoted}\n${pad}:` : `${quoted}:`;
}

function writeScalar(value: string | number | boolean | null, indent: number): string {
  if (typeof value !== 'string') return writeNumberOrWord(value);
  if (isBlockSafe(value)) return block(value, indent);
  return quote(value);
}

function writeNumberOrWord(value: number | boolean | null): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('Cannot write a number that is not finite');
  if (Object.is(value, -0)) return '0';
  const text = String(value);
  // 1e21 is a string to a YAML 1.1 reader: the mantissa needs its dot and the exponent its sign.
  return /^-?\d+e/.test(text) ? text.replace('e', '.0e') : text;
}

/** A block literal is used only for text that no reader can read differently: no blank at a line's end, no indented first line, one line break at the end. */
function isBlockSafe(text: string): boolean {
  return (
    text.length < BLOCK_LIMIT &&
    PRINTABLE_LINES.test(text) &&
    /^[^ \n]/.test(text) &&
    /[^\n]\n$/.test(text) &&
    !text.includes(' \n')
  );
}

function block(text: string, indent: number): string {
  const pad = ' '.repeat(indent);
  const lines = text.slice(0, -1).split('\n');
  return `|\n${lines.map((line) => (line === '' ? '' : pad + line)).join('\n')}`;
}

function quote(text: string): string {
  const json = JSON.stringify(text);
  return UNSAFE.test(json) ? json.replaceAll(UNSAFE_ALL, escapeUnit) : json;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
