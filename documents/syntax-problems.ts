import type { YAMLError } from 'yaml';
import type { LineIndex } from './line-index.ts';
import type { FoundProblem } from './problem-list.ts';

type Sentence = Pick<FoundProblem, 'code' | 'message'>;

const SYNTAX: Sentence = {
  code: 'YAML_SYNTAX',
  message: 'Cannot read the document: the text is not valid YAML here',
};
const INDENT: Sentence = {
  code: 'YAML_INDENTATION',
  message: 'Cannot read the document: this line does not start in the column of the lines it belongs to',
};
const BRACKET: Sentence = {
  code: 'YAML_INDENTATION',
  message: 'Cannot read the document: a bracket is not closed, or its lines are not indented',
};

/** The library's codes in our words: its own messages quote the text, which may hold a secret (D10). */
const SENTENCES: Partial<Record<YAMLError['code'], Sentence>> = {
  TAB_AS_INDENT: { code: 'YAML_TAB', message: 'Cannot read the document: a tab is used as indentation' },
  BAD_DQ_ESCAPE: {
    code: 'YAML_ESCAPE',
    message: 'Cannot read the text: its escape sequence is not one of YAML',
  },
  TAG_RESOLVE_FAILED: { code: 'YAML_TAG', message: 'Cannot read the value: it has a tag' },
  MULTIPLE_TAGS: { code: 'YAML_TAG', message: 'Cannot read the value: it has a tag' },
  BAD_COLLECTION_TYPE: { code: 'YAML_TAG', message: 'Cannot read the value: it has a tag' },
  MULTIPLE_ANCHORS: { code: 'YAML_ANCHOR', message: 'Cannot read the value: it has an anchor' },
  ALIAS_PROPS: { code: 'YAML_ALIAS', message: 'Cannot read the value: it is an alias' },
  BAD_ALIAS: { code: 'YAML_ALIAS', message: 'Cannot read the value: it is an alias' },
  BAD_DIRECTIVE: { code: 'YAML_DIRECTIVE', message: 'Cannot read a directive' },
  RESOURCE_EXHAUSTION: {
    code: 'YAML_TOO_DEEP',
    message: 'Cannot read the document: it is nested too deeply',
  },
  BAD_SCALAR_START: {
    code: 'YAML_SYNTAX',
    message: 'Cannot read the value: a text that starts with @ or ` must be in quotes',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    code: 'YAML_SYNTAX',
    message:
      'Cannot read the document: a text with a colon and a space must be in quotes, and a map starts on its own line',
  },
  MULTILINE_IMPLICIT_KEY: {
    code: 'YAML_SYNTAX',
    message: 'Cannot read the document: a key must be on one line',
  },
  KEY_OVER_1024_CHARS: {
    code: 'YAML_SYNTAX',
    message: 'Cannot read the document: a key is longer than 1024 characters',
  },
  MISSING_CHAR: {
    code: 'YAML_SYNTAX',
    message: 'Cannot read the document: a colon, comma, quote, bracket or space is missing here',
  },
};

/** Syntax errors of one document as problems: the first of each line, since the rest of a line only follows from it. */
export function syntaxProblems(errors: readonly YAMLError[], text: string, lines: LineIndex): FoundProblem[] {
  const byLine = new Map<number, FoundProblem>();
  const multiline = new Set(errors.filter(isMultilineKey).map(({ pos }) => pos[0]));
  const causes = errors.filter((error) => isMultilineKey(error) || !multiline.has(error.pos[0]));
  for (const problem of causes
    .map((error) => syntaxProblem(error, text))
    .sort((a, b) => a.offset - b.offset)) {
    const { line } = lines(problem.offset);
    if (!byLine.has(line)) byLine.set(line, problem);
  }
  return [...byLine.values()];
}

/** A plain key over two lines is a line that is indented too far: it was taken for the rest of the line before. */
function isMultilineKey({ code }: YAMLError): boolean {
  return code === 'MULTILINE_IMPLICIT_KEY';
}

function syntaxProblem(error: YAMLError, text: string): FoundProblem {
  const [start, end] = error.pos;
  const isPlain = !/["'[{]/.test(text.charAt(start));
  if (!isMultilineKey(error) || !isPlain) return { ...sentenceOf(error), offset: start };
  const lineStart = text.lastIndexOf('\n', end - 1) + 1;
  const indent = text.slice(lineStart, end).search(/\S/);
  return { ...INDENT, offset: lineStart + Math.max(0, indent) };
}

function sentenceOf(error: YAMLError): Sentence {
  if (error.code === 'BAD_INDENT') return error.message.startsWith('Flow') ? BRACKET : INDENT;
  return SENTENCES[error.code] ?? SYNTAX;
}
