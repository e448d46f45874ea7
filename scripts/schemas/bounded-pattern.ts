import { _, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { usePattern } from 'ajv/dist/vocabularies/code.js';

/** Longest text that a pattern without `maxLength` beside it is tried on; longer text does not match. */
const LONGEST = 65_536;

/**
 * `pattern`, tried only on text that `maxLength` allows: on millions of characters a regular expression with a repeated
 * group overflows V8's stack, and two errors for one cause are one too many.
 */
export const BOUNDED_PATTERN: CodeKeywordDefinition = {
  keyword: 'pattern',
  type: 'string',
  schemaType: 'string',
  error: { message: 'must match pattern', params: ({ schemaCode }) => _`{pattern: ${schemaCode}}` },
  code: compilePattern,
};

function compilePattern(cxt: KeywordCxt): void {
  const matches = _`${usePattern(cxt, String(cxt.schema))}.test(${cxt.data})`;
  const bound: unknown = (cxt.parentSchema as Readonly<Record<string, unknown>>)['maxLength'];
  if (typeof bound === 'number') {
    // maxLength counts code points, which are at most two units each.
    cxt.fail(_`${cxt.data}.length <= ${2 * bound} && !${matches}`);
  } else {
    cxt.fail(_`${cxt.data}.length > ${LONGEST} || !${matches}`);
  }
}
