/** Object stores that celld can use. */
export type Scheme = 's3' | 'gs' | 'az';

/** The parts of `spec.bucket` that say where a fleet's data is. */
export interface BucketSpec {
  /** `scheme://bucket[/prefix]`. */
  readonly name: string;
  readonly endpoint?: string;
  readonly storageAccount?: string;
}

/** Where a fleet's data is, taken apart. */
export interface BucketIdentity {
  readonly scheme: Scheme;
  readonly bucket: string;
  /** Without slashes at its ends; empty for the bucket's root. */
  readonly prefix: string;
  readonly endpoint?: string;
  readonly storageAccount?: string;
  /** Equal if and only if the safety domain is the same (DESIGN D17). */
  readonly key: string;
}

const NAME = /^(s3|gs|az):\/\/([^/]*)(?:\/(.*))?$/s;

/**
 * The identity of a bucket prefix. Empty segments are dropped, as celld drops them, so that two spellings of one place
 * are one domain even where a rule has not refused them. A name without a scheme is S3's, as for celld.
 */
export function bucketIdentity(spec: BucketSpec): BucketIdentity {
  const match = NAME.exec(spec.name) ?? NAME.exec(`s3://${spec.name}`);
  const scheme = schemeOf(match?.[1]);
  const bucket = match?.[2] ?? '';
  const prefix = segmentsOf(match?.[3] ?? '').join('/');
  return {
    scheme,
    bucket,
    prefix,
    ...(spec.endpoint !== undefined && { endpoint: spec.endpoint }),
    ...(spec.storageAccount !== undefined && { storageAccount: spec.storageAccount }),
    key: [storeOf(scheme, spec), bucket, ...segmentsOf(prefix)].join('/'),
  };
}

function schemeOf(text: string | undefined): Scheme {
  return text === 'gs' || text === 'az' ? text : 's3';
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Which store a bucket's name is unique in: AWS, Google, one Azure account, or one S3-compatible endpoint. */
function storeOf(scheme: Scheme, { endpoint, storageAccount }: BucketSpec): string {
  if (scheme === 'gs') return GOOGLE;
  if (scheme === 'az') return `azure:${storageAccount ?? ''}`;
  return endpoint === undefined ? AWS : endpointStore(endpoint);
}

const AWS = 'aws';
const GOOGLE = 'google';
const AWS_HOST = /(^|\.)amazonaws\.com(\.cn)?$/;

/** AWS and Google by another address are still AWS and Google; other endpoints are told apart by host, port and path. */
function endpointStore(endpoint: string): string {
  if (!URL.canParse(endpoint)) return `endpoint:${endpoint}`;
  const url = new URL(endpoint);
  const host = url.hostname.replace(/\.$/, '');
  if (AWS_HOST.test(host)) return AWS;
  if (host === 'storage.googleapis.com') return GOOGLE;
  const port = url.port === '' ? defaultPort(url.protocol) : url.port;
  return `endpoint:${[`${host}:${port}`, ...segmentsOf(url.pathname)].join('+')}`;
}

function defaultPort(protocol: string): string {
  return protocol === 'http:' ? '80' : '443';
}
