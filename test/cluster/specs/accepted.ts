import type { JsonObject } from '../../../documents/json.ts';

/** The smallest spec there is; every other spec of these tables is this one with some fields replaced. */
export const MINIMAL_SPEC = {
  appVersion: '3f2a9c0d1e4b5a67',
  celld: { image: 'ghcr.io/denoland/celld:v0.6.2' },
  bucket: { name: 's3://example-cells/chat' },
} as const satisfies JsonObject;

const STORAGE = { sizeGi: 20, storageClassName: 'fast' };

/** Fields over MINIMAL_SPEC that the API server has to accept, by what they show. */
export const ACCEPTED: Readonly<Record<string, JsonObject>> = {
  'the smallest spec': {},
  'appVersion auto on a Google bucket without a Secret': {
    appVersion: 'auto',
    bucket: {
      name: 'gs://example-cells/chat',
      credentialsFrom: { gcpServiceAccount: 'chat@project.iam.gserviceaccount.com' },
    },
  },
  'appVersion auto on Azure with a tracking Secret': {
    appVersion: 'auto',
    deployTrackingSecretRef: 'pointer-reader',
    bucket: { name: 'az://cells/chat', storageAccount: 'examplecells' },
  },
  'an S3-compatible store': {
    bucket: {
      name: 's3://example-cells',
      endpoint: 'https://account.r2.cloudflarestorage.com',
      region: 'auto',
      credentialsFrom: { secretRef: 'r2-keys' },
    },
  },
  'fleet durability at its smallest': {
    durability: 'fleet',
    storage: STORAGE,
    replicas: 3,
    autoscaling: { enabled: true, minReplicas: 3 },
  },
  'fleet durability without autoscaling whatever its floor says': {
    durability: 'fleet',
    storage: STORAGE,
    autoscaling: { enabled: false, minReplicas: 1 },
  },
  'the largest fleet': { replicas: 1000, autoscaling: { enabled: true, maxReplicas: 1000 } },
  'an empty map where every field has a default': { autoscaling: {}, resources: {}, telemetry: {} },
  'only one target of autoscaling': { autoscaling: { enabled: true, targets: { p95LatencyMs: 250 } } },
  'every kind of toleration': {
    scheduling: {
      nodeSelector: { 'example.com/pool': 'cells' },
      tolerations: [
        { operator: 'Exists' },
        { key: '', operator: 'Exists', value: '', effect: 'NoExecute', tolerationSeconds: 0 },
        { key: 'example.com/dedicated', value: 'cells', effect: 'NoSchedule' },
        { key: 'example.com/flaky', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 },
      ],
    },
  },
  'every acknowledgement': {
    celld: {
      image: 'ghcr.io/denoland/celld:v0.6.0@sha256:' + 'a'.repeat(64),
      updateStrategy: 'Recreate',
      acknowledgeDowngrade: '0.6.2->0.6.0',
      dataWrittenBy: '0.6.2',
    },
    restartToken: '2026-11-29.1',
    acknowledgeStop: '2026-11-29.1',
    paused: true,
    podManagementPolicy: 'OrderedReady',
    deploymentPolicy: 'InPlace',
  },
  'a pod template with every addition': {
    podTemplate: {
      labels: { 'example.com/team': 'chat' },
      annotations: { 'example.com/note': 'any text: "quoted"' },
      priorityClassName: 'important',
      imagePullSecrets: [{ name: 'registry' }],
      env: [
        { name: 'GREETING', value: '' },
        { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'tokens', key: 'chat', optional: true } } },
        { name: 'MODE', valueFrom: { configMapKeyRef: { name: 'modes', key: 'chat.mode' } } },
      ],
    },
  },
  'everything around the fleet': {
    hostnames: ['chat.example.com', '*.chat.example.com'],
    service: { type: 'LoadBalancer', annotations: { 'example.com/internal': 'true' } },
    vars: { secretRef: 'vars' },
    websockets: true,
    trustForwardedHeaders: true,
    clusterDomain: 'cluster.example',
    telemetry: {
      enabled: false,
      sink: 'otlp',
      otlpEndpoint: 'http://collector.monitoring.svc:4318',
      retention: 'none',
    },
  },
};
