import type { JsonObject } from '../../documents/json.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { commonView, type AppContext } from './app-context.ts';

/** Identity by ServiceAccount: an EKS role, an Azure client or a Google account. facts/operators.md A3. */
export function serviceAccountView(context: AppContext): JsonObject {
  const from = context.app.spec.bucket.credentialsFrom;
  return {
    ...commonView(context),
    identityAnnotations: {
      // `auto` asks for a role that somebody else binds to this ServiceAccount.
      ...(from?.iamRole !== undefined && from.iamRole !== 'auto' && { [ANNOTATIONS.eksRole]: from.iamRole }),
      ...(from?.azureClientID !== undefined && { [ANNOTATIONS.azureClientId]: from.azureClientID }),
      ...(from?.gcpServiceAccount !== undefined && {
        [ANNOTATIONS.gcpServiceAccount]: from.gcpServiceAccount,
      }),
    },
  };
}
