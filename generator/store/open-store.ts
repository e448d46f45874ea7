import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { BucketIdentity } from '../../fleet/bucket.ts';
import { failed, type Failed, type ObjectStore } from './object-store.ts';
import { hasStoreKeys, type KeyValues } from './store-keys.ts';

/** Where Google and Azure are; other addresses are for emulators and private networks, never from a tenant's file. */
export interface StoreEndpoints {
  readonly gcs: string;
  /** `{account}` stands for the storage account. */
  readonly azure: string;
}

export const PUBLIC_ENDPOINTS: StoreEndpoints = {
  gcs: 'https://storage.googleapis.com',
  azure: 'https://{account}.blob.core.windows.net',
};

export interface StoreRequest {
  readonly bucket: BucketIdentity;
  readonly region?: string | undefined;
  /** A Secret's keys; without them the process's own identity is used. */
  readonly keys?: KeyValues | undefined;
  readonly endpoints: StoreEndpoints;
  /** Says AZURE_FEDERATED_TOKEN_FILE where the process has a workload identity. */
  readonly environment: KeyValues;
}

export type OpenStore = (request: StoreRequest) => Promise<ObjectStore | Failed>;

/** Opens a bucket without talking to it. Each store's library is loaded when the first bucket of its kind is opened. */
export const openStore: OpenStore = async (request) => {
  const { bucket, keys } = request;
  if (keys !== undefined && !hasStoreKeys(bucket.scheme, keys))
    return failed(
      'secret-invalid',
      `Cannot open the bucket: the Secret lacks the keys for ${bucket.scheme}://`,
    );
  switch (bucket.scheme) {
    case 's3':
      return await openS3(request);
    case 'gs':
      return await openGcs(request);
    case 'az':
      return await openAzure(request);
  }
};

/** One pool for all buckets: a client of its own for each fleet must not mean sockets of its own. */
const AGENTS = {
  http: new HttpAgent({ keepAlive: true, maxFreeSockets: 32, timeout: 30_000 }),
  https: new HttpsAgent({ keepAlive: true, maxFreeSockets: 32, timeout: 30_000 }),
};

async function openS3({ bucket, region, keys }: StoreRequest): Promise<ObjectStore> {
  const { s3Store } = await import('./s3-store.ts');
  const sessionToken = keys?.['AWS_SESSION_TOKEN'];
  return s3Store({
    bucket,
    region,
    agents: AGENTS,
    keys: keys && {
      accessKeyId: keys['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: keys['AWS_SECRET_ACCESS_KEY'] ?? '',
      ...(sessionToken !== undefined && sessionToken !== '' && { sessionToken }),
    },
  });
}

async function openGcs({ bucket, keys, endpoints }: StoreRequest): Promise<ObjectStore | Failed> {
  const { gcsStore } = await import('./gcs-store.ts');
  // Only an emulator is spoken to without TLS, and it knows no tokens.
  if (endpoints.gcs.startsWith('http://'))
    return gcsStore({ bucket, endpoint: endpoints.gcs, authorization: () => Promise.resolve(undefined) });
  const { gcsAuthorization, readGcsKey } = await import('./gcs-authorization.ts');
  const key = keys && readGcsKey(keys['GOOGLE_SERVICE_ACCOUNT_KEY'] ?? '');
  if (keys !== undefined && key === undefined)
    return failed(
      'secret-invalid',
      'Cannot open the bucket: GOOGLE_SERVICE_ACCOUNT_KEY is no key of a service account',
    );
  return gcsStore({ bucket, endpoint: endpoints.gcs, authorization: await gcsAuthorization(key) });
}

async function openAzure(request: StoreRequest): Promise<ObjectStore> {
  const { azureStore } = await import('./azure-store.ts');
  const { bucket, keys, endpoints, environment } = request;
  const account = bucket.storageAccount ?? '';
  const endpoint = endpoints.azure.replace('{account}', account);
  if (keys === undefined) {
    const { azureToken } = await import('./azure-token.ts');
    return azureStore({ bucket, endpoint, credential: { kind: 'token', token: azureToken(environment) } });
  }
  const sas = keys['AZURE_STORAGE_SAS_TOKEN'] ?? '';
  const key = keys['AZURE_STORAGE_ACCOUNT_KEY'] ?? '';
  return azureStore({
    bucket,
    endpoint,
    credential: sas === '' ? { kind: 'key', account, key } : { kind: 'sas', sas },
  });
}
