import type { CodeTable } from './code-table.ts';

/** What is wrong with one CelldStack, or between several. */
export const CELLDSTACK_CODES = {
  CELLDSTACK_VERSION: {
    meaning: 'A CelldStack has a version of the API that this release does not read',
    remedy: 'Write hops.ops.com.ai/v1alpha1',
  },
  STACK_CONTRADICTION: {
    meaning: 'Two fields of a CelldStack rule each other out, such as two buckets at once',
    remedy: 'Keep the one that is meant: the message names both',
  },
  STACK_NAME: {
    meaning: 'A name that follows from the CelldStack is longer than Kubernetes or AWS takes',
    remedy: 'Shorten what the message names',
  },
  STACK_BUCKET_NAME: {
    meaning: 'The name of the S3 bucket of a CelldStack breaks a rule of S3',
    remedy: 'Write another spec.aws.bucketName',
  },
  STACK_ANNOTATION: {
    meaning: 'An annotation that steers the rollout of a CelldStack has a value that it cannot have',
    remedy: 'Correct it as the message says, or delete it',
  },
  STACK_POLICIES: {
    meaning: 'spec.managementPolicies asks for something that Argo CD cannot do by halves',
    remedy: 'Delete it, or leave out Delete alone',
  },
  STACK_CHART: {
    meaning: 'The chart of a CelldStack is one that Argo CD cannot fetch, or that its Jobs do not know',
    remedy: 'Write chartRepository and chartVersion, or a chartUrl that can be taken apart',
  },
  STACK_VALUES: {
    meaning: 'Helm values of a CelldStack change what its Jobs, policies and role know the fleet by',
    remedy: 'Leave the value out, or use the field of spec that sets it',
  },
  STACK_AZURITE: {
    meaning: 'A CelldStack asks for Azurite, and its tenant is not for development',
    remedy: 'Name a bucket, or set spec.aws.enabled',
  },
  STACK_SOURCE: {
    meaning:
      'The program was not told where the folder of a CelldStack is in git, which its Application needs',
    remedy: 'Inside Argo CD nothing is to be done; elsewhere pass --repo, --path and --revision',
  },
  STACK_TOO_LARGE: {
    meaning: 'A CelldStack is too large to be handed on to the guard of its release',
    remedy: 'Shorten spec.values: large texts belong into ConfigMaps',
  },
  STACK_GUARD: {
    meaning:
      'The plugin parameter guard holds no CelldStack, or one of another namespace than the destination',
    remedy: 'Leave the parameter to the Applications that celld-gitops renders',
  },
} as const satisfies CodeTable;
