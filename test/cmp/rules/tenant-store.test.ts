import { testTable } from './table.ts';
import type { Case, Tree } from './judge.ts';
import type { Row } from './table.ts';

const bucket = (name: string, tenant: Tree = {}): Case => ({ spec: { bucket: { name } }, tenant });
const image = (name: string): Case => ({ spec: { celld: { image: name } } });
const hosts = (hostnames: readonly string[], allowed: readonly string[]): Case => ({
  spec: { hostnames },
  tenant: { hostnames: allowed },
});
const ROLE = 'arn:aws:iam::123456789012:role/chat';
const CLIENT = '11111111-2222-3333-4444-555555555555';
const ACCOUNT = 'chat@project.iam.gserviceaccount.com';
const R2 = 'https://account.r2.cloudflarestorage.com';

const ROWS: readonly Row[] = [
  ['allows the prefix itself', bucket('s3://cells/team-a', { bucketPrefixes: ['s3://cells/team-a'] }), []],
  [
    'allows what lies below the prefix',
    bucket('s3://cells/team-a/chat', { bucketPrefixes: ['s3://cells/team-a'] }),
    [],
  ],
  [
    'T8: refuses a prefix that only starts like an allowed one',
    bucket('s3://cells/team-ab', { bucketPrefixes: ['s3://cells/team-a'] }),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses another tenant’s prefix',
    bucket('s3://cells/team-b', { bucketPrefixes: ['s3://cells/team-a'] }),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses the prefix above an allowed one',
    bucket('s3://cells', { bucketPrefixes: ['s3://cells/team-a'] }),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses s3://cells/a/../b, which the SDK sends raw',
    bucket('s3://cells/a/../b', { bucketPrefixes: ['s3://cells/a'] }),
    ['BUCKET_INVALID'],
  ],
  [
    'T8: refuses the same name in another store',
    bucket('gs://cells/team-a', { bucketPrefixes: ['s3://cells/team-a'] }),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses everything where the list is empty',
    bucket('s3://cells', { bucketPrefixes: [] }),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses celld-evil for the prefix of celld',
    image('ghcr.io/denoland/celld-evil:v0.6.2'),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses a path behind the tag',
    image('ghcr.io/denoland/celld:v0.6.2/../../evil/celld:v0.6.2'),
    ['IMAGE_REFERENCE'],
  ],
  [
    'T8: refuses another tenant’s role',
    { spec: { bucket: { credentialsFrom: { iamRole: ROLE } } }, tenant: { iamRoles: [`${ROLE}-b`] } },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'allows a listed role',
    { spec: { bucket: { credentialsFrom: { iamRole: ROLE } } }, tenant: { iamRoles: [ROLE] } },
    [],
  ],
  [
    'allows the role auto, which binds nothing',
    { spec: { bucket: { credentialsFrom: { iamRole: 'auto' } } } },
    [],
  ],
  ['T8: refuses another tenant’s endpoint', { spec: { bucket: { endpoint: R2 } } }, ['TENANT_NOT_ALLOWED']],
  [
    'T8: refuses an endpoint that only starts like an allowed one',
    { spec: { bucket: { endpoint: `${R2}.evil.com` } }, tenant: { bucketEndpoints: [R2] } },
    ['TENANT_NOT_ALLOWED'],
  ],
  ['allows a listed endpoint', { spec: { bucket: { endpoint: R2 } }, tenant: { bucketEndpoints: [R2] } }, []],
  [
    'E10: refuses a metadata service as endpoint',
    { spec: { bucket: { endpoint: 'https://169.254.169.254' } } },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses another tenant’s storage account',
    {
      spec: {
        bucket: {
          name: 'az://cells/chat',
          storageAccount: 'teamb',
          credentialsFrom: { azureClientID: CLIENT },
        },
      },
      tenant: { bucketPrefixes: ['az://cells'], azureStorageAccounts: ['teama'], azureClientIds: [CLIENT] },
    },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses another tenant’s Azure client',
    {
      spec: {
        bucket: {
          name: 'az://cells/chat',
          storageAccount: 'teama',
          credentialsFrom: { azureClientID: CLIENT },
        },
      },
      tenant: { bucketPrefixes: ['az://cells'], azureStorageAccounts: ['teama'] },
    },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses another tenant’s Google account',
    {
      spec: { bucket: { name: 'gs://cells/chat', credentialsFrom: { gcpServiceAccount: ACCOUNT } } },
      tenant: { bucketPrefixes: ['gs://cells'] },
    },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses another tenant’s host name',
    hosts(['shop.example.com'], ['chat.example.com']),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'allows names below a suffix at any depth, and its wildcard',
    hosts(['a.example.com', 'a.b.example.com', '*.example.com'], ['*.example.com']),
    [],
  ],
  ['T8: refuses the suffix itself', hosts(['example.com'], ['*.example.com']), ['TENANT_NOT_ALLOWED']],
  [
    'T8: refuses a name that only ends like the suffix',
    hosts(['evil-example.com'], ['*.example.com']),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses a wildcard for one listed name',
    hosts(['*.example.com'], ['a.example.com']),
    ['TENANT_NOT_ALLOWED'],
  ],
];

testTable('tenant rules: checkWorkerApp()', ROWS, new URL('golden/tenant-store.txt', import.meta.url));
