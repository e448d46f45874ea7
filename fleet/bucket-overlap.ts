import type { BucketIdentity } from './bucket.ts';

/**
 * Folders that celld writes directly below its prefix, and lists and deletes in, by the newest known version.
 * facts/celld.md 4.1.
 */
export const CELLD_FOLDERS: readonly string[] = [
  'cells',
  'nodes',
  'node-cells',
  'fleet',
  'deploy',
  'deploy-blobs',
  'log',
  'probe',
  'r2',
  'telemetry',
  'wake',
];

/**
 * How two prefixes meet. `same`: one safety domain (DESIGN D17). `inside-celld-folder`: one lies in a folder that the
 * other's nodes list and delete in, so data is at risk. `nested`: one lies below the other but beside its folders;
 * nothing collides, yet credentials for the outer one reach the inner one. `none`: apart.
 */
export type BucketOverlap = 'none' | 'nested' | 'inside-celld-folder' | 'same';

export function bucketOverlap(a: BucketIdentity, b: BucketIdentity): BucketOverlap {
  if (sameDomain(a, b)) return 'same';
  const rest = below(a, b) ?? below(b, a);
  if (rest === undefined) return 'none';
  const [folder] = rest.split('/');
  return folder !== undefined && CELLD_FOLDERS.includes(folder) ? 'inside-celld-folder' : 'nested';
}

/** True where two fleets would own the same objects. */
export function sameDomain(a: BucketIdentity, b: BucketIdentity): boolean {
  return a.key === b.key;
}

/** True where one prefix lies in the other, or is the same; whole segments: `a` holds `a/b`, not `ab`. */
export function overlaps(a: BucketIdentity, b: BucketIdentity): boolean {
  return bucketOverlap(a, b) !== 'none';
}

/** True where `inner` is `outer` or lies below it: what a tenant's list of prefixes allows. T8. */
export function isWithin(inner: BucketIdentity, outer: BucketIdentity): boolean {
  return sameDomain(inner, outer) || below(outer, inner) !== undefined;
}

/** The path from `outer` down to `inner`, or undefined if it does not lie below. */
function below(outer: BucketIdentity, inner: BucketIdentity): string | undefined {
  return inner.key.startsWith(`${outer.key}/`) ? inner.key.slice(outer.key.length + 1) : undefined;
}
