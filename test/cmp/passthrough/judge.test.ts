import { ALL, object, testRows } from './table.ts';
import type { Given, Row } from './table.ts';
import type { Tree } from '../rules/judge.ts';

const config = (metadata: Tree): Given => ({ value: { apiVersion: 'v1', kind: 'ConfigMap', metadata } });
const annotated = (key: string): Given => config({ name: 'extra', annotations: { [key]: 'x' } });

const ROWS: readonly Row[] = [
  ['accepts a ConfigMap', config({ name: 'extra' }), []],
  [
    'accepts a ConfigMap whose data talks of fleets',
    {
      value: object('v1', 'ConfigMap', {
        data: { 'app.kubernetes.io.name': 'celld', text: 'celld-operator.io/workerapp: chat' },
      }),
    },
    [],
  ],
  [
    'accepts an ExternalSecret of any version',
    {
      value: object('external-secrets.io/v1beta1', 'ExternalSecret', {
        spec: { target: { name: 'bucket' } },
      }),
    },
    [],
  ],
  ['accepts the destination namespace written out', config({ name: 'extra', namespace: 'team-a' }), []],
  [
    'accepts labels and annotations of the user’s own',
    config({ name: 'extra', labels: { team: 'a' }, annotations: { 'example.com/note': 'x' } }),
    [],
  ],
  ['accepts the one harmless annotation of Argo CD', annotated('argocd.argoproj.io/ignore-healthcheck'), []],
  [
    'T6: refuses a RoleBinding',
    { value: object('rbac.authorization.k8s.io/v1', 'RoleBinding') },
    ['PASS_KIND'],
  ],
  ['T6: refuses a Job', { value: object('batch/v1', 'Job') }, ['PASS_KIND']],
  ['T6: refuses a ServiceAccount', { value: object('v1', 'ServiceAccount') }, ['PASS_KIND']],
  ['T6: refuses a NetworkPolicy', { value: object('networking.k8s.io/v1', 'NetworkPolicy') }, ['PASS_KIND']],
  [
    'T6: refuses a ScaledObject with somebody’s ClusterTriggerAuthentication',
    { value: object('keda.sh/v1alpha1', 'ScaledObject', { spec: { scaleTargetRef: { name: 'x' } } }) },
    ['PASS_KIND'],
  ],
  [
    'T6: refuses a kind of the right name in another group',
    { value: object('example.com/v1', 'ConfigMap') },
    ['PASS_KIND'],
  ],
  [
    'refuses everything where the tenant’s own setting is empty',
    { ...config({ name: 'extra' }), tenant: { passThrough: { kinds: [] } } },
    ['PASS_KIND'],
  ],
  [
    'accepts a listed kind',
    {
      value: object('batch/v1', 'CronJob'),
      platform: { passThrough: { kinds: [{ group: 'batch', kind: 'CronJob' }] } },
    },
    [],
  ],
  [
    'accepts every kind where all is set',
    { value: object('rbac.authorization.k8s.io/v1', 'ClusterRole'), platform: ALL },
    [],
  ],
  ['refuses a cluster-scoped kind without all', { value: object('v1', 'Namespace') }, ['PASS_KIND']],
  ['T6: refuses a hook (Y28)', annotated('argocd.argoproj.io/hook'), ['KEY_RESERVED']],
  ['T6: refuses a wave (Y28)', annotated('argocd.argoproj.io/sync-wave'), ['KEY_RESERVED']],
  ['T6: refuses a sync option', annotated('argocd.argoproj.io/sync-options'), ['KEY_RESERVED']],
  ['T6: refuses a compare option', annotated('argocd.argoproj.io/compare-options'), ['KEY_RESERVED']],
  ['T6: refuses a hook of Helm, which Argo CD runs too (Y28)', annotated('helm.sh/hook'), ['KEY_RESERVED']],
  [
    'T6: refuses a link of Argo CD’s UI',
    annotated('link.argocd.argoproj.io/external-link'),
    ['KEY_RESERVED'],
  ],
  ['T6: refuses a tracking id', annotated('argocd.argoproj.io/tracking-id'), ['KEY_RESERVED']],
  [
    'T6: refuses an annotation of fleets',
    annotated('celld-gitops.io/approved-template-hash'),
    ['KEY_RESERVED'],
  ],
  [
    'T6: refuses the label of fleets',
    config({ name: 'extra', labels: { 'celld-operator.io/workerapp': 'chat' } }),
    ['KEY_RESERVED'],
  ],
  [
    'T6: refuses a hook also where all is set',
    { ...annotated('argocd.argoproj.io/hook'), platform: ALL },
    ['KEY_RESERVED'],
  ],
  ['T6: refuses another namespace', config({ name: 'extra', namespace: 'team-b' }), ['NAMESPACE_FOREIGN']],
  [
    'T6: refuses another namespace also where all is set',
    { ...config({ name: 'extra', namespace: 'kube-system' }), platform: ALL },
    ['NAMESPACE_FOREIGN'],
  ],
  [
    'shows no namespace that is none',
    config({ name: 'extra', namespace: 'hunter2!' }),
    ['NAMESPACE_FOREIGN'],
  ],
  [
    'refuses an empty namespace, and says so',
    config({ name: 'extra', namespace: '' }),
    ['NAMESPACE_FOREIGN'],
  ],
  ['refuses a namespace that is a number', config({ name: 'extra', namespace: 7 }), ['NAMESPACE_FOREIGN']],
  ['refuses a generated name', config({ generateName: 'extra-' }), ['PASS_NAME']],
  ['refuses an object without a name', config({}), ['PASS_NAME']],
  ['refuses a name with a slash', config({ name: '../extra' }), ['PASS_NAME']],
  [
    'refuses an object without metadata',
    { value: { apiVersion: 'v1', kind: 'ConfigMap' } },
    ['PASS_METADATA'],
  ],
  [
    'refuses annotations that are no strings',
    config({ name: 'extra', annotations: { a: 1 } }),
    ['PASS_METADATA'],
  ],
  ['refuses labels that are a list', config({ name: 'extra', labels: ['a'] }), ['PASS_METADATA']],
  ['refuses finalizers', config({ name: 'extra', finalizers: ['example.com/keep'] }), ['PASS_FIELD']],
  ['refuses owner references', config({ name: 'extra', ownerReferences: [] }), ['PASS_FIELD']],
  [
    'refuses what kubectl get wrote',
    config({
      name: 'extra',
      uid: 'x',
      resourceVersion: '1',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
    }),
    ['PASS_FIELD', 'PASS_FIELD', 'KEY_RESERVED'],
  ],
  [
    'accepts an empty creationTimestamp, which kubectl create writes',
    config({ name: 'extra', creationTimestamp: null }),
    [],
  ],
  [
    'says everything at once',
    {
      value: object('batch/v1', 'Job', {
        metadata: {
          generateName: 'x-',
          namespace: 'team-b',
          annotations: { 'argocd.argoproj.io/hook': 'PreSync' },
        },
      }),
    },
    ['PASS_KIND', 'PASS_NAME', 'NAMESPACE_FOREIGN', 'KEY_RESERVED'],
  ],
];

testRows(ROWS, new URL('golden/judge.txt', import.meta.url));
