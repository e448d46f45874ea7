import { testTable } from './table.ts';
import type { Case } from './judge.ts';
import type { Row } from './table.ts';

const env = (name: string): Case => ({ spec: { podTemplate: { env: [{ name, value: 'x' }] } } });

const ROWS: readonly Row[] = [
  [
    'T6: refuses an Argo CD hook on the WorkerApp',
    { metadata: { annotations: { 'argocd.argoproj.io/hook': 'PreSync' } } },
    ['KEY_RESERVED'],
  ],
  [
    'T6: refuses a Helm hook on the WorkerApp, which Argo CD reads too',
    { metadata: { annotations: { 'helm.sh/hook': 'pre-install' } } },
    ['KEY_RESERVED'],
  ],
  [
    'T6: refuses a sync option on the WorkerApp',
    { metadata: { annotations: { 'argocd.argoproj.io/sync-options': 'Replace=true' } } },
    ['KEY_RESERVED'],
  ],
  [
    'T6: refuses a fleet label on the WorkerApp',
    { metadata: { labels: { 'celld-operator.io/workerapp': 'shop' } } },
    ['KEY_RESERVED'],
  ],
  [
    'allows labels of the user’s own on the WorkerApp',
    { metadata: { labels: { 'example.com/team': 'a', 'app.kubernetes.io/part-of': 'chat' } } },
    [],
  ],
  [
    'T9: refuses another fleet’s label on pods, listed or not',
    {
      spec: { podTemplate: { labels: { 'celld-operator.io/workerapp': 'shop' } } },
      tenant: { podLabels: [{ key: 'celld-operator.io/workerapp', values: ['*'] }] },
    },
    ['KEY_RESERVED'],
  ],
  [
    'T9: refuses the label of Azure workload identity',
    { spec: { podTemplate: { labels: { 'azure.workload.identity/use': 'true' } } } },
    ['KEY_RESERVED'],
  ],
  [
    'T9: refuses the label of the StatefulSet controller',
    { spec: { podTemplate: { labels: { 'controller-revision-hash': 'x' } } } },
    ['KEY_RESERVED'],
  ],
  ...[
    'S3_ENDPOINT',
    'HTTPS_PROXY',
    'https_proxy',
    'LD_PRELOAD',
    'CELLD_OTEL',
    'celld_bucket',
    'AWS_PROFILE',
    'AZURE_CLIENT_ID',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'OTEL_SDK_DISABLED',
    'MALLOC_CONF',
    'RUST_LOG',
    'SSL_CERT_FILE',
    'KUBERNETES_SERVICE_HOST',
    'POD_NAME',
    'HOME',
    'TMPDIR',
    'PATH',
  ].map((name): Row => [`T10: refuses the variable ${name}`, env(name), ['ENV_RESERVED']]),
  ['T10: allows other variables', env('GREETING'), []],
  [
    'T11: leaves $(AWS_SECRET_ACCESS_KEY) in a value to the escaping of the environment',
    { spec: { podTemplate: { env: [{ name: 'GREETING', value: '$(AWS_SECRET_ACCESS_KEY)' }] } } },
    [],
  ],
];

testTable('reserved names: checkWorkerApp()', ROWS, new URL('golden/reserved.txt', import.meta.url));
