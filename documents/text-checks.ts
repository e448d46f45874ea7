import { Scalar } from 'yaml';
import type { FoundProblem } from './problem-list.ts';

type TextCheck = (node: Scalar.Parsed, text: string, source: string) => boolean;

/**
 * What is wrong with a quoted or block text besides its grammar: mostly where the library reads it otherwise than
 * go-yaml and libyaml do. Found by running the three against each other on random texts.
 */
export const TEXT_CHECKS: readonly (readonly [FoundProblem['code'], string, TextCheck])[] = [
  ['YAML_TEXT_CHARACTER', 'Cannot read the text: it holds NUL or half of a surrogate pair', holdsNoCharacter],
  ['YAML_SYNTAX', 'Cannot read the text: its closing quote is missing', isUnclosed],
  [
    'YAML_ESCAPE',
    'Cannot read the text: an empty line follows a line that ends in a backslash',
    joinsEmptyLine,
  ],
  [
    'YAML_BLOCK_SPACES',
    'Cannot read the block text: it has an indentation number and ends in lines of spaces',
    endsInSpaces,
  ],
  ['YAML_FINAL_NEWLINE', 'Cannot read the block text: the file ends in it without a line end', endsInside],
];

function holdsNoCharacter({ type }: Scalar.Parsed, text: string): boolean {
  return type === Scalar.QUOTE_DOUBLE && (text.includes('\0') || !text.isWellFormed());
}

/** The library drops the empty line, others keep it. */
function joinsEmptyLine(
  { type, range: [start, end] }: Scalar.Parsed,
  _text: string,
  source: string,
): boolean {
  return type === Scalar.QUOTE_DOUBLE && /\\\n[ \t]*\n/.test(source.slice(start, end));
}

function isBlock(node: Scalar.Parsed): boolean {
  return node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED;
}

/**
 * The library ends such a text with a line end of its own, and drops spaces after it; libyaml and go-yaml do neither.
 */
function endsInside(node: Scalar.Parsed, text: string, source: string): boolean {
  if (!isBlock(node) || source.endsWith('\n') || source.slice(node.range[1]).trim() !== '') return false;
  return text.endsWith('\n') || /[ \t]$/.test(source);
}

/** With an indentation number (`|2`) the library drops lines of spaces that belong to the text. */
function endsInSpaces({ range: [start, end] }: Scalar.Parsed, _text: string, source: string): boolean {
  if (!/^[|>][-+]?[1-9]/.test(source.slice(start, start + 3))) return false;
  let blankStart = end;
  while (blankStart > start && ' \n'.includes(source[blankStart - 1] ?? 'x')) blankStart -= 1;
  const blank = /^[ \n]*/.exec(source.slice(blankStart))?.[0] ?? '';
  return blank.slice(blank.indexOf('\n') + 1, blank.lastIndexOf('\n') + 1).includes(' ');
}

/** The library takes an escaped quote for the closing one where the file ends with it. */
function isUnclosed({ type, range: [start, end] }: Scalar.Parsed, _text: string, source: string): boolean {
  if (end < source.length || end === start + 1) return false;
  const inside = source.slice(start + 1, end);
  if (type === Scalar.QUOTE_SINGLE) return trailing(inside, "'") % 2 === 0 && inside.endsWith("'");
  return (
    type === Scalar.QUOTE_DOUBLE && inside.endsWith('"') && trailing(inside.slice(0, -1), '\\') % 2 === 1
  );
}

/** How often a character stands at the end; a loop, since a regular expression would try from every start. */
function trailing(text: string, character: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === character) count += 1;
  return count;
}
