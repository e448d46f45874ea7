import { ALL, object, testRows } from './table.ts';
import type { Row } from './table.ts';

const SMUGGLED = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'hunter2', annotations: { 'argocd.argoproj.io/hook': 'PreSync' } },
};

/** Argo CD looks at `items` alone to tell a List, and applies what is in it in place of the object. */
const ROWS: readonly Row[] = [
  [
    'T6: refuses a ConfigMap that carries other objects as items',
    { value: object('v1', 'ConfigMap', { items: [SMUGGLED] }) },
    ['PASS_ITEMS'],
  ],
  [
    'T6: refuses items also where all is set',
    { value: object('v1', 'ConfigMap', { items: [SMUGGLED] }), platform: ALL },
    ['PASS_ITEMS'],
  ],
  [
    'T6: refuses empty items: Argo CD would apply nothing',
    { value: object('v1', 'ConfigMap', { items: [] }) },
    ['PASS_ITEMS'],
  ],
  [
    'T6: refuses items: null, with which Argo CD drops the object',
    { value: object('v1', 'ConfigMap', { items: null }) },
    ['PASS_ITEMS'],
  ],
  ['T6: refuses items that are a map', { value: object('v1', 'ConfigMap', { items: {} }) }, ['PASS_ITEMS']],
  [
    'T6: refuses a List of another spelling',
    { value: object('v1', 'LIST', { items: [SMUGGLED] }), platform: ALL },
    ['PASS_ITEMS'],
  ],
  [
    'T6: refuses a List without objects, which is not taken apart',
    { value: object('v1', 'List', { items: null }), platform: ALL },
    ['PASS_ITEMS'],
  ],
  ['accepts items further down', { value: object('v1', 'ConfigMap', { data: { items: 'a' } }) }, []],
  [
    'accepts a volume’s items',
    {
      value: object('apps/v1', 'Deployment', {
        spec: {
          template: { spec: { volumes: [{ name: 'x', configMap: { items: [{ key: 'a', path: 'a' }] } }] } },
        },
      }),
      platform: ALL,
    },
    [],
  ],
];

testRows(ROWS, new URL('golden/items.txt', import.meta.url));
