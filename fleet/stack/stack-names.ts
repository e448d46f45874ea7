import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';
import type { Sha256Hex } from '../hash.ts';
import { LABEL_LENGTH } from '../names.ts';

/** Names that follow from a stack alone. facts/celld-stack.md 1.1 and 2. */
export interface StackNames {
  readonly release: string;
  /** Of StatefulSet, Service and ServiceAccount: what the chart calls its full name. It is the fleet's name too. */
  readonly fleet: string;
  readonly bucketObject: string;
  readonly publicAccessBlock: string;
  readonly encryption: string;
  readonly podIdentity: string;
  /** Of the S3 bucket itself, with aws.enabled. */
  readonly bucket: string;
}

export function stackNames({ metadata, spec }: ResolvedCelldStack): StackNames {
  const release = spec.releaseName ?? metadata.name;
  return {
    release,
    fleet: release.includes('celld') ? release : `${release}-celld`,
    bucketObject: `${metadata.name}-s3`,
    publicAccessBlock: `${metadata.name}-s3-pab`,
    encryption: `${metadata.name}-s3-encryption`,
    podIdentity: `${metadata.name}-celld`,
    bucket: spec.aws.bucketName ?? `hops-celld-${metadata.name}`.toLowerCase(),
  };
}

/**
 * The Application of a stack's release. Stacks of one name may stand in many namespaces, and their Applications all stand
 * in Argo CD's: the hash tells them apart, and from every Application that a person would name so (row 6.2.3).
 */
export function releaseApplicationName(namespace: string, name: string, sha256Hex: Sha256Hex): string {
  return `celld-${name}-${sha256Hex(`${namespace}/${name}`).slice(0, 8)}`;
}

/** What is added to a fleet's name at most: a revision's hash, or the name of a Service or Job. */
const LONGEST_SUFFIX = '-0000000000'.length;

/** The longest fleet name for which every name that is derived from it is a label. */
export const MAX_STACK_FLEET_LENGTH = LABEL_LENGTH - LONGEST_SUFFIX;

/** Which store a stack has; in this order one rules out the next. Row 1.3. */
export type StackMode = 'azurite' | 'aws' | 'plain';

export function stackMode({ spec }: ResolvedCelldStack): StackMode {
  if (spec.azurite.enabled) return 'azurite';
  return spec.aws.enabled ? 'aws' : 'plain';
}

/** Labels and tags that every object of a stack has; what the stack asks for wins. Row 1.1. */
export function stackLabels(
  { metadata }: ResolvedCelldStack,
  asked: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { 'hops.ops.com.ai/managed': 'true', 'hops.ops.com.ai/celldstack': metadata.name, ...asked };
}

/** Whether what the stack made may be deleted with it. Row 6.1. */
export function mayDelete({ spec }: ResolvedCelldStack): boolean {
  const { managementPolicies } = spec;
  return (
    managementPolicies.length === 0 ||
    managementPolicies.includes('*') ||
    managementPolicies.includes('Delete')
  );
}
