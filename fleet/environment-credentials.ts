import type { EnvironmentInput } from './environment-input.ts';
import type { EnvironmentReference, EnvironmentRow } from './environment-row.ts';
import type { VersionText } from './version.ts';

interface CredentialKey {
  readonly scheme: 's3' | 'gs' | 'az';
  readonly name: string;
  readonly since: VersionText;
  readonly optional?: true;
}

/**
 * The only keys of a credentials Secret that reach the container, each under its own name, so that a Secret cannot
 * redirect the runtime (T10). Azure and GCS take one family each; a GCS key is the JSON text itself, which needs no
 * mounted file. facts/celld.md 4.5.
 */
export const CREDENTIAL_KEYS: readonly CredentialKey[] = [
  { scheme: 's3', name: 'AWS_ACCESS_KEY_ID', since: '0.2.0' },
  { scheme: 's3', name: 'AWS_SECRET_ACCESS_KEY', since: '0.2.0' },
  { scheme: 's3', name: 'AWS_SESSION_TOKEN', since: '0.2.0', optional: true },
  { scheme: 'gs', name: 'GOOGLE_SERVICE_ACCOUNT_KEY', since: '0.2.0' },
  { scheme: 'az', name: 'AZURE_STORAGE_ACCOUNT_KEY', since: '0.3.0' },
];

export const CREDENTIAL_ROWS: readonly EnvironmentRow[] = CREDENTIAL_KEYS.map((key) => ({
  name: key.name,
  since: key.since,
  read: (input: EnvironmentInput) => referenceTo(key, input),
  shows: `key ${key.name} of the Secret spec.bucket.credentialsFrom.secretRef, for ${key.scheme}:// only`,
  source: 'facts/celld.md 4.5, T10',
}));

function referenceTo(key: CredentialKey, { spec }: EnvironmentInput): EnvironmentReference | undefined {
  const secret = spec.bucket.credentialsFrom?.secretRef;
  if (secret === undefined || !spec.bucket.name.startsWith(`${key.scheme}://`)) return undefined;
  return { secret, key: key.name, ...(key.optional && { optional: true }) };
}
