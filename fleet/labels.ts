import type { FleetId } from './names.ts';

/** Label keys. The first three are celld-operator's (DESIGN 7); `component` and `hookWorkerapp` are for pods that are not the fleet's. */
export const LABELS = {
  workerapp: 'celld-operator.io/workerapp',
  name: 'app.kubernetes.io/name',
  instance: 'app.kubernetes.io/instance',
  component: 'celld-gitops.io/component',
  hookWorkerapp: 'celld-gitops.io/workerapp',
  /** Asks the Azure workload identity webhook to serve a pod. */
  azureIdentity: 'azure.workload.identity/use',
} as const;

/** Annotation keys that we read or write. */
export const ANNOTATIONS = {
  /** Pod template: the expected deployment; left out for `InPlace`. */
  appVersion: 'celld-operator.io/app-version',
  /** Pod template: digest over the Secrets that the pod reads. */
  configHash: 'celld-operator.io/config-hash',
  /** StatefulSet: hash of the rendered pod template. */
  templateHash: 'celld-operator.io/template-hash',
  /** StatefulSet: the template hash that the gate approved; the guard compares it (DESIGN D14). */
  approvedTemplateHash: 'celld-gitops.io/approved-template-hash',
  /** StatefulSet: hash of the plan that the gate approved; a Job of another plan stops. */
  approvedPlan: 'celld-gitops.io/approved-plan',
  /** StatefulSet: holder of the fleet's Lease who writes now; a write of an earlier one meets a conflict. */
  holder: 'celld-gitops.io/holder',
  /** StatefulSet: the restart token for which every pod was stopped once (DESIGN D8). */
  stoppedFor: 'celld-gitops.io/stopped-for',
  /** WorkerApp: hash of the plan, so that every change is drift that auto-sync sees (DESIGN D5). */
  planHash: 'celld-gitops.io/plan-hash',
  /** WorkerApp: optional objects that were left out because the cluster lacks their API. */
  omittedObjects: 'celld-gitops.io/omitted-objects',
  /** StatefulSet: whoever sets it to "true" may delete it or scale it to zero (DESIGN D14). */
  acknowledgeDelete: 'celld-gitops.io/acknowledge-delete',
  /** StatefulSet: the smallest size that the guard allows. */
  floor: 'celld-gitops.io/floor',
  /** StatefulSet: key of the bucket's safety domain (DESIGN D17). */
  bucket: 'celld-gitops.io/bucket',
  /** StatefulSet: size before a Recreate, never zero (DESIGN D2). */
  savedReplicas: 'celld-gitops.io/saved-replicas',
  /** Pod template: a changed value restarts every pod, gated. */
  restartToken: 'celld-gitops.io/restart-token',
  /** Pod template of a chart's set: hash of the Helm values that it is made from (DESIGN 8). */
  valuesHash: 'celld-gitops.io/values-hash',
  /** CelldStack: `Recreate` lets every pod stop first where a change needs it. */
  updateStrategy: 'celld-gitops.io/update-strategy',
  /** CelldStack: "true" lets everything but pods change. */
  pausedStack: 'celld-gitops.io/paused',
  /** CelldStack: the restart token for which every pod may stop once. */
  acknowledgeStop: 'celld-gitops.io/acknowledge-stop',
  /** CelldStack: `<from>-><to>`, a way back that loses something. */
  acknowledgeDowngrade: 'celld-gitops.io/acknowledge-downgrade',
  /** CelldStack: the celld version that wrote volumes of which nothing is known. */
  dataWrittenBy: 'celld-gitops.io/data-written-by',
  /** CelldStack: hash of the stack, so that every change is drift. */
  specHash: 'celld-gitops.io/spec-hash',
  /** Lease: versions and durabilities that wrote the bucket (DESIGN D8). */
  ran: 'celld-gitops.io/ran',
  /** ScaledObject: which fleet and Job hold the pause beside it. */
  pausedBy: 'celld-gitops.io/paused-by',
  /** ScaledObject, KEDA's own. */
  paused: 'autoscaling.keda.sh/paused',
  eksRole: 'eks.amazonaws.com/role-arn',
  azureClientId: 'azure.workload.identity/client-id',
  gcpServiceAccount: 'iam.gke.io/gcp-service-account',
} as const;

/** Ports of a celld pod by the names that Services and probes use. facts/operators.md A3. */
export const PORTS = {
  public: { name: 'public', port: 8080 },
  internal: { name: 'internal', port: 8081 },
} as const;

/** What a pod that is not part of a fleet does for it. */
export type Component = 'rollout' | 'gate' | 'exporter' | 'generator';

/** Labels of every object and pod of a fleet. */
export function fleetLabels(app: string): Readonly<Record<string, string>> {
  return { [LABELS.workerapp]: app, [LABELS.name]: 'celld', [LABELS.instance]: app };
}

/** The selector of a chart's StatefulSet, which the chart gives its pods; they may lack every label of ours. DESIGN 8. */
export function chartSelector(release: string): Readonly<Record<string, string>> {
  return { [LABELS.name]: 'celld', [LABELS.instance]: release };
}

/** What a chart's store pod has, and a fleet's pod has not. facts/celld-stack.md 5. */
export const CHART_STORE = { key: 'app.kubernetes.io/component', value: 'azurite' } as const;

/** The selector by which a fleet's pods and volumes are listed. */
export function podSelectorText({ app, chart }: FleetId): string {
  if (chart === undefined) return `${LABELS.workerapp}=${app}`;
  const own = Object.entries(chartSelector(chart.release)).map(([key, value]) => `${key}=${value}`);
  return [...own, `${CHART_STORE.key}!=${CHART_STORE.value}`].join(',');
}

/** The immutable selector: this label alone, as celld-operator has it. */
export function fleetSelector(app: string): Readonly<Record<string, string>> {
  return { [LABELS.workerapp]: app };
}

/**
 * Labels of a pod that works for a fleet. Never the fleet's own label: Services, PodDisruptionBudget and NetworkPolicy
 * select by that (T19).
 */
export function componentLabels(component: Component, app?: string): Readonly<Record<string, string>> {
  return {
    [LABELS.component]: component,
    ...(app !== undefined && { [LABELS.hookWorkerapp]: app }),
  };
}
