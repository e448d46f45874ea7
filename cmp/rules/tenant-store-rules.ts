import type { Path } from '../../documents/path.ts';
import { bucketIdentity } from '../../fleet/bucket.ts';
import { isWithin } from '../../fleet/bucket-overlap.ts';
import { bucketProblems } from '../../fleet/bucket-problems.ts';
import { allows, ANY } from '../platform/tenant.ts';
import type { Rule } from './context.ts';
import { tenantFinding } from './tenant-finding.ts';

const BUCKET = ['spec', 'bucket'] as const;

/** Whole segments: `s3://cells/team-a` allows `s3://cells/team-a/chat`, not `s3://cells/team-ab` (T8). */
const checkPrefix: Rule = ({ app, tenant }) => {
  const { bucket } = app.spec;
  if (bucketProblems(bucket).length > 0) return []; // said already, and no identity can be trusted
  const asked = bucketIdentity(bucket);
  const fits = (name: string): boolean =>
    name === ANY || isWithin(asked, bucketIdentity({ ...bucket, name }));
  if (tenant.bucketPrefixes.some(fits)) return [];
  return [
    tenantFinding(tenant, {
      list: 'bucketPrefixes',
      path: [...BUCKET, 'name'],
      asked: `spec.bucket.name "${bucket.name}"`,
    }),
  ];
};

interface Listed {
  readonly list:
    'bucketEndpoints' | 'azureStorageAccounts' | 'iamRoles' | 'azureClientIds' | 'gcpServiceAccounts';
  readonly path: Path;
  readonly value: string | undefined;
}

/** Endpoint, account and identities: exact members. `auto` as a role binds nothing, so it needs no entry. */
const checkListed: Rule = ({ app, tenant }) => {
  const { bucket } = app.spec;
  const misplaced = new Set(bucketProblems(bucket).map(({ field }) => field));
  const credentials = bucket.credentialsFrom ?? {};
  const role = credentials.iamRole === OUTSIDE_ROLE ? undefined : credentials.iamRole;
  const at = [...BUCKET, 'credentialsFrom'];
  const listed: readonly Listed[] = [
    {
      list: 'bucketEndpoints',
      path: [...BUCKET, 'endpoint'],
      value: misplaced.has('endpoint') ? undefined : bucket.endpoint,
    },
    {
      list: 'azureStorageAccounts',
      path: [...BUCKET, 'storageAccount'],
      value: misplaced.has('storageAccount') ? undefined : bucket.storageAccount,
    },
    { list: 'iamRoles', path: [...at, 'iamRole'], value: role },
    { list: 'azureClientIds', path: [...at, 'azureClientID'], value: credentials.azureClientID },
    { list: 'gcpServiceAccounts', path: [...at, 'gcpServiceAccount'], value: credentials.gcpServiceAccount },
  ];
  return listed
    .filter(({ list, value }) => value !== undefined && !allows(tenant[list], value))
    .map(({ list, path, value = '' }) =>
      tenantFinding(tenant, { list, path, asked: `${path.join('.')} "${value}"` }),
    );
};

/** `iamRole: auto`: the role is bound outside, such as by EKS Pod Identity. Source: facts/operators.md A1. */
const OUTSIDE_ROLE = 'auto';

export const TENANT_STORE_RULES: readonly Rule[] = [checkPrefix, checkListed];
