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
