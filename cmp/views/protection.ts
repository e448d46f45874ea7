import type { JsonObject } from '../../documents/json.ts';
import { CHART_STORE, chartSelector, componentLabels, fleetSelector, PORTS } from '../../fleet/labels.ts';
import { commonView, type AppContext, type FleetContext } from './app-context.ts';

/** Who may reach the internal port: peers, this fleet's rollout Job and the exporter. facts/bug-reports.md G15. */
export function networkPolicyView(context: FleetContext): JsonObject {
  const { exporter, mesh } = context.platform;
  return {
    ...commonView(context),
    podSelector: policySelector(context),
    rolloutPodLabels: componentLabels('rollout', context.fleet.app),
    exporter: { namespace: exporter.namespace, podLabels: exporter.podLabels },
    ambient: mesh.mode === 'ambient',
  };
}

/** A chart's pods by what the chart gives them, also those from before our label; its store pod is no peer. DESIGN 8. */
function policySelector({ fleet }: FleetContext): JsonObject {
  if (fleet.chart === undefined) return { matchLabels: fleetSelector(fleet.app) };
  return {
    matchLabels: chartSelector(fleet.chart.release),
    matchExpressions: [{ key: CHART_STORE.key, operator: 'NotIn', values: [CHART_STORE.value] }],
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
