import type { FoundProblem } from './problem-list.ts';

const BOM = '\uFEFF';
/**
 * C0 and C1 controls save tab and line end; what YAML 1.1 alone takes for line ends; the byte order mark, which some
 * readers skip at the start of any line; non-characters; half surrogate pairs.
 */
const REFUSED =
  /[^\t\n\r\u0020-\u007E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const REFUSED_AT_MOST = 100;

/** The text without byte order mark and carriage returns, which are reported: so that the rest can still be judged. */
export function cleanText(text: string): string {
  const start = text.startsWith(BOM) ? 1 : 0;
  return start === 0 && !text.includes('\r') ? text : text.slice(start).replace(/\r\n?/g, '\n');
}

/** What is wrong with the characters of a file; offsets are those of `cleanText(text)`. */
export function* checkText(text: string, clean: string): Generator<FoundProblem> {
  if (text.startsWith(BOM)) {
    yield { code: 'FILE_BOM', offset: 0, message: 'Cannot read the file: it starts with a byte order mark' };
  }
  const cr = text.indexOf('\r');
  if (cr !== -1) {
    const offset = text.startsWith(BOM) ? cr - 1 : cr;
    yield {
      code: 'FILE_CRLF',
      offset,
      message: 'Cannot read the file: it has carriage returns (CRLF line ends)',
    };
  }
  yield* refusedCharacters(clean);
}

function* refusedCharacters(clean: string): Generator<FoundProblem> {
  let count = 0;
  for (const match of clean.matchAll(REFUSED)) {
    const name = `U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    const code = match[0] === BOM ? 'FILE_BOM' : 'FILE_CONTROL_CHARACTER';
    yield {
      code,
      offset: match.index,
      message: `Cannot read the file: the character ${name} is not allowed here`,
    };
    count += 1;
    if (count > REFUSED_AT_MOST) return;
  }
}
