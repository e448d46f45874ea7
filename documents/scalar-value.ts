import { Scalar } from 'yaml';
import type { JsonValue } from './json.ts';
import type { Walk } from './walk.ts';
import { readPlainScalar } from './plain-scalar.ts';
import type { FoundProblem } from './problem-list.ts';
import { TEXT_CHECKS } from './text-checks.ts';

/** Sentences for what `readPlainScalar` refuses; none quotes the text. */
const REFUSALS: Partial<Record<FoundProblem['code'], string>> = {
  YAML_AMBIGUOUS_WORD: 'Cannot read a plain word that is true or false in YAML 1.1 and a text in YAML 1.2',
  YAML_AMBIGUOUS_NUMBER: 'Cannot read a plain value that is not the same number to every reader',
  YAML_AMBIGUOUS_TIME: 'Cannot read a plain value that is a date or a number to the base of 60 in YAML 1.1',
  YAML_NOT_FINITE: 'Cannot read a number that is infinite or not a number',
  YAML_NUMBER_INEXACT: 'Cannot read a number that has more digits than every reader keeps',
  YAML_MERGE_KEY: 'Cannot read a merge key',
};

/** The value of a scalar: plain ones only where every reader agrees, quoted and block ones as text. */
export function scalarValue(node: Scalar.Parsed, walk: Walk): JsonValue {
  const text = textOf(node, walk);
  if (node.type !== Scalar.PLAIN) return text;
  const reading = readPlainScalar(text);
  if ('value' in reading) return reading.value;
  refuse(node, walk, { code: reading.refused, message: REFUSALS[reading.refused] ?? '' });
  return null;
}

/** The name that a key gives, or undefined after a report. Numbers, booleans and null are no names; `<<` is left to the map. */
export function keyName(node: Scalar.Parsed, walk: Walk): string | undefined {
  const text = textOf(node, walk);
  if (node.type !== Scalar.PLAIN) return text;
  const reading = readPlainScalar(text);
  if ('value' in reading) {
    if (typeof reading.value === 'string') return reading.value;
    const kind = reading.value === null ? 'empty' : `a ${typeof reading.value}`;
    refuse(node, walk, {
      code: 'YAML_KEY_NOT_STRING',
      message: `Cannot read the key: it is ${kind}, not a text`,
    });
    return undefined;
  }
  if (reading.refused === 'YAML_MERGE_KEY') return text;
  refuse(node, walk, { code: reading.refused, message: REFUSALS[reading.refused] ?? '' });
  return undefined;
}

function textOf(node: Scalar.Parsed, walk: Walk): string {
  const text = typeof node.value === 'string' ? node.value : '';
  if (node.type === Scalar.PLAIN) return text;
  for (const [code, message, isWrong] of TEXT_CHECKS) {
    if (isWrong(node, text, walk.text)) refuse(node, walk, { code, message });
  }
  return text;
}

function refuse(node: Scalar.Parsed, walk: Walk, problem: Pick<FoundProblem, 'code' | 'message'>): void {
  walk.report({ ...problem, offset: node.range[0], path: [...walk.path] });
}
