import type { Problem } from '../../documents/problem.ts';
import type { BucketIdentity } from '../../fleet/bucket.ts';
import { bucketIdentity } from '../../fleet/bucket.ts';
import { bucketOverlap } from '../../fleet/bucket-overlap.ts';
import { problemFrom } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { LocatedApp } from './located-app.ts';
import { placeText } from './place-text.ts';

interface Claim {
  readonly located: LocatedApp;
  readonly bucket: BucketIdentity;
}

/**
 * Two fleets on one bucket prefix would own the same cells (DESIGN D17). A prefix below another is refused too: celld
 * lists and deletes below its own, by folder names that grow with its versions.
 */
export function checkSharedBuckets(apps: readonly LocatedApp[]): readonly Problem[] {
  const claims = apps.map((located) => ({ located, bucket: bucketIdentity(located.app.spec.bucket) }));
  const first = new Map<string, Claim>();
  for (const claim of claims) if (!first.has(claim.bucket.key)) first.set(claim.bucket.key, claim);
  return claims.flatMap((claim): readonly Problem[] => {
    const outer = outerClaim(claim, first);
    return outer === undefined ? [] : [shared(claim, outer)];
  });
}

/** The claim on the same prefix that came first, or on the nearest prefix above it. Linear in the depth of the path. */
function outerClaim(claim: Claim, first: ReadonlyMap<string, Claim>): Claim | undefined {
  for (let key = claim.bucket.key; key.includes('/'); key = key.slice(0, key.lastIndexOf('/'))) {
    const other = first.get(key);
    if (other !== undefined && other !== claim && !isSameApp(other, claim)) return other;
  }
  return undefined;
}

/** The same WorkerApp written twice is said once, as such. */
function isSameApp(a: Claim, b: Claim): boolean {
  return a.located.app.metadata.name === b.located.app.metadata.name;
}

function shared(claim: Claim, other: Claim): Problem {
  const name = other.located.app.metadata.name;
  const place = placeText(other.located.document.locate(['spec', 'bucket', 'name']));
  const same = bucketOverlap(claim.bucket, other.bucket) === 'same';
  const finding: Finding = {
    code: same ? 'BUCKET_SHARED' : 'BUCKET_NESTED',
    path: ['spec', 'bucket', 'name'],
    message: `spec.bucket.name must be this fleet’s alone: WorkerApp "${name}" at ${place} has ${same ? 'the same prefix' : 'the prefix above it'}`,
    hint: 'give each fleet a prefix of its own, side by side, such as s3://cells/chat and s3://cells/shop',
  };
  return problemFrom(
    finding,
    claim.located.document,
    `Cannot render WorkerApp "${claim.located.app.metadata.name}"`,
  );
}
