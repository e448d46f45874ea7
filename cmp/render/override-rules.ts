import type { TemplateName } from '../handlebars/templates.generated.cjs';

/** A path into an object; list members are found by their name, as `containers[celld]`. */
export type RulePath = string;

/** What a template of the platform team may do with one object; everything else is to be as the built-in template has it. */
export interface OverrideRule {
  /** May be changed, left out, or there where ours has nothing. */
  readonly open: readonly RulePath[];
  /** May be there where ours has nothing, and may have more members than ours; those of ours stay. */
  readonly extendable: readonly RulePath[];
  /** Must stay absent although what it is in is open. */
  readonly absent: readonly RulePath[];
  /** Lead requests somewhere: an internal Service or its port would be published there. */
  readonly routes: readonly RulePath[];
}

const POD = 'spec.template.spec';
const CELLD = `${POD}.containers[celld]`;
const HPA = 'spec.advanced.horizontalPodAutoscalerConfig';

/** Annotations of ours on most objects are advice, or come from the platform file; keys that others act by are judged apart. */
function rule({ open = [], extendable = [], ...others }: Partial<OverrideRule>): OverrideRule {
  return {
    open: ['metadata.annotations', ...open],
    extendable: ['metadata.labels', ...extendable],
    absent: [],
    routes: [],
    ...others,
  };
}

/**
 * Closed unless named here: the safety of a fleet is in fleet labels and selector, the closed partition, the absent
 * replicas, and the protection of the internal port, and a list of what breaks them could never be whole
 * (facts/threats.md T27).
 */
export const OVERRIDE_RULES: Readonly<Record<TemplateName, OverrideRule>> = {
  'service-account': {
    open: [],
    // The identity that the store knows stays.
    extendable: [
      'metadata.labels',
      'metadata.annotations',
      'imagePullSecrets',
      'automountServiceAccountToken',
    ],
    absent: [],
    routes: [],
  },
  'service-internal': rule({}),
  'service-public': rule({
    open: [
      'spec.allocateLoadBalancerNodePorts',
      'spec.externalTrafficPolicy',
      'spec.healthCheckNodePort',
      'spec.internalTrafficPolicy',
      'spec.ipFamilies',
      'spec.ipFamilyPolicy',
      'spec.loadBalancerClass',
      'spec.loadBalancerIP',
      'spec.loadBalancerSourceRanges',
      'spec.trafficDistribution',
    ],
  }),
  'network-policy': rule({}),
  'pod-disruption-budget': rule({}),
  'authorization-policy': rule({}),
  'stateful-set': rule({
    open: [
      'spec.revisionHistoryLimit',
      `${POD}.topologySpreadConstraints`,
      `${POD}.tolerations`,
      `${POD}.priorityClassName`,
      `${POD}.preemptionPolicy`,
      `${POD}.runtimeClassName`,
      `${POD}.schedulerName`,
      `${POD}.dnsConfig`,
      `${POD}.hostUsers`,
      `${POD}.initContainers`,
      `${CELLD}.imagePullPolicy`,
      `${CELLD}.resources.requests`,
      `${CELLD}.startupProbe`,
    ],
    extendable: [
      'spec.template.metadata.labels',
      'spec.template.metadata.annotations',
      `${POD}.affinity`,
      `${POD}.affinity.podAntiAffinity`,
      `${POD}.containers`,
      `${POD}.imagePullSecrets`,
      `${POD}.nodeSelector`,
      `${POD}.volumes`,
      `${CELLD}.env`,
      `${CELLD}.resources.limits`,
      `${CELLD}.volumeMounts`,
    ],
    // It would shorten the time that a stopping pod has.
    absent: [`${CELLD}.startupProbe.terminationGracePeriodSeconds`],
  }),
  'http-route': rule({
    open: ['spec.rules', 'spec.parentRefs'],
    routes: ['spec.rules', 'metadata.annotations'],
  }),
  ingress: rule({
    open: ['spec.ingressClassName', 'spec.tls'],
    routes: ['metadata.annotations'],
  }),
  'virtual-service': rule({
    open: ['spec.http', 'spec.gateways', 'spec.exportTo'],
    routes: ['spec.http', 'metadata.annotations'],
  }),
  'scaled-object': rule({
    open: [
      'spec.pollingInterval',
      'spec.cooldownPeriod',
      'spec.initialCooldownPeriod',
      'spec.advanced',
      'spec.triggers',
    ],
    absent: ['spec.advanced.restoreToOriginalReplicaCount', `${HPA}.name`],
  }),
  'worker-app': rule({}),
  'release-application': rule({ open: ['spec.info', 'spec.revisionHistoryLimit', 'spec.syncPolicy.retry'] }),
  's3-bucket': rule({}),
  's3-public-access-block': rule({}),
  's3-encryption': rule({}),
  'pod-identity': rule({}),
  'celld-stack': rule({}),
  'hook-service-account': rule({ open: ['imagePullSecrets'] }),
  'hook-role': rule({}),
  'hook-role-binding': rule({}),
  'hook-job': rule({
    open: [
      `${POD}.imagePullSecrets`,
      `${POD}.nodeSelector`,
      `${POD}.tolerations`,
      `${POD}.priorityClassName`,
      `${POD}.containers[gate].resources`,
      `${POD}.containers[rollout].resources`,
    ],
  }),
};
