import { ManagedIdentityCredential, type TokenCredential, WorkloadIdentityCredential } from '@azure/identity';
import type { KeyValues } from './store-keys.ts';

/** The process's own identity on Azure: workload identity where the webhook has mounted one, else managed identity. */
export function azureToken(environment: KeyValues): TokenCredential {
  const { AZURE_FEDERATED_TOKEN_FILE: file, AZURE_CLIENT_ID: clientId } = environment;
  if (file !== undefined && file !== '') return new WorkloadIdentityCredential();
  return clientId === undefined || clientId === ''
    ? new ManagedIdentityCredential()
    : new ManagedIdentityCredential({ clientId });
}
