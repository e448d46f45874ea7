/**
 * What the generator's reason words mean to a person (DESIGN D6). A word that is not here still refuses the render and
 * is shown as it is, so that a newer generator never stops an older plugin from saying something.
 */
const UNRESOLVED_REASONS: Readonly<Record<string, string>> = {
  'access-denied': 'the store denied access to the deployment pointer',
  'bucket-unreachable': 'the store did not answer',
  'file-invalid': 'the WorkerApp file is not valid',
  'not-allowed': 'the generator’s own map does not cover this path, bucket or Secret',
  'not-yet-read': 'the generator has not read the deployment pointer yet',
  'pointer-invalid': 'the deployment pointer is not valid',
  'pointer-missing': 'the bucket holds no deployment pointer',
  'secret-invalid': 'a Secret lacks a key that is needed',
  'secret-missing': 'a Secret does not exist or is not labelled for the generator',
};

/** A sentence part for a reason word that matched REASON_WORD. */
export function unresolvedReason(word: string): string {
  return Object.hasOwn(UNRESOLVED_REASONS, word) ? (UNRESOLVED_REASONS[word] ?? word) : `reason ${word}`;
}

/** The words this release knows, sorted. */
export const UNRESOLVED_WORDS: readonly string[] = Object.keys(UNRESOLVED_REASONS).sort();
