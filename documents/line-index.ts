/** Line and column of an offset, both from 1; an offset outside the text counts as its nearest end. */
export type LineIndex = (offset: number) => { readonly line: number; readonly column: number };

/** The index of a text, built when the first position is asked for: most files have no problem. */
export function createLineIndex(text: string): LineIndex {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    const inside = Math.max(0, Math.min(offset, text.length));
    const line = lastAtMost(starts, inside);
    return { line: line + 1, column: inside - (starts[line] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** Index of the last element that is at most `wanted`, of a sorted list that starts with 0. */
function lastAtMost(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? Infinity) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
