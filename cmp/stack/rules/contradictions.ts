import { bucketIdentity } from '../../../fleet/bucket.ts';
import { stackMode } from '../../../fleet/stack/stack-names.ts';
import { releaseCluster } from '../provider-refs.ts';
import { isWritten, type StackContext, type StackRule } from '../stack-context.ts';

interface Row {
  readonly path: readonly string[];
  readonly when: (context: StackContext) => boolean;
  readonly why: string;
  readonly hint: string;
}

const azurite = ({ stack }: StackContext): boolean => stackMode(stack) === 'azurite';
const aws = ({ stack }: StackContext): boolean => stackMode(stack) === 'aws';
const awsField = (field: string): Row => ({
  path: ['aws', field],
  when: (context) => !context.stack.spec.aws.enabled && isWritten(context, 'aws', field),
  why: 'it is for aws.enabled, which is false',
  hint: 'delete it, or set aws.enabled: true',
});

/** Fields that rule each other out. Upstream drops one of the two without a word, or starts what cannot work (row 1.3). */
const ROWS: readonly Row[] = [
  {
    path: ['bucket'],
    when: (context) => context.stack.spec.bucket !== '' && azurite(context),
    why: 'azurite.enabled makes a store of its own: that would be two buckets',
    hint: 'delete bucket, or turn azurite off',
  },
  {
    path: ['bucket'],
    when: (context) => context.stack.spec.bucket !== '' && aws(context),
    why: 'aws.enabled makes a bucket of its own: that would be two buckets',
    hint: 'delete bucket, or turn aws off and keep the bucket; a bucket of aws is named by aws.bucketName',
  },
  {
    path: ['aws', 'enabled'],
    when: ({ stack }) => stack.spec.aws.enabled && stack.spec.azurite.enabled,
    why: 'azurite.enabled is set too: a stack has one store',
    hint: 'keep one of the two',
  },
  {
    path: ['endpoint'],
    when: (context) => context.stack.spec.endpoint !== '' && (azurite(context) || aws(context)),
    why: 'it is for an S3-compatible store, and the stack makes another',
    hint: 'delete it',
  },
  {
    path: ['endpoint'],
    when: ({ stack: { spec } }) =>
      spec.endpoint !== '' && spec.bucket !== '' && bucketIdentity({ name: spec.bucket }).scheme !== 's3',
    why: 'the bucket is not s3://, and celld then refuses an endpoint',
    hint: 'delete it, or write an s3:// bucket',
  },
  {
    path: ['credentials', 'existingSecret'],
    when: (context) => context.stack.spec.credentials.existingSecret !== '' && aws(context),
    why: 'aws.enabled binds a role to the pods, and keys in a Secret would win over it',
    hint: 'delete it, or turn aws off and name the bucket',
  },
  {
    path: ['credentials', 'existingSecret'],
    when: (context) => context.stack.spec.credentials.existingSecret !== '' && azurite(context),
    why: 'azurite has its own credentials',
    hint: 'delete it',
  },
  ...['region', 'bucketName', 'forceDestroy', 'rolePrefix', 'permissionsBoundaryArn'].map(awsField),
  {
    path: ['persistence', 'existingClaim'],
    when: ({ stack: { spec } }) => spec.persistence.existingClaim !== '' && spec.replicaCount > 1,
    why: 'every pod would mount it, and there is more than one',
    hint: 'delete it, so that each pod gets a volume of its own, or write replicaCount: 1',
  },
  {
    path: ['values'],
    when: ({ stack: { spec } }) =>
      Object.keys(spec.values).length > 0 && Object.keys(spec.overrideAllValues).length > 0,
    why: 'overrideAllValues takes the place of all values, of these too',
    hint: 'move them into overrideAllValues, or delete one of the two',
  },
  {
    path: ['chartRepository'],
    when: (context) => context.stack.spec.chartUrl !== '' && isWritten(context, 'chartRepository'),
    why: 'chartUrl names the repository too',
    hint: 'delete one of the two',
  },
  {
    path: ['helmProviderConfigRef', 'name'],
    when: ({ stack: { spec } }) => {
      const [older, name] = [spec.helmProviderConfigRef?.name, spec.providerConfigRefs?.helm?.name];
      return older !== undefined && name !== undefined && older !== name;
    },
    why: 'providerConfigRefs.helm names another',
    hint: 'delete it: it is the older name of providerConfigRefs.helm',
  },
  {
    path: ['providerConfigRefs', 'kubernetes', 'name'],
    when: ({ stack }) => {
      const name = stack.spec.providerConfigRefs?.kubernetes?.name;
      return name !== undefined && name !== releaseCluster(stack);
    },
    why: 'it names another cluster than that of the release, whose namespace it is for',
    hint: 'delete it: the namespace comes with the release',
  },
];

export const checkContradictions: StackRule = (context) =>
  ROWS.filter(({ when }) => when(context)).map(({ path, why, hint }) => ({
    code: 'STACK_CONTRADICTION',
    path: ['spec', ...path],
    message: `spec.${path.join('.')} must be absent: ${why}`,
    hint,
    target: 'key',
  }));
