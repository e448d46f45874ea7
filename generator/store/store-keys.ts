import type { Scheme } from '../../fleet/bucket.ts';

/** Keys of a Secret that open each store. */
export const STORE_KEYS = {
  s3: { all: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'], may: ['AWS_SESSION_TOKEN'] },
  gs: { all: ['GOOGLE_SERVICE_ACCOUNT_KEY'], may: [] },
  az: { oneOf: ['AZURE_STORAGE_ACCOUNT_KEY', 'AZURE_STORAGE_SAS_TOKEN'] },
} as const;

/** Named texts, such as a Secret's or the environment's. */
export type KeyValues = Readonly<Record<string, string | undefined>>;

/** Undefined where the Secret lacks what the store needs; of Azure's two, exactly one must be there. */
export function hasStoreKeys(scheme: Scheme, values: KeyValues): boolean {
  const has = (name: string): boolean => (values[name] ?? '') !== '';
  if (scheme === 'az') return STORE_KEYS.az.oneOf.filter(has).length === 1;
  return STORE_KEYS[scheme].all.every(has);
}
