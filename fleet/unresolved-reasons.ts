/**
 * What the generator's reason words mean to a person (DESIGN D6). A word that is not here still refuses the render and
 * is shown as it is, so that a newer generator never stops an older plugin from saying something.
 */
const UNRESOLVED_REASONS = {
  'access-denied': 'the store denied access to the deployment pointer',
  'bucket-missing': 'the bucket does not exist',
  'bucket-unreachable': 'the store did not answer',
  'clock-skewed': 'the store says that the generator’s clock is wrong',
  'credentials-expired': 'the keys for the store have expired',
  'feature-unsupported': 'the deployment needs a feature that the fleet’s celld lacks',
  'file-invalid': 'the WorkerApp file is not valid',
  'manifest-invalid': 'the deployment’s manifest is missing or not valid',
  'not-allowed': 'the generator’s own map does not cover this path, bucket or Secret',
  'not-yet-read': 'the generator has not read the deployment pointer yet',
  'pointer-invalid': 'the deployment pointer is not valid',
  'pointer-missing': 'the bucket holds no deployment pointer',
  'secret-invalid': 'a Secret lacks a key that is needed',
  'secret-missing': 'a Secret does not exist or is not labelled for the generator',
  'secret-unreadable': 'the Kubernetes API did not let the generator read a Secret',
  'store-failing': 'the store answered with an error or with nonsense',
  'wrong-region': 'the bucket lies in another region than spec.bucket.region says',
} as const satisfies Readonly<Record<string, string>>;

/** A word of this release. */
export type UnresolvedWord = keyof typeof UNRESOLVED_REASONS;

/** A sentence part for a reason word that matched REASON_WORD. */
export function unresolvedReason(word: string): string {
  return isUnresolvedWord(word) ? UNRESOLVED_REASONS[word] : `reason ${word}`;
}

export function isUnresolvedWord(word: string): word is UnresolvedWord {
  return Object.hasOwn(UNRESOLVED_REASONS, word);
}

/** The words this release knows, sorted. */
export const UNRESOLVED_WORDS: readonly string[] = Object.keys(UNRESOLVED_REASONS).sort();
