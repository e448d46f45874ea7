import {
  AnonymousCredential,
  type BlobRequestConditions,
  ContainerClient,
  newPipeline,
  RestError,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import type { TokenCredential } from '@azure/identity';
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

export type AzureCredential =
  | { readonly kind: 'key'; readonly account: string; readonly key: string }
  /** Shared access signature, with or without a leading question mark. */
  | { readonly kind: 'sas'; readonly sas: string }
  | { readonly kind: 'token'; readonly token: TokenCredential };

export interface AzureOptions {
  readonly bucket: BucketIdentity;
  /** Of the account, such as https://cells.blob.core.windows.net. */
  readonly endpoint: string;
  readonly credential: AzureCredential;
}

/** A container of an Azure storage account. */
export function azureStore(options: AzureOptions): ObjectStore {
  const container = containerClient(options);
  return {
    read: async (key, read) => await readBlob(container, key, read),
    write: async (key, text, write) => await writeBlob(container, { key, text, write }),
    list: async (prefix, signal) => await listBlobs(container, prefix, signal),
    remove: async (key, signal) => {
      try {
        await container.getBlobClient(key).deleteIfExists({ abortSignal: signal });
        return undefined;
      } catch (error) {
        return azureTrouble(error, signal);
      }
    },
  };
}

function containerClient({ bucket, endpoint, credential }: AzureOptions): ContainerClient {
  const sas = credential.kind === 'sas' ? `?${credential.sas.replace(/^\?/, '')}` : '';
  const url = `${endpoint.replace(/\/$/, '')}/${bucket.bucket}${sas}`;
  // The client hands its options on to its pipeline, which knows this one; a redirect would carry the signature away.
  const pipelineOptions = { retryOptions: { maxTries: 1 }, redirectOptions: { maxRetries: 0 } };
  return new ContainerClient(url, newPipeline(clientCredential(credential), pipelineOptions));
}

function clientCredential(
  credential: AzureCredential,
): StorageSharedKeyCredential | AnonymousCredential | TokenCredential {
  switch (credential.kind) {
    case 'key':
      return new StorageSharedKeyCredential(credential.account, credential.key);
    case 'sas':
      return new AnonymousCredential();
    case 'token':
      return credential.token;
  }
}

async function readBlob(container: ContainerClient, key: string, read: ReadOptions): Promise<ReadOutcome> {
  const { unlessTag, range, maxBytes, signal } = read;
  const [first, last] = range ?? [0, undefined];
  try {
    const answer = await container
      .getBlobClient(key)
      .download(first, last === undefined ? undefined : last - first + 1, {
        abortSignal: signal,
        maxRetryRequests: 0,
        ...(unlessTag !== undefined && { conditions: { ifNoneMatch: unlessTag } }),
      });
    if (answer.readableStreamBody === undefined)
      return failed('store-failing', 'Cannot use the store: it sent no body');
    const expected = answer.contentLength;
    const body = answer.readableStreamBody as unknown as Body;
    const reading = await readBounded(body, { maxBytes, expected, signal });
    if (reading.kind === 'too-large') return reading;
    return { kind: 'found', text: reading.text, ...(answer.etag !== undefined && { tag: answer.etag }) };
  } catch (error) {
    const status = statusOf(error);
    if (status === 304 && unlessTag !== undefined) return { kind: 'unchanged' };
    if (status === 404 && codeOf(error) !== 'ContainerNotFound') return { kind: 'missing' };
    return azureTrouble(error, signal);
  }
}

interface Writing {
  readonly key: string;
  readonly text: string;
  readonly write: WriteOptions;
}

async function writeBlob(container: ContainerClient, { key, text, write }: Writing): Promise<WriteOutcome> {
  const { condition, signal } = write;
  const conditions: BlobRequestConditions =
    condition.kind === 'absent' ? { ifNoneMatch: '*' } : { ifMatch: condition.tag };
  try {
    const { etag } = await container
      .getBlockBlobClient(key)
      .upload(text, Buffer.byteLength(text), { abortSignal: signal, conditions });
    return { kind: 'written', ...(etag !== undefined && { tag: etag }) };
  } catch (error) {
    const status = statusOf(error);
    const code = codeOf(error);
    // Azure says 409 BlobAlreadyExists to a refused create; every other 409 is something that is under way.
    if (status === 412 || (status === 409 && code === 'BlobAlreadyExists')) return { kind: 'refused' };
    if (status === 409) return { kind: 'contended' };
    if (status === 404 && condition.kind === 'tag' && code !== 'ContainerNotFound')
      return { kind: 'refused' };
    if (status === 501) return { kind: 'not-implemented' };
    // The client only knows 201; what says that all went well is taken at its word, and read again.
    if (status !== undefined && status >= 200 && status < 300) return { kind: 'written' };
    return azureTrouble(error, signal);
  }
}

async function listBlobs(
  container: ContainerClient,
  prefix: string,
  signal: AbortSignal,
): Promise<ListOutcome> {
  try {
    const pages = container.listBlobsFlat({ prefix, abortSignal: signal }).byPage({ maxPageSize: 1000 });
    const page = await pages.next();
    const items = page.done === true ? [] : page.value.segment.blobItems;
    return { kind: 'listed', keys: items.map(({ name }) => name) };
  } catch (error) {
    return azureTrouble(error, signal);
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof RestError ? error.statusCode : undefined;
}

/** A HEAD-like answer has no body, and then the code stands in a header that the client reads into `details`. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof RestError)) return undefined;
  const details = error.details as { readonly errorCode?: unknown } | undefined;
  const code: unknown = details?.errorCode ?? error.code;
  return typeof code === 'string' ? code : undefined;
}

function azureTrouble(error: unknown, signal: AbortSignal): Failed {
  const status = statusOf(error);
  if (status !== undefined && !signal.aborted) return statusTrouble({ status, code: codeOf(error) });
  if (
    error instanceof Error &&
    /CredentialUnavailable|AuthenticationError|AuthenticationRequired/.test(error.name)
  )
    return failed('access-denied', 'Cannot use the store: this process has no identity for it');
  return transportTrouble(error, signal);
}
