import { ALL, object, testRows } from './table.ts';
import type { Given, Row } from './table.ts';
import type { Tree } from '../rules/judge.ts';

const policy = (spec: Tree): Given => ({
  value: object('networking.k8s.io/v1', 'NetworkPolicy', { spec }),
  platform: ALL,
});
const certificate = (spec: Tree, hostnames: readonly string[]): Given => ({
  value: object('cert-manager.io/v1', 'Certificate', { spec }),
  tenant: { hostnames },
});

const service = (selector: Tree): Given => ({
  value: object('v1', 'Service', { spec: { selector } }),
  platform: ALL,
});
const budget = (selector: Tree): Given => ({
  value: object('policy/v1', 'PodDisruptionBudget', { spec: { selector } }),
  platform: ALL,
});
const expressions = (...matchExpressions: readonly Tree[]): Tree => ({ matchExpressions });

const NAME = 'app.kubernetes.io/name';
const INSTANCE = 'app.kubernetes.io/instance';
const POD = 'statefulset.kubernetes.io/pod-name';
const REVISION = 'controller-revision-hash';

/** Selectors that hold for a pod of some fleet. */
const REACHING: readonly (readonly [string, Tree])[] = [
  ['on all fleets', { matchLabels: { [NAME]: 'celld' } }],
  ['on all fleets by expression', expressions({ key: NAME, operator: 'In', values: ['web', 'celld'] })],
  ['on all fleets and more', expressions({ key: NAME, operator: 'Exists' })],
  ['on everything but one name', expressions({ key: NAME, operator: 'NotIn', values: ['web'] })],
  ['on an instance', { matchLabels: { [INSTANCE]: 'chat' } }],
  ['on an instance by expression', expressions({ key: INSTANCE, operator: 'In', values: ['chat'] })],
  ['on everything but one instance', expressions({ key: INSTANCE, operator: 'NotIn', values: ['web'] })],
  ['on a pod', { matchLabels: { [POD]: 'chat-celld-0' } }],
  ['on a pod by expression', expressions({ key: POD, operator: 'In', values: ['chat-celld-0'] })],
  ['on every pod of a set', expressions({ key: POD, operator: 'Exists' })],
  ['on every first pod', { matchLabels: { 'apps.kubernetes.io/pod-index': '0' } }],
  ['on a revision', { matchLabels: { [REVISION]: 'chat-celld-6d5f8c7b9' } }],
  ['on every revision', expressions({ key: REVISION, operator: 'Exists' })],
  ['on every pod', {}],
  ['on every pod that lacks a label', expressions({ key: 'tier', operator: 'DoesNotExist' })],
];

/** Selectors that hold for no pod of any fleet. */
const SPARING: readonly (readonly [string, Tree])[] = [
  ['on an instance of another name', { matchLabels: { [NAME]: 'web', [INSTANCE]: 'chat' } }],
  ['on an instance with a label of its own', { matchLabels: { app: 'web', [INSTANCE]: 'chat' } }],
  [
    'on everything but fleets',
    expressions({ key: NAME, operator: 'NotIn', values: ['celld'] }, { key: INSTANCE, operator: 'Exists' }),
  ],
  ['on what no set made', expressions({ key: REVISION, operator: 'DoesNotExist' })],
  ['on a pod of another set', { matchLabels: { [POD]: 'postgres-0' } }],
  ['on a revision of another set', { matchLabels: { [REVISION]: 'postgres-6d5f8c7b9' } }],
];

const ROWS: readonly Row[] = [
  [
    'T6: refuses a Service on the label of fleets',
    {
      value: object('v1', 'Service', { spec: { selector: { 'celld-operator.io/workerapp': 'chat' } } }),
      platform: ALL,
    },
    ['PASS_REACHES_FLEET'],
  ],
  [
    'T6: refuses a Service on all fleets',
    {
      value: object('v1', 'Service', { spec: { selector: { 'app.kubernetes.io/name': 'celld' } } }),
      platform: ALL,
    },
    ['PASS_REACHES_FLEET'],
  ],
  ...REACHING.map(([words, selector]): Row => [
    `T6: refuses a budget ${words}`,
    budget(selector),
    ['PASS_REACHES_FLEET'],
  ]),
  ...SPARING.map(([words, selector]): Row => [`accepts a budget ${words}`, budget(selector), []]),
  ...['app.kubernetes.io/instance', 'apps.kubernetes.io/pod-index'].map((key): Row => [
    `T6: refuses a Service by ${key} alone`,
    service({ [key]: 'chat' }),
    ['PASS_REACHES_FLEET'],
  ]),
  [
    'T6: refuses a Service on one pod of a fleet',
    service({ app: 'web', 'statefulset.kubernetes.io/pod-name': 'chat-celld-0' }),
    ['PASS_REACHES_FLEET'],
  ],
  [
    'accepts a Service on one pod of another set',
    service({ 'statefulset.kubernetes.io/pod-name': 'postgres-0' }),
    [],
  ],
  ['accepts a Service without selector', { value: object('v1', 'Service', { spec: {} }), platform: ALL }, []],
  ['accepts a Service with an empty selector: it selects nothing', service({}), []],
  [
    'T6: refuses a NetworkPolicy for an instance',
    policy({ podSelector: { matchLabels: { 'app.kubernetes.io/instance': 'chat' } }, ingress: [{}] }),
    ['PASS_REACHES_FLEET'],
  ],
  [
    'T6: refuses a policy of Cilium on the label of fleets',
    {
      value: object('cilium.io/v2', 'CiliumNetworkPolicy', {
        spec: { endpointSelector: { matchLabels: { 'k8s:celld-operator.io/workerapp': 'chat' } } },
      }),
      platform: ALL,
    },
    ['PASS_REACHES_FLEET'],
  ],
  [
    'accepts a Deployment that selects by instance: it owns no pods but its own',
    {
      value: object('apps/v1', 'Deployment', {
        spec: { selector: { matchLabels: { 'app.kubernetes.io/instance': 'web' } } },
      }),
      platform: ALL,
    },
    [],
  ],
  [
    'T6: refuses a budget by match expression',
    {
      value: object('policy/v1', 'PodDisruptionBudget', {
        spec: {
          selector: { matchExpressions: [{ key: 'celld-operator.io/workerapp', operator: 'Exists' }] },
        },
      }),
      platform: ALL,
    },
    ['PASS_REACHES_FLEET'],
  ],
  [
    'T19: refuses a Deployment whose pods carry the label of fleets',
    {
      value: object('apps/v1', 'Deployment', {
        spec: { template: { metadata: { labels: { 'celld-operator.io/workerapp': 'chat' } } } },
      }),
      platform: ALL,
    },
    ['PASS_REACHES_FLEET'],
  ],
  [
    'T6: refuses a scaler on a fleet',
    {
      value: object('keda.sh/v1alpha1', 'ScaledObject', {
        spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'chat-celld' } },
      }),
      platform: ALL,
    },
    ['PASS_REACHES_FLEET'],
  ],
  [
    'accepts a scaler on something else',
    {
      value: object('keda.sh/v1alpha1', 'ScaledObject', {
        spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } },
      }),
      platform: ALL,
    },
    [],
  ],
  [
    'accepts a ServiceMonitor on fleets: it only watches',
    {
      value: object('monitoring.coreos.com/v1', 'ServiceMonitor', {
        spec: { selector: { matchLabels: { 'app.kubernetes.io/name': 'celld' } } },
      }),
      platform: ALL,
    },
    [],
  ],
  [
    'T6: refuses a NetworkPolicy that opens every pod',
    policy({ podSelector: {}, ingress: [{}] }),
    ['PASS_OPENS_PORT'],
  ],
  [
    'T6: refuses a NetworkPolicy that opens port 8081 of every pod',
    policy({ podSelector: {}, ingress: [{ ports: [{ port: 8000, endPort: 9000 }] }] }),
    ['PASS_OPENS_PORT'],
  ],
  [
    'T6: refuses a NetworkPolicy that opens the named port of every pod',
    policy({ podSelector: {}, ingress: [{ ports: [{ port: 'internal' }] }] }),
    ['PASS_OPENS_PORT'],
  ],
  [
    'accepts a NetworkPolicy that closes every pod',
    policy({ podSelector: {}, policyTypes: ['Ingress'] }),
    [],
  ],
  [
    'accepts a NetworkPolicy for another port of every pod',
    policy({ podSelector: {}, ingress: [{ ports: [{ port: 9090 }] }] }),
    [],
  ],
  [
    'accepts a NetworkPolicy for pods of the user’s own',
    policy({ podSelector: { matchLabels: { app: 'web' } }, ingress: [{}] }),
    [],
  ],
  [
    'T8: refuses a Certificate for another tenant’s host name',
    certificate({ dnsNames: ['chat.example.com', 'shop.example.com'], commonName: 'shop.example.com' }, [
      'chat.example.com',
    ]),
    ['TENANT_NOT_ALLOWED', 'TENANT_NOT_ALLOWED'],
  ],
  [
    'accepts a Certificate for a host name of the tenant',
    certificate({ dnsNames: ['chat.example.com'] }, ['*.example.com']),
    [],
  ],
  [
    'T13: shows no name of a Certificate that is none',
    certificate({ dnsNames: ['hunter2!'] }, []),
    ['TENANT_NOT_ALLOWED'],
  ],
];

testRows(ROWS, new URL('golden/reach.txt', import.meta.url));
