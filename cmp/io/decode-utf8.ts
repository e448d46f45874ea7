/** The text of UTF-8 bytes, or where the first byte that is not UTF-8 stands (line and column from 1). */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly column: number };

/** Decodes strictly; a byte order mark stays in the text, so that it can be named. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const text = decode(bytes, false);
  if (text !== undefined) return { ok: true, text };
  const valid = decode(bytes.subarray(0, validLength(bytes)), true) ?? '';
  const lineStart = valid.lastIndexOf('\n') + 1;
  return { ok: false, line: valid.split('\n').length, column: valid.length - lineStart + 1 };
}

/** With `partial`, a character that is cut off at the end counts as valid, and is left out. */
function decode(bytes: Uint8Array, partial: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: partial });
  } catch {
    return undefined;
  }
}

/** Length of the longest prefix that can be decoded: by halving, as prefixes of valid text are valid. */
function validLength(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (decode(bytes.subarray(0, middle), true) === undefined) high = middle - 1;
    else low = middle;
  }
  return low;
}
