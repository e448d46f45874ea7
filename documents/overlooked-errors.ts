import { YAMLParseError, type CST, type ErrorCode } from 'yaml';

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
type Item = Collection['items'][number];
type Fault = readonly [{ readonly offset: number }, ErrorCode];

/**
 * Syntax errors of a document that the library's composer passes over without a word: what it drops after a key that
 * no colon follows (`? 'a' b: 1`, `{"a" &b}`), colons that go-yaml does not take for the key's, and lines that the lexer glues to a text above them.
 */
export function overlookedErrors(document: CST.Document): readonly YAMLParseError[] {
  const errors: YAMLParseError[] = [];
  const pending: (CST.Token | null | undefined)[] = [document.value];
  while (pending.length > 0) {
    const token = pending.pop();
    if (token === undefined || token === null || !('items' in token)) continue;
    for (const item of token.items) {
      const fault = faultOf(item, token) ?? outdentIn(item, token);
      if (fault !== undefined) errors.push(parseError(fault));
      pending.push(item.key, item.value);
    }
  }
  return errors;
}

function faultOf({ start, key, sep, value }: Item, collection: Collection): Fault | undefined {
  if (sep === undefined) return undefined;
  const colonAt = sep.findIndex(({ type }) => type === 'map-value-ind');
  const colon = sep[colonAt];
  if (colon === undefined) {
    const unused = sep.find(({ type }) => type === 'anchor' || type === 'tag') ?? value;
    return unused && [unused, 'UNEXPECTED_TOKEN'];
  }
  const isBelow = sep.slice(0, colonAt).some(({ type }) => type === 'newline');
  if (!start.some(({ type }) => type === 'explicit-key-ind')) {
    return isBelow || isMultiline(key) ? [key ?? colon, 'UNEXPECTED_TOKEN'] : undefined;
  }
  const isAside = collection.type === 'block-map' && isBelow && colon.indent !== collection.indent;
  return isAside ? [colon, 'BAD_INDENT'] : undefined;
}

function isMultiline(key: CST.Token | null | undefined): boolean {
  return key !== undefined && key !== null && 'source' in key && key.source.includes('\n');
}

/**
 * A line of a plain text that starts no further right than its map or list: a comment in the first column between a
 * key and its text makes the lexer take it in.
 */
function outdentIn({ key, value }: Item, collection: Collection): Fault | undefined {
  if (collection.type === 'flow-collection') return undefined;
  for (const token of [key, value]) {
    if (token?.type !== 'scalar') continue;
    for (const { index, 1: spaces = '' } of token.source.matchAll(/\n( *)(?=[^ \n])/g)) {
      const offset = token.offset + index + 1 + spaces.length;
      if (spaces.length <= collection.indent) return [{ offset }, 'BAD_INDENT'];
    }
  }
  return undefined;
}

function parseError([{ offset }, code]: Fault): YAMLParseError {
  return new YAMLParseError([offset, offset + 1], code, '');
}
