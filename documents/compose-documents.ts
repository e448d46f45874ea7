import { Composer, Lexer, Parser, type CST, type Document, type YAMLParseError } from 'yaml';
import type { YAML_CODES } from './codes/yaml.ts';
import type { DocumentLimits } from './limits.ts';
import { overlookedErrors } from './overlooked-errors.ts';
import { createTabWatch } from './tab-indentation.ts';

/** Why reading stopped or what stands outside the documents. */
export interface StreamProblem {
  readonly code: keyof typeof YAML_CODES;
  readonly offset: number;
  readonly message: string;
}

/**
 * Plain scalars stay text (`failsafe`: we judge them ourselves), duplicate keys are our check (the library's compares
 * each key with every other), and known tags are not resolved (every tag is refused).
 */
const OPTIONS = {
  schema: 'failsafe',
  uniqueKeys: false,
  prettyErrors: false,
  resolveKnownTags: false,
  logLevel: 'silent',
} as const;

const TAB = 'Cannot read the document: a tab is used as indentation';

/**
 * The documents of a text one after another, so that only one or two trees exist at a time. A limit that is passed
 * ends the stream before the tree is built (`facts/threats.md` T14). Never throws.
 */
export function* composeDocuments(
  text: string,
  limits: DocumentLimits,
  report: (problem: StreamProblem) => void,
): Generator<Document.Parsed> {
  const composer = new Composer(OPTIONS);
  const overlooked: (readonly YAMLParseError[])[] = [];
  for (const token of boundedTokens(text, limits, report)) {
    if (token.type === 'directive') {
      report({ code: 'YAML_DIRECTIVE', offset: token.offset, message: 'Cannot read a directive' });
    } else {
      if (token.type === 'document') overlooked.push(overlookedErrors(token));
      yield* withErrors(composer.next(token), overlooked);
    }
  }
  yield* withErrors(composer.end(), overlooked);
}

/** Documents leave the composer in the order in which they came, some time later. */
function* withErrors(
  documents: Iterable<Document.Parsed>,
  errors: (readonly YAMLParseError[])[],
): Generator<Document.Parsed> {
  for (const document of documents) {
    document.errors.push(...(errors.shift() ?? []));
    yield document;
  }
}

/** The documents' syntax trees as tokens, until a limit is passed: then that, and no token of the open document. */
function* boundedTokens(
  text: string,
  limits: DocumentLimits,
  report: (problem: StreamProblem) => void,
): Generator<CST.Token> {
  const parser = new Parser();
  const isTab = createTabWatch();
  let lexemes = 0;
  let start = 0;
  let documents = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (isTab(lexeme)) report({ code: 'YAML_TAB', offset: parser.offset, message: TAB });
    for (const token of parser.next(lexeme)) {
      if (token.type === 'document') {
        documents += 1;
        lexemes = 0;
        start = parser.offset;
      }
      yield token;
    }
    lexemes += 1;
    const passed = passedLimit(
      { depth: depthOf(parser.stack, limits.depth), length: parser.offset - start, lexemes, documents },
      limits,
    );
    if (passed !== undefined) {
      report({ ...passed, offset: parser.offset });
      return;
    }
  }
  yield* parser.end();
}

interface Use {
  readonly depth: number;
  readonly length: number;
  readonly lexemes: number;
  readonly documents: number;
}

/** How many collections are open; counted only where the parser's stack, which holds more than those, is near the limit. */
function depthOf(stack: readonly CST.Token[], limit: number): number {
  if (stack.length <= limit) return 0;
  return stack.filter(
    ({ type }) => type === 'block-map' || type === 'block-seq' || type === 'flow-collection',
  ).length;
}

function passedLimit(use: Use, limits: DocumentLimits): Omit<StreamProblem, 'offset'> | undefined {
  if (use.depth > limits.depth) {
    return {
      code: 'YAML_TOO_DEEP',
      message: `Cannot read the document: it is nested more than ${String(limits.depth)} deep`,
    };
  }
  if (use.length > limits.documentLength) {
    const message = `Cannot read the document: it is longer than ${String(limits.documentLength)} characters`;
    return { code: 'YAML_DOCUMENT_TOO_LARGE', message };
  }
  if (use.lexemes > limits.documentTokens) {
    const message = `Cannot read the document: it has more than ${String(limits.documentTokens)} tokens`;
    return { code: 'YAML_DOCUMENT_TOO_LARGE', message };
  }
  if (use.documents > limits.documents) {
    const message = `Cannot read the file: it has more than ${String(limits.documents)} documents`;
    return { code: 'YAML_TOO_MANY_DOCUMENTS', message };
  }
  return undefined;
}
