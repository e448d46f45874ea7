import type { JsonObject } from '../../../documents/json.ts';
import { MINIMAL_SPEC } from './accepted.ts';

/** Two successive specs of one WorkerApp, as fields over MINIMAL_SPEC; `causes` is empty where the change is allowed. */
export interface SpecChange {
  readonly what: string;
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly causes: readonly string[];
}

const S3 = MINIMAL_SPEC.bucket;
const R2 = { ...S3, endpoint: 'https://account.r2.cloudflarestorage.com' };
const AZURE = { name: 'az://cells/chat', storageAccount: 'examplecells' };
const ENDPOINT =
  'spec.bucket.endpoint: Forbidden: endpoint cannot be added, removed or changed once the fleet exists';
const ACCOUNT =
  'spec.bucket.storageAccount: Forbidden: storageAccount cannot be added, removed or changed once the fleet exists';
const STORAGE = 'spec.storage: Forbidden: storage cannot be added or removed once the fleet exists';
const SIZE = 'spec.storage.sizeGi: Forbidden: sizeGi cannot change once the fleet exists';
const CLASS =
  'spec.storage.storageClassName: Forbidden: storageClassName cannot be added, removed or changed once the fleet exists';
const POLICY = 'spec.podManagementPolicy: Forbidden: podManagementPolicy cannot change once it is set';

export const CHANGES: readonly SpecChange[] = [
  {
    what: 'another prefix',
    from: {},
    to: { bucket: { name: 's3://example-cells/other' } },
    causes: ['spec.bucket.name: Forbidden: name cannot change: another bucket or prefix is another fleet'],
  },
  { what: 'an endpoint added', from: {}, to: { bucket: R2 }, causes: [ENDPOINT] },
  { what: 'an endpoint removed', from: { bucket: R2 }, to: {}, causes: [ENDPOINT] },
  {
    what: 'another endpoint',
    from: { bucket: R2 },
    to: { bucket: { ...S3, endpoint: 'https://other.example.com' } },
    causes: [ENDPOINT],
  },
  {
    what: 'another storage account',
    from: { bucket: AZURE },
    to: { bucket: { ...AZURE, storageAccount: 'othercells' } },
    causes: [ACCOUNT],
  },
  {
    what: 'a storage account added',
    from: {},
    to: { bucket: { ...S3, storageAccount: 'examplecells' } },
    causes: [ACCOUNT],
  },
  { what: 'storage added', from: {}, to: { storage: { sizeGi: 1 } }, causes: [STORAGE] },
  { what: 'storage removed', from: { storage: { sizeGi: 1 } }, to: {}, causes: [STORAGE] },
  {
    what: 'larger volumes',
    from: { storage: { sizeGi: 1 } },
    to: { storage: { sizeGi: 2 } },
    causes: [SIZE],
  },
  {
    what: 'a storage class added',
    from: { storage: { sizeGi: 1 } },
    to: { storage: { sizeGi: 1, storageClassName: 'fast' } },
    causes: [CLASS],
  },
  {
    what: 'another pod management policy',
    from: { podManagementPolicy: 'OrderedReady' },
    to: { podManagementPolicy: 'Parallel' },
    causes: [POLICY],
  },
  {
    what: 'the pod management policy removed',
    from: { podManagementPolicy: 'OrderedReady' },
    to: {},
    causes: [POLICY],
  },
  {
    what: 'a pod management policy set where a WorkerApp of the operator has none',
    from: {},
    to: { podManagementPolicy: 'OrderedReady' },
    causes: [],
  },
  {
    what: 'the region and the credentials of the same prefix',
    from: {},
    to: { bucket: { ...S3, region: 'eu-central-1', credentialsFrom: { secretRef: 'keys' } } },
    causes: [],
  },
  {
    what: 'version, strategy and size',
    from: {},
    to: {
      appVersion: 'auto',
      replicas: 5,
      celld: { image: 'ghcr.io/denoland/celld:v0.5.2', updateStrategy: 'Recreate' },
    },
    causes: [],
  },
];
