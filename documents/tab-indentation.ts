import { CST } from 'yaml';

/** Of a lexeme, in order: whether it is white space with a tab where only spaces may stand. */
export type TabWatch = (lexeme: string) => boolean;

/**
 * Finds tabs before the first token of a line and after the indicators there (`- `, `? `), outside brackets: the
 * library takes most of them, go-yaml and libyaml none.
 */
export function createTabWatch(): TabWatch {
  let isIndenting = true;
  let isText = false;
  let brackets = 0;
  return (lexeme) => {
    const type = isText ? 'scalar' : CST.tokenType(lexeme);
    isText = type === 'scalar' && lexeme === CST.SCALAR;
    if (type === 'space') return isIndenting && brackets === 0 && lexeme.includes('\t');
    if (type === 'flow-map-start' || type === 'flow-seq-start') brackets += 1;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') brackets -= 1;
    else if (type === 'flow-error-end' || type === 'doc-mode') brackets = 0;
    isIndenting = type === 'newline' || lexeme.endsWith('\n') || (isIndenting && BEFORE_INDENT.has(type));
    return false;
  };
}

/** `doc-mode` is the library's own mark for the start of a document, and no text. */
const BEFORE_INDENT: ReadonlySet<CST.TokenType | null> = new Set([
  'doc-mode',
  'explicit-key-ind',
  'map-value-ind',
  'seq-item-ind',
]);
