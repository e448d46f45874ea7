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
