import { bucketIdentity } from '../../fleet/bucket.ts';
import type { Scheme } from '../../fleet/bucket.ts';
import { bucketProblems } from '../../fleet/bucket-problems.ts';
import type { BucketProblem } from '../../fleet/bucket-problems.ts';
import type { Rule, RuleContext } from './context.ts';

const BUCKET = ['spec', 'bucket'] as const;

type Credentials = NonNullable<RuleContext['app']['spec']['bucket']['credentialsFrom']>;

/** Which identity works with which store; a Secret works with each. Source: facts/celld.md 4.5, bug row E9. */
const IDENTITIES: readonly { readonly field: keyof Credentials; readonly scheme: Scheme }[] = [
  { field: 'iamRole', scheme: 's3' },
  { field: 'azureClientID', scheme: 'az' },
  { field: 'gcpServiceAccount', scheme: 'gs' },
];

const HINTS: Readonly<Record<BucketProblem['field'], string>> = {
  name: 'write it as scheme, bucket and whole segments, such as s3://cells/team-a/chat',
  endpoint: 'name the https endpoint of an S3-compatible store, or delete it',
  storageAccount:
    'name the storage account that holds the container of an az:// bucket; delete it for other stores',
};

export function schemeOf({ app }: Pick<RuleContext, 'app'>): Scheme {
  return bucketIdentity(app.spec.bucket).scheme;
}

/** `.`, `..` and empty segments: SDKs send them raw, and stores differ in what they make of them (T8). */
const checkBucket: Rule = ({ app }) =>
  bucketProblems(app.spec.bucket).map(({ field, reason }) => ({
    code: 'BUCKET_INVALID',
    path: [...BUCKET, field],
    message: `spec.bucket.${field} ${reason}`,
    hint: HINTS[field],
  }));

/** The schema refuses empty ones, so here every source that is written counts. */
const checkOneCredential: Rule = ({ app }) => {
  const set = Object.keys(app.spec.bucket.credentialsFrom ?? {}).sort();
  if (set.length < 2) return [];
  return [
    {
      code: 'BUCKET_CREDENTIALS',
      path: [...BUCKET, 'credentialsFrom'],
      message: `spec.bucket.credentialsFrom must have at most one source: it has ${set.join(' and ')}`,
      hint: 'keep one of iamRole, secretRef, azureClientID and gcpServiceAccount',
      target: 'key',
    },
  ];
};

const checkFamily: Rule = (context) => {
  const credentials = context.app.spec.bucket.credentialsFrom ?? {};
  const scheme = schemeOf(context);
  const own = IDENTITIES.find((row) => row.scheme === scheme)?.field ?? 'secretRef';
  return IDENTITIES.filter((row) => credentials[row.field] !== undefined && row.scheme !== scheme).map(
    (row) => ({
      code: 'BUCKET_CREDENTIALS',
      path: [...BUCKET, 'credentialsFrom', row.field],
      message: `spec.bucket.credentialsFrom.${row.field} must be absent for ${scheme}://: it works with ${row.scheme}:// only`,
      hint: `use ${own} or secretRef`,
      target: 'key',
    }),
  );
};

export const BUCKET_RULES: readonly Rule[] = [checkBucket, checkOneCredential, checkFamily];
