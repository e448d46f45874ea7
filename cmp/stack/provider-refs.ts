import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';

/** The Argo CD cluster of the release: the helm ProviderConfig's name, by upstream's order. facts/celld-stack.md 1. */
export function releaseCluster({ spec }: ResolvedCelldStack): string {
  return spec.providerConfigRefs?.helm?.name ?? spec.helmProviderConfigRef?.name ?? spec.clusterName;
}

export interface ProviderRef {
  readonly name: string;
  readonly kind: 'ProviderConfig' | 'ClusterProviderConfig';
}

/** Name and kind fall back independently. */
export function awsRef({ spec }: ResolvedCelldStack): ProviderRef {
  const { name, kind } = spec.providerConfigRefs?.aws ?? {};
  return { name: name ?? spec.clusterName, kind: kind ?? 'ProviderConfig' };
}
