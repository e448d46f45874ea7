import { bucketProblems } from '../../../fleet/bucket-problems.ts';
import { MAX_STACK_FLEET_LENGTH, stackMode, stackNames } from '../../../fleet/stack/stack-names.ts';
import type { Finding } from '../../finding.ts';
import type { StackRule } from '../stack-context.ts';

/** The chart cuts its names to 63 characters, and other names to none: what is derived must fit (row 1.1). */
const checkFleetName: StackRule = ({ stack }) => {
  const { fleet } = stackNames(stack);
  if (fleet.length <= MAX_STACK_FLEET_LENGTH) return [];
  const path = stack.spec.releaseName === undefined ? ['metadata', 'name'] : ['spec', 'releaseName'];
  return [
    {
      code: 'STACK_NAME',
      path,
      message: `the fleet's name, which is "${fleet}", must have at most ${MAX_STACK_FLEET_LENGTH} characters, so that what is derived from it has at most 63: it has ${fleet.length}`,
      hint: 'write a shorter releaseName, or one that contains "celld": nothing is then put behind it',
    },
  ];
};

/** IAM allows 64 characters; Crossplane would only say so when everything else is there. Row 2.6. */
const MAX_ROLE_LENGTH = 64;

const checkRoleName: StackRule = ({ stack }) => {
  const { spec } = stack;
  if (stackMode(stack) !== 'aws') return [];
  const { length } = `${spec.aws.rolePrefix}${spec.clusterName}-${stackNames(stack).podIdentity}`;
  if (length <= MAX_ROLE_LENGTH) return [];
  return [
    {
      code: 'STACK_NAME',
      path: spec.aws.rolePrefix === '' ? ['spec', 'clusterName'] : ['spec', 'aws', 'rolePrefix'],
      message: `the role's name, made of aws.rolePrefix, clusterName and the name of the stack, must have at most ${MAX_ROLE_LENGTH} characters: it has ${length}`,
      hint: 'shorten one of the three',
    },
  ];
};

/** Rules of S3 for general purpose buckets, beyond what the schema's pattern says. */
const BUCKET_RULES: readonly (readonly [RegExp, string])[] = [
  [/^.{64,}$/, 'have at most 63 characters'],
  [/\.\.|\.-|-\./, 'have no two dots, nor a dot beside a hyphen'],
  [/^[0-9]+(\.[0-9]+){3}$/, 'not look like an IP address'],
  [/^(xn--|sthree-|amzn-s3-demo-)/, 'not start with a prefix that S3 keeps for itself'],
  [/(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/, 'not end with a suffix that S3 keeps for itself'],
];

const checkAwsBucket: StackRule = ({ stack }) => {
  if (stackMode(stack) !== 'aws') return [];
  const { bucket } = stackNames(stack);
  const isNamed = stack.spec.aws.bucketName !== undefined;
  return BUCKET_RULES.filter(([pattern]) => pattern.test(bucket)).map(([, rule]): Finding => ({
    code: 'STACK_BUCKET_NAME',
    path: isNamed ? ['spec', 'aws', 'bucketName'] : ['metadata', 'name'],
    message: `the name of the bucket, which is "${bucket}", must ${rule}`,
    hint: 'write another aws.bucketName; names are shared with all of the world',
  }));
};

/** The storage account of an az:// bucket comes with the Secret: there is no field for it. */
const checkBucket: StackRule = ({ stack: { spec } }) => {
  if (spec.bucket === '') return [];
  const { bucket: name, endpoint } = spec;
  return bucketProblems({ name, ...(endpoint !== '' && name.startsWith('s3://') && { endpoint }) })
    .filter(({ field }) => field !== 'storageAccount')
    .map(({ field, reason }) => ({
      code: 'BUCKET_INVALID',
      path: ['spec', field === 'name' ? 'bucket' : 'endpoint'],
      message: `spec.${field === 'name' ? 'bucket' : 'endpoint'} ${reason}`,
      hint: 'write scheme, bucket and whole path segments, such as s3://cells/production, and an https endpoint',
    }));
};

export const NAME_RULES: readonly StackRule[] = [checkFleetName, checkRoleName, checkAwsBucket, checkBucket];
