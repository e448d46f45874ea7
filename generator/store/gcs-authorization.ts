import { isJsonObject, type JsonValue } from '../../documents/json.ts';

/** A key of a Google service account: these two parts of its JSON file, and nothing else that the file may hold. */
export interface GcsKey {
  readonly clientEmail: string;
  readonly privateKey: string;
}

const SCOPES = ['https://www.googleapis.com/auth/devstorage.read_write'];

/**
 * A key file's parts; undefined where it is no service account's. Other kinds of file name an address, or even a
 * program, for the token: a tenant must not choose that.
 */
export function readGcsKey(text: string): GcsKey | undefined {
  const value = parse(text);
  if (!isJsonObject(value) || value['type'] !== 'service_account') return undefined;
  const { client_email: clientEmail, private_key: privateKey } = value;
  if (typeof clientEmail !== 'string' || typeof privateKey !== 'string') return undefined;
  return { clientEmail, privateKey };
}

/** The header for calls of Google's API: of the key, else of the process's own identity (GKE workload identity). */
export async function gcsAuthorization(key: GcsKey | undefined): Promise<() => Promise<string>> {
  const { Storage } = await import('@google-cloud/storage');
  const credentials =
    key === undefined
      ? {}
      : {
          credentials: {
            type: 'service_account',
            client_email: key.clientEmail,
            private_key: key.privateKey,
          },
        };
  const { authClient } = new Storage({ projectId: 'none', scopes: SCOPES, ...credentials });
  return async () => {
    const header = (await authClient.getRequestHeaders()).get('authorization');
    if (header === null) throw new Error('There is no token');
    return header;
  };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
