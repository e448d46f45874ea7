import type { JsonObject } from '../../../documents/json.ts';
import { MINIMAL_SPEC } from './accepted.ts';

/** A spec, as fields over MINIMAL_SPEC, that the API server has to refuse with exactly these causes (`field: message`). */
export interface RefusedSpec {
  readonly because: string;
  readonly fields: JsonObject;
  readonly causes: readonly string[];
}

const BUCKET = MINIMAL_SPEC.bucket;
const STORAGE = { sizeGi: 20 };
const S3 = 's3://example-cells/chat';

/** What no single field can say: one row or more for each CEL rule that needs no older object. */
export const REFUSED_SPECS: readonly RefusedSpec[] = [
  {
    because: 'fleet durability has no storage',
    fields: { durability: 'fleet' },
    causes: ['spec.storage: Required value: storage is required with durability fleet'],
  },
  {
    because: 'fleet durability has two replicas',
    fields: { durability: 'fleet', storage: STORAGE, replicas: 2 },
    causes: ['spec.replicas: Invalid value: replicas must be at least 3 with durability fleet'],
  },
  {
    because: 'fleet durability can be scaled in to two',
    fields: { durability: 'fleet', storage: STORAGE, autoscaling: { enabled: true } },
    causes: [
      'spec.autoscaling.minReplicas: Invalid value: autoscaling.minReplicas must be at least 3 with durability fleet',
    ],
  },
  {
    because: 'the floor is above the ceiling',
    fields: { autoscaling: { minReplicas: 11 } },
    causes: ['spec.autoscaling.minReplicas: Invalid value: minReplicas must not be above maxReplicas'],
  },
  {
    because: 'a Google bucket has an endpoint',
    fields: { bucket: { name: 'gs://example-cells', endpoint: 'https://store.example.com' } },
    causes: ['spec.bucket.endpoint: Forbidden: endpoint is allowed only for s3:// buckets'],
  },
  {
    because: 'an Azure container has no account',
    fields: { bucket: { name: 'az://cells' } },
    causes: ['spec.bucket.storageAccount: Required value: storageAccount is required for az:// buckets'],
  },
  {
    because: 'there are two kinds of credentials',
    fields: { bucket: { name: S3, credentialsFrom: { iamRole: 'auto', secretRef: 'keys' } } },
    causes: [
      'spec.bucket.credentialsFrom: Forbidden: at most one of iamRole, secretRef, azureClientID and gcpServiceAccount may be set',
    ],
  },
  {
    because: 'a toleration of any value has one',
    fields: { scheduling: { tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] } },
    causes: [
      'spec.scheduling.tolerations[0].value: Forbidden: value must be left out when operator is Exists',
    ],
  },
  {
    because: 'a toleration without a key compares values',
    fields: { scheduling: { tolerations: [{ value: 'b' }] } },
    causes: [
      'spec.scheduling.tolerations[0].operator: Invalid value: operator must be Exists when key is empty',
    ],
  },
  {
    because: 'a toleration that never evicts has a time',
    fields: {
      scheduling: { tolerations: [{ operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 1 }] },
    },
    causes: [
      'spec.scheduling.tolerations[0].effect: Invalid value: effect must be NoExecute when tolerationSeconds is set',
    ],
  },
];

/** Bounds of single fields: refused at this path, whatever the API server's own words are. */
export const REFUSED_FIELDS: readonly { readonly path: string; readonly fields: JsonObject }[] = [
  { path: 'spec.appVersion', fields: { appVersion: '' } },
  { path: 'spec.celld.image', fields: { celld: {} } },
  { path: 'spec.celld.updateStrategy', fields: { celld: { image: 'a:1.2.3', updateStrategy: 'OnDelete' } } },
  {
    path: 'spec.celld.acknowledgeDowngrade',
    fields: { celld: { image: 'a:1.2.3', acknowledgeDowngrade: '0.6.2' } },
  },
  { path: 'spec.replicas', fields: { replicas: 0 } },
  { path: 'spec.replicas', fields: { replicas: 1001 } },
  { path: 'spec.hostnames[1]', fields: { hostnames: ['a.example', 'a.example'] } },
  { path: 'spec.hostnames[0]', fields: { hostnames: ['Chat.example'] } },
  { path: 'spec.bucket.name', fields: { bucket: { name: 'https://example-cells' } } },
  { path: 'spec.bucket.endpoint', fields: { bucket: { ...BUCKET, endpoint: 'http://store.example.com' } } },
  { path: 'spec.bucket.storageAccount', fields: { bucket: { ...BUCKET, storageAccount: 'Ab' } } },
  { path: 'spec.resources.memoryGi', fields: { resources: { memoryGi: 65537 } } },
  { path: 'spec.storage.sizeGi', fields: { storage: {} } },
  { path: 'spec.autoscaling.maxReplicas', fields: { autoscaling: { maxReplicas: 1001 } } },
  { path: 'spec.telemetry.retention', fields: { telemetry: { retention: '0d' } } },
  { path: 'spec.clusterDomain', fields: { clusterDomain: 'cluster.local.' } },
  { path: 'spec.podManagementPolicy', fields: { podManagementPolicy: 'Any' } },
  { path: 'spec.podTemplate.env[0]', fields: { podTemplate: { env: [{ name: 'A' }] } } },
  { path: 'spec.podTemplate.env[1]', fields: { podTemplate: { env: [variable('A'), variable('A')] } } },
];

/** Names that the schema refuses too (46 characters is the longest: facts of fleet/names.ts). */
export const REFUSED_NAMES: readonly { readonly name: string; readonly cause: string }[] = [
  { name: 'a'.repeat(47), cause: 'metadata.name must have at most 46 characters' },
  {
    name: '1chat',
    cause:
      "metadata.name must start with a lower-case letter and hold only lower-case letters, digits and '-', ending with a letter or digit",
  },
  {
    name: 'chat.eu',
    cause:
      "metadata.name must start with a lower-case letter and hold only lower-case letters, digits and '-', ending with a letter or digit",
  },
];

function variable(name: string): JsonObject {
  return { name, value: 'x' };
}
