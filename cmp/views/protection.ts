import type { JsonObject } from '../../documents/json.ts';
import { componentLabels, PORTS } from '../../fleet/labels.ts';
import { commonView, type AppContext } from './app-context.ts';

/** Who may reach the internal port: peers, this fleet's rollout Job and the exporter. facts/bug-reports.md G15. */
export function networkPolicyView(context: AppContext): JsonObject {
  const { exporter, mesh } = context.platform;
  return {
    ...commonView(context),
    rolloutPodLabels: componentLabels('rollout', context.app.metadata.name),
    exporter: { namespace: exporter.namespace, podLabels: exporter.podLabels },
    ambient: mesh.mode === 'ambient',
  };
}

export function podDisruptionBudgetView(context: AppContext): JsonObject {
  return commonView(context);
}

/** The same by identity, for a mesh. Ports and principals only: ztunnel enforces nothing else (facts/scaling.md 5.3). */
export function authorizationPolicyView(context: AppContext): JsonObject {
  const { exporter } = context.platform;
  return {
    ...commonView(context),
    publicPort: String(PORTS.public.port),
    internalPort: String(PORTS.internal.port),
    internalPrincipals: [
      principal(context, context.namespace, context.names.serviceAccount),
      principal(context, context.namespace, context.names.rolloutJob),
      principal(context, exporter.namespace, exporter.serviceAccount),
    ],
  };
}

function principal(context: AppContext, namespace: string, serviceAccount: string): string {
  return `${context.platform.mesh.trustDomain}/ns/${namespace}/sa/${serviceAccount}`;
}
