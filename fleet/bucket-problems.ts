import type { BucketSpec } from './bucket.ts';

/** Why a bucket cannot be used; `reason` quotes nothing of the input. */
export interface BucketProblem {
  readonly field: 'name' | 'endpoint' | 'storageAccount';
  readonly reason: string;
}

const NAME = /^(s3|gs|az):\/\/([A-Za-z0-9][A-Za-z0-9._-]*)(?:\/(.*))?$/s;
const PREFIX = /^[A-Za-z0-9._/-]*$/;

/** Everything that is wrong with a bucket, in the order of its fields. facts/operators.md A1, facts/celld.md 3.3, T8. */
export function bucketProblems(spec: BucketSpec): readonly BucketProblem[] {
  return [
    ...nameReasons(spec).map((reason) => ({ field: 'name' as const, reason })),
    ...endpointReasons(spec).map((reason) => ({ field: 'endpoint' as const, reason })),
    ...accountReasons(spec).map((reason) => ({ field: 'storageAccount' as const, reason })),
  ];
}

function nameReasons({ name }: BucketSpec): readonly string[] {
  const match = NAME.exec(name);
  if (match === null) return ['must be s3://, gs:// or az://, a bucket, and optionally a slash and a prefix'];
  const prefix = match[3];
  return prefix === undefined ? [] : prefixReasons(prefix);
}

function prefixReasons(prefix: string): readonly string[] {
  const segments = prefix.split('/');
  return [
    ...(PREFIX.test(prefix) ? [] : ['must have only letters, digits, -, _, . and / in its prefix']),
    ...(segments.includes('') ? ['must have no empty path segment and no slash at its end'] : []),
    ...(segments.includes('.') || segments.includes('..') ? ['must have no path segment . or ..'] : []),
  ];
}

function endpointReasons({ name, endpoint }: BucketSpec): readonly string[] {
  if (endpoint === undefined) return [];
  if (!name.startsWith('s3://')) return ['must be left out unless the bucket is s3://'];
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'https:') return ['must be an https URL'];
  const isBare = [url.username, url.password, url.search, url.hash].every((part) => part === '');
  return isBare && !/[?#@]/.test(endpoint) ? [] : ['must have no user, query or fragment'];
}

function accountReasons({ name, storageAccount }: BucketSpec): readonly string[] {
  const isAzure = name.startsWith('az://');
  if (isAzure && storageAccount === undefined) return ['must be set for az://'];
  if (!isAzure && storageAccount !== undefined) return ['must be left out unless the bucket is az://'];
  return storageAccount === undefined || /^[a-z0-9]{3,24}$/.test(storageAccount)
    ? []
    : ['must be 3 to 24 lower-case letters and digits'];
}
