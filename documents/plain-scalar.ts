import type { YAML_CODES } from './codes/yaml.ts';
import type { JsonValue } from './json.ts';

type YamlCode = keyof typeof YAML_CODES;
export type PlainReading = { readonly value: JsonValue } | { readonly refused: YamlCode };

/** Read alike by YAML 1.1, the YAML 1.2 core schema and every reader in use. */
const CERTAIN = new Map<string, JsonValue>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
const AMBIGUOUS_WORD = /^(?:y|n|yes|no|on|off|=)$/i;
const LONGEST_WORD = 5;

const NUMERIC_START = /^[-+.0-9]/;
const CERTAIN_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
/** Underscores are removed first: readers of YAML 1.1 skip them. */
const NUMBER_LIKE =
  /^[-+]?(?:0x[0-9a-f]+|0o[0-7]+|0b[01]+|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:e[-+]?[0-9]+)?)$/i;
const NOT_FINITE = /^(?:[-+]?\.inf|\.nan)$/i;
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const TIMESTAMP =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:t|[ \t]+)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]*)?(?:[ \t]*(?:z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)?$/i;

/**
 * The value of a plain (unquoted) scalar if YAML 1.1, YAML 1.2 and JSON agree on it, else the code of the refusal.
 * `facts/bug-reports.md` A5; number forms as in go-yaml, PyYAML, Psych, js-yaml and the two specifications.
 */
export function readPlainScalar(text: string): PlainReading {
  if (text.length <= LONGEST_WORD) {
    const word = CERTAIN.get(text);
    if (word !== undefined) return { value: word };
    if (AMBIGUOUS_WORD.test(text)) return { refused: 'YAML_AMBIGUOUS_WORD' };
    if (text === '<<') return { refused: 'YAML_MERGE_KEY' };
  }
  return NUMERIC_START.test(text) ? readNumeric(text) : { value: text };
}

function readNumeric(text: string): PlainReading {
  if (CERTAIN_NUMBER.test(text)) return readNumber(text);
  if (NOT_FINITE.test(text)) return { refused: 'YAML_NOT_FINITE' };
  if (BASE_60.test(text) || TIMESTAMP.test(text)) return { refused: 'YAML_AMBIGUOUS_TIME' };
  if (NUMBER_LIKE.test(text.replaceAll('_', ''))) return { refused: 'YAML_AMBIGUOUS_NUMBER' };
  return { value: text };
}

function readNumber(text: string): PlainReading {
  const value = Number(text);
  if (Object.is(value, -0)) return { refused: 'YAML_AMBIGUOUS_NUMBER' };
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return { refused: 'YAML_NUMBER_INEXACT' };
  if (digits(text) !== digits(String(value))) return { refused: 'YAML_NUMBER_INEXACT' };
  return { value };
}

/** Significant digits: equal for two spellings of one number of about one size. */
function digits(text: string): string {
  const [mantissa = ''] = text.split('e');
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}
