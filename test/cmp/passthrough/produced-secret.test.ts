import { ALL, object, testRows } from './table.ts';
import type { Given, Row } from './table.ts';
import type { Tree } from '../rules/judge.ts';

const TOKEN = 'kubernetes.io/service-account-token';
const ACCOUNT = { 'kubernetes.io/service-account.name': 'hunter2' };

const external = (target: Tree, metadata: Tree = {}): Given => ({
  value: object('external-secrets.io/v1', 'ExternalSecret', {
    metadata: { name: 'extra', ...metadata },
    spec: { secretStoreRef: { name: 'vault' }, target },
  }),
});
const sealed = (spec: Tree): Given => ({ value: object('bitnami.com/v1alpha1', 'SealedSecret', { spec }) });
const certificate = (secretTemplate: Tree): Given => ({
  value: object('cert-manager.io/v1', 'Certificate', { spec: { secretName: 'web-tls', secretTemplate } }),
});

const ROWS: readonly Row[] = [
  [
    'accepts an ExternalSecret with a template of its own',
    external({
      name: 'bucket',
      creationPolicy: 'Owner',
      deletionPolicy: 'Retain',
      immutable: false,
      template: {
        type: 'Opaque',
        engineVersion: 'v2',
        mergePolicy: 'Merge',
        metadata: { labels: { team: 'a' }, annotations: { 'example.com/note': 'x' } },
        data: { key: '{{ .key }}' },
        templateFrom: [
          { configMap: { name: 'templates', items: [{ key: 'a' }] } },
          { target: 'Data', literal: 'a: b' },
        ],
      },
    }),
    [],
  ],
  [
    'accepts a SealedSecret as kubeseal writes it',
    sealed({
      encryptedData: { key: 'AgB' },
      template: {
        type: 'Opaque',
        metadata: { name: 'extra', namespace: 'team-a', creationTimestamp: null, labels: { team: 'a' } },
      },
    }),
    [],
  ],
  [
    'T6: refuses a Secret that is the token of an account',
    {
      value: object('v1', 'Secret', { metadata: { name: 'extra', annotations: ACCOUNT }, type: TOKEN }),
      platform: ALL,
    },
    ['PASS_PRODUCES', 'PASS_PRODUCES'],
  ],
  [
    'T6: refuses an ExternalSecret whose template makes a token',
    external({ template: { type: TOKEN, metadata: { annotations: ACCOUNT } } }),
    ['PASS_PRODUCES', 'PASS_PRODUCES'],
  ],
  [
    'T6: refuses an ExternalSecret whose own annotations would be copied to a token',
    external({ name: 'bucket' }, { annotations: ACCOUNT }),
    ['PASS_PRODUCES'],
  ],
  [
    'T6: refuses a SealedSecret whose template makes a token',
    sealed({ encryptedData: {}, template: { type: TOKEN, metadata: { annotations: ACCOUNT } } }),
    ['PASS_PRODUCES', 'PASS_PRODUCES'],
  ],
  ['T6: refuses a SealedSecret that hides a whole Secret', sealed({ data: 'hunter2' }), ['PASS_PRODUCES']],
  [
    'T6: refuses a SealedSecret that hands its Secret over',
    sealed({ encryptedData: {}, template: { metadata: { ownerReferences: [], finalizers: ['a/b'] } } }),
    ['PASS_PRODUCES', 'PASS_PRODUCES'],
  ],
  [
    'T6: refuses an ExternalSecret that makes an object of another kind',
    external({ name: 'mine', manifest: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding' } }),
    ['PASS_PRODUCES'],
  ],
  ...['Labels', 'Annotations', 'annotations', 'ANNOTATIONS', 'spec.subjects', 7].map((target): Row => [
    `T6: refuses a template with target ${target}`,
    external({ template: { templateFrom: [{ target, literal: 'hunter2: x' }] } }),
    ['PASS_PRODUCES'],
  ]),
  [
    'T6: refuses keys of Argo CD and of fleets on the Secret of an ExternalSecret',
    external({
      template: {
        metadata: {
          labels: { 'argocd.argoproj.io/secret-type': 'cluster', 'celld-operator.io/workerapp': 'chat' },
          annotations: { 'argocd.argoproj.io/tracking-id': 'x', 'helm.sh/hook': 'x' },
          finalizers: ['example.com/keep'],
        },
      },
    }),
    ['PASS_REACHES_FLEET', 'PASS_PRODUCES', 'KEY_RESERVED', 'KEY_RESERVED', 'KEY_RESERVED'],
  ],
  [
    'T6: refuses keys of Argo CD on the Secret of a SealedSecret',
    sealed({
      encryptedData: {},
      template: { metadata: { labels: { 'argocd.argoproj.io/secret-type': 'x' } } },
    }),
    ['KEY_RESERVED'],
  ],
  [
    'T6: refuses keys of Argo CD and of accounts on the Secret of a Certificate',
    certificate({ labels: { 'argocd.argoproj.io/instance': 'x' }, annotations: ACCOUNT, other: 'x' }),
    ['PASS_PRODUCES', 'PASS_PRODUCES', 'KEY_RESERVED'],
  ],
  [
    'T13: shows no key of a Secret that could be anything',
    external({ template: { metadata: { labels: { 'argocd.argoproj.io/hunter2 !': 'x' } } } }),
    ['KEY_RESERVED'],
  ],
];

testRows(ROWS, new URL('golden/produced-secret.txt', import.meta.url));
