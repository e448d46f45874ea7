import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { BucketIdentity } from '../../fleet/bucket.ts';
import type {
  Failed,
  ListOutcome,
  ObjectStore,
  ReadOptions,
  ReadOutcome,
  WriteOptions,
  WriteOutcome,
} from './object-store.ts';
import { failed } from './object-store.ts';
import { type Body, readBounded } from './read-bounded.ts';
import { statusTrouble } from './status-trouble.ts';
import { transportTrouble } from './transport-trouble.ts';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3Options {
  readonly bucket: BucketIdentity;
  readonly region?: string | undefined;
  /** Without keys: the process's own identity (IRSA, Pod Identity, environment). */
  readonly keys?: S3Keys | undefined;
  readonly agents?: { readonly http: HttpAgent; readonly https: HttpsAgent };
  /** A store that only speaks host names of buckets. Bug row E6. */
  readonly virtualHost?: boolean;
}

const CONNECT_MS = 3_000;

/** An S3 bucket: path style and no checksums of the client's own where the endpoint is another's (bug rows E4, E6). */
export function s3Store(options: S3Options): ObjectStore {
  const { bucket, endpoint } = options.bucket;
  const region = options.region ?? (endpoint === undefined ? 'us-east-1' : 'auto');
  const client = new S3Client(clientConfig(options, region));
  const caught = (error: unknown, signal: AbortSignal): Failed => s3Trouble(error, { signal, region });
  return {
    read: async (key, read) => await readObject(client, { Bucket: bucket, Key: key }, { read, caught }),
    write: async (key, text, write) =>
      await writeObject(client, { Bucket: bucket, Key: key, Body: text }, { write, caught }),
    list: async (prefix, signal) =>
      await listKeys(client, { Bucket: bucket, Prefix: prefix }, { signal, caught }),
    remove: async (key, signal) => {
      try {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal });
        return undefined;
      } catch (error) {
        return caught(error, signal);
      }
    },
  };
}

function clientConfig({ bucket, keys, agents, virtualHost }: S3Options, region: string): S3ClientConfig {
  const { endpoint } = bucket;
  return {
    region,
    maxAttempts: 1,
    followRegionRedirects: false,
    // A bucket name with a dot is no single label of the store's certificate.
    forcePathStyle: virtualHost !== true && (endpoint !== undefined || bucket.bucket.includes('.')),
    ...(endpoint !== undefined && {
      endpoint,
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
    ...(keys !== undefined && { credentials: keys }),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      ...(agents !== undefined && { httpAgent: agents.http, httpsAgent: agents.https }),
    },
  };
}

type Caught = (error: unknown, signal: AbortSignal) => Failed;

async function readObject(
  client: S3Client,
  at: { readonly Bucket: string; readonly Key: string },
  { read, caught }: { readonly read: ReadOptions; readonly caught: Caught },
): Promise<ReadOutcome> {
  const { unlessTag, range, maxBytes, signal } = read;
  const command = new GetObjectCommand({
    ...at,
    ...(unlessTag !== undefined && { IfNoneMatch: unlessTag }),
    ...(range !== undefined && { Range: `bytes=${range[0]}-${range[1]}` }),
  });
  try {
    const answer = await client.send(command, { abortSignal: signal });
    if (answer.Body === undefined) return failed('store-failing', 'Cannot use the store: it sent no body');
    const expected = answer.ContentLength;
    const reading = await readBounded(answer.Body as unknown as Body, { maxBytes, expected, signal });
    if (reading.kind === 'too-large') return reading;
    return { kind: 'found', text: reading.text, ...(answer.ETag !== undefined && { tag: answer.ETag }) };
  } catch (error) {
    const status = statusOf(error);
    // The client throws a 304. Without a condition it is no answer to what was asked.
    if (status === 304 && unlessTag !== undefined) return { kind: 'unchanged' };
    if (status === 404 && nameOf(error) !== 'NoSuchBucket') return { kind: 'missing' };
    return caught(error, signal);
  }
}

async function writeObject(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string; readonly Body: string },
  { write, caught }: { readonly write: WriteOptions; readonly caught: Caught },
): Promise<WriteOutcome> {
  const { condition, signal } = write;
  const command = new PutObjectCommand({
    ...object,
    ...(condition.kind === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: condition.tag }),
  });
  try {
    const { ETag: tag } = await client.send(command, { abortSignal: signal });
    return { kind: 'written', ...(tag !== undefined && { tag }) };
  } catch (error) {
    const status = statusOf(error);
    if (status === 412) return { kind: 'refused' };
    if (status === 409) return { kind: 'contended' };
    // What should be replaced is gone: it was changed. Bug row E3.
    if (status === 404 && condition.kind === 'tag' && nameOf(error) !== 'NoSuchBucket')
      return { kind: 'refused' };
    if (status === 501) return { kind: 'not-implemented' };
    return caught(error, signal);
  }
}

async function listKeys(
  client: S3Client,
  at: { readonly Bucket: string; readonly Prefix: string },
  { signal, caught }: { readonly signal: AbortSignal; readonly caught: Caught },
): Promise<ListOutcome> {
  try {
    const { Contents = [] } = await client.send(new ListObjectsV2Command(at), { abortSignal: signal });
    return { kind: 'listed', keys: Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])) };
  } catch (error) {
    return caught(error, signal);
  }
}

function statusOf(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined;
}

function s3Trouble(error: unknown, { signal, region }: { signal: AbortSignal; region: string }): Failed {
  const status = statusOf(error);
  if (status !== undefined && !signal.aborted)
    return statusTrouble({ status, code: nameOf(error), region: regionOf(error), configuredRegion: region });
  if (nameOf(error) === 'CredentialsProviderError')
    return failed('access-denied', 'Cannot use the store: this process has no identity for it');
  return transportTrouble(error, signal);
}

/** A redirect carries the region in its header only. Bug row E5. */
function regionOf(error: unknown): string | undefined {
  if (!(error instanceof S3ServiceException)) return undefined;
  const headers: unknown = error.$response?.headers;
  const region = (headers as Readonly<Record<string, string | undefined>> | undefined)?.[
    'x-amz-bucket-region'
  ];
  return region;
}
