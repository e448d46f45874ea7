const LONGEST = 64;

/**
 * The candidate that is the likeliest meaning of a mistyped word, or undefined where none is near: at most a third of
 * the letters differ (an edit is one letter added, lost, changed, or two swapped; case counts for nothing).
 * Of equally near candidates the first in code-unit order.
 */
export function nearestName(word: string, candidates: readonly string[]): string | undefined {
  if (word === '' || word.length > LONGEST) return undefined;
  const lower = word.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of [...candidates].sort()) {
    const distance = editDistance(lower, name.toLowerCase());
    const allowed = Math.max(1, Math.floor(Math.max(word.length, name.length) / 3));
    if (name !== word && distance <= allowed && distance < (best?.distance ?? Infinity))
      best = { name, distance };
  }
  return best?.name;
}

/** Optimal string alignment, three rows. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > LONGEST) return Infinity;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(older, j - 2) + 1 : Infinity;
      current.push(Math.min(changed, at(previous, j) + 1, at(current, j - 1) + 1, swapped));
    }
    older = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
