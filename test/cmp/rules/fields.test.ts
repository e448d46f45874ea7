import { testTable } from './table.ts';
import type { Row } from './table.ts';

const R2 = 'https://account.r2.cloudflarestorage.com';
const FLEET = { durability: 'fleet', storage: { sizeGi: 10 } } as const;

const ROWS: readonly Row[] = [
  ['accepts the quick-start WorkerApp', {}, []],
  ['accepts the destination namespace written out', { metadata: { namespace: 'team-a' } }, []],
  ['refuses another namespace', { metadata: { namespace: 'team-b' } }, ['NAMESPACE_FOREIGN']],
  [
    'refuses an app that the generator could not resolve',
    { parameters: { unresolved: 'bucket-unreachable' } },
    ['APP_UNRESOLVED'],
  ],
  [
    'shows a reason word that it does not know',
    { parameters: { unresolved: 'moon-phase' } },
    ['APP_UNRESOLVED'],
  ],
  [
    'says one thing about an unresolved app that follows the pointer',
    { spec: { appVersion: 'auto' }, parameters: { unresolved: 'pointer-missing' } },
    ['APP_UNRESOLVED'],
  ],
  ['refuses auto without a version', { spec: { appVersion: 'auto' } }, ['APP_VERSION_MISSING']],
  [
    'accepts auto with a version',
    { spec: { appVersion: 'auto' }, parameters: { appVersion: '00ff00ff00ff00ff' } },
    [],
  ],
  ['refuses an empty bucket segment', { spec: { bucket: { name: 's3://cells//chat' } } }, ['BUCKET_INVALID']],
  [
    'refuses a trailing slash of a bucket',
    { spec: { bucket: { name: 's3://cells/chat/' } } },
    ['BUCKET_INVALID'],
  ],
  [
    'refuses a bucket segment of one dot',
    { spec: { bucket: { name: 's3://cells/./chat' } } },
    ['BUCKET_INVALID'],
  ],
  [
    'refuses an endpoint of a gs:// bucket (E9)',
    { spec: { bucket: { name: 'gs://cells/chat', endpoint: R2 } }, tenant: { bucketPrefixes: ['*'] } },
    ['BUCKET_INVALID'],
  ],
  [
    'refuses an az:// bucket without account (E9)',
    { spec: { bucket: { name: 'az://cells/chat' } }, tenant: { bucketPrefixes: ['*'] } },
    ['BUCKET_INVALID'],
  ],
  [
    'refuses an account of an s3:// bucket',
    { spec: { bucket: { storageAccount: 'cells' } } },
    ['BUCKET_INVALID'],
  ],
  [
    'refuses two credential sources (E9)',
    { spec: { bucket: { credentialsFrom: { iamRole: 'auto', secretRef: 'bucket' } } } },
    ['BUCKET_CREDENTIALS'],
  ],
  [
    'refuses a role of AWS for a gs:// bucket',
    {
      spec: { bucket: { name: 'gs://cells/chat', credentialsFrom: { iamRole: 'auto' } } },
      tenant: { bucketPrefixes: ['*'] },
    },
    ['BUCKET_CREDENTIALS'],
  ],
  [
    'accepts a Secret for every store',
    {
      spec: { bucket: { name: 'gs://cells/chat', credentialsFrom: { secretRef: 'bucket' } } },
      tenant: { bucketPrefixes: ['gs://cells'] },
    },
    [],
  ],
  ['accepts fleet durability with storage and three replicas', { spec: FLEET }, []],
  ['refuses fleet durability without storage', { spec: { durability: 'fleet' } }, ['DURABILITY_FLEET']],
  ['refuses fleet durability with two replicas', { spec: { ...FLEET, replicas: 2 } }, ['DURABILITY_FLEET']],
  [
    'refuses fleet durability with a floor of two',
    { spec: { ...FLEET, autoscaling: { enabled: true } } },
    ['DURABILITY_FLEET'],
  ],
  ['ignores the floor while autoscaling is off', { spec: { ...FLEET, autoscaling: { minReplicas: 2 } } }, []],
  [
    'refuses a floor above the ceiling, also with autoscaling off',
    { spec: { autoscaling: { maxReplicas: 1 } } },
    ['AUTOSCALING_BOUNDS'],
  ],
  [
    'refuses a pod name that DNS cannot hold',
    { spec: { clusterDomain: `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}` } },
    ['HOST_TOO_LONG'],
  ],
  [
    'refuses host names where routes are off',
    {
      spec: { hostnames: ['chat.example.com'] },
      tenant: { hostnames: ['*'] },
      platform: { ingress: { mode: 'none' } },
    },
    ['INGRESS_OFF'],
  ],
  [
    'refuses a latency target without Prometheus',
    { spec: { autoscaling: { enabled: true, targets: { p95LatencyMs: 200 } } } },
    ['AUTOSCALING_PROMETHEUS'],
  ],
  [
    'accepts a latency target with Prometheus',
    {
      spec: { autoscaling: { enabled: true, targets: { p95LatencyMs: 200 } } },
      platform: { autoscaling: { prometheusAddress: 'http://prometheus.monitoring.svc:9090' } },
    },
    [],
  ],
  [
    'refuses a collector beside sink bucket',
    {
      spec: { telemetry: { sink: 'bucket', otlpEndpoint: 'http://c.monitoring:4318' } },
      tenant: { otlpEndpoints: ['http://c.monitoring:4318'] },
    },
    ['TELEMETRY_SINK'],
  ],
  [
    'accepts sink otlp without a collector: celld sends to its own pod',
    { spec: { telemetry: { sink: 'otlp' } } },
    [],
  ],
  [
    'refuses a toleration by Exists with a value',
    {
      spec: { scheduling: { tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] } },
      tenant: { tolerations: [{ key: 'a', values: ['*'], effects: ['*'] }] },
    },
    ['TOLERATION'],
  ],
  [
    'refuses a toleration by Equal without a key',
    {
      spec: { scheduling: { tolerations: [{ value: 'b' }] } },
      tenant: { tolerations: [{ key: '*', values: ['*'], effects: ['*'] }] },
    },
    ['TOLERATION'],
  ],
  [
    'refuses tolerationSeconds without NoExecute',
    {
      spec: { scheduling: { tolerations: [{ key: 'a', value: 'b', tolerationSeconds: 5 }] } },
      tenant: { tolerations: [{ key: 'a', values: ['b'], effects: ['*'] }] },
    },
    ['TOLERATION'],
  ],
  [
    'refuses more host names than an HTTPRoute takes',
    {
      spec: { hostnames: Array.from({ length: 17 }, (_, index) => `h${String(index)}.example.com`) },
      tenant: { hostnames: ['*'] },
    },
    ['HOSTNAMES_TOO_MANY'],
  ],
  [
    'accepts as many in another ingress mode',
    {
      spec: { hostnames: Array.from({ length: 17 }, (_, index) => `h${String(index)}.example.com`) },
      tenant: { hostnames: ['*'] },
      platform: { ingress: { mode: 'ingress' } },
    },
    [],
  ],
  [
    'refuses an IP address as host name',
    { spec: { hostnames: ['10.0.0.1'] }, tenant: { hostnames: ['*'] } },
    ['HOSTNAME_ADDRESS'],
  ],
  [
    'refuses annotations that are too large together',
    {
      metadata: {
        annotations: Object.fromEntries(
          Array.from({ length: 17 }, (_, index) => [`a${String(index)}`, 'x'.repeat(16_000)]),
        ),
      },
    },
    ['ANNOTATIONS_TOO_LARGE'],
  ],
  [
    'refuses a key whose domain is longer than a DNS name',
    {
      metadata: {
        labels: { [`${['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(60)).join('.')}/x`]: 'y' },
      },
    },
    ['KEY_TOO_LONG'],
  ],
  [
    'says everything at once',
    {
      metadata: { namespace: 'team-b' },
      spec: { durability: 'fleet', replicas: 1, vars: { secretRef: 'vars' } },
    },
    ['NAMESPACE_FOREIGN', 'DURABILITY_FLEET', 'DURABILITY_FLEET', 'CELLD_CAPABILITY'],
  ],
];

testTable('checkWorkerApp()', ROWS, new URL('golden/fields.txt', import.meta.url));
