import type { TemplateName } from '../handlebars/templates.generated.cjs';

/** A path into an object; list members are found by their name, as `containers[celld]`. */
export type RulePath = string;

/** What a template of the platform team may do with one object; everything of ours that is not named must stay. */
export interface OverrideRule {
  /** May be changed or left out. */
  readonly open: readonly RulePath[];
  /** Must be ours to the last field, but for what is open: an addition would widen it. */
  readonly exact: readonly RulePath[];
  /** Must stay absent. */
  readonly absent: readonly RulePath[];
  /** True where a reference to the internal port would publish it. */
  readonly routes: boolean;
}

const POD = 'spec.template.spec';
const CELLD = `${POD}.containers[celld]`;

function rule(rule: Partial<OverrideRule>): OverrideRule {
  return { open: [], exact: [], absent: [], routes: false, ...rule };
}

/**
 * The safety of a fleet is in these fields, so no override may take them away: fleet labels and selector, the closed
 * partition, the absent replicas, and the protection of the internal port (facts/threats.md T27).
 */
export const OVERRIDE_RULES: Readonly<Record<TemplateName, OverrideRule>> = {
  'service-account': rule({}),
  'service-internal': rule({ exact: ['spec'] }),
  'service-public': rule({ exact: ['spec.selector', 'spec.ports'], routes: true }),
  'network-policy': rule({ exact: ['spec'] }),
  'pod-disruption-budget': rule({
    exact: ['spec.selector', 'spec.maxUnavailable'],
    absent: ['spec.minAvailable'],
  }),
  'authorization-policy': rule({ exact: ['spec'] }),
  'stateful-set': rule({
    open: [
      'spec.revisionHistoryLimit',
      `${POD}.topologySpreadConstraints`,
      `${POD}.tolerations`,
      `${POD}.priorityClassName`,
      `${CELLD}.imagePullPolicy`,
      `${CELLD}.resources.requests`,
      `${CELLD}.startupProbe`,
    ],
    exact: [
      'spec.selector',
      'spec.updateStrategy',
      'spec.volumeClaimTemplates',
      'spec.persistentVolumeClaimRetentionPolicy',
      `${POD}.securityContext`,
      `${CELLD}.securityContext`,
      `${CELLD}.args`,
      `${CELLD}.readinessProbe`,
      `${CELLD}.livenessProbe`,
    ],
    absent: [
      'spec.replicas',
      'spec.ordinals',
      'spec.minReadySeconds',
      `${POD}.hostNetwork`,
      `${POD}.hostPID`,
      `${POD}.hostIPC`,
      `${POD}.subdomain`,
      `${POD}.hostname`,
      `${CELLD}.command`,
      `${CELLD}.envFrom`,
    ],
  }),
  'http-route': rule({ open: ['spec.rules', 'spec.parentRefs'], routes: true }),
  ingress: rule({ open: ['spec.ingressClassName', 'spec.tls'], routes: true }),
  'virtual-service': rule({ open: ['spec.http', 'spec.gateways'], routes: true }),
  'scaled-object': rule({
    open: ['spec.pollingInterval', 'spec.advanced', 'spec.triggers'],
    exact: ['spec.scaleTargetRef', 'spec.minReplicaCount', 'spec.maxReplicaCount'],
    absent: ['spec.idleReplicaCount', 'spec.fallback', 'spec.advanced.restoreToOriginalReplicaCount'],
  }),
  'worker-app': rule({ exact: ['spec'], absent: ['status'] }),
  'hook-service-account': rule({ open: ['imagePullSecrets'], exact: ['automountServiceAccountToken'] }),
  'hook-role': rule({ exact: ['rules'] }),
  'hook-role-binding': rule({ exact: ['roleRef', 'subjects'] }),
  'hook-job': rule({
    open: [
      `${POD}.imagePullSecrets`,
      `${POD}.nodeSelector`,
      `${POD}.tolerations`,
      `${POD}.priorityClassName`,
      `${POD}.containers[gate].resources`,
      `${POD}.containers[rollout].resources`,
    ],
    exact: ['spec'],
  }),
};
