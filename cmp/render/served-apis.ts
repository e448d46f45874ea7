import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';

/** An API that a cluster may lack, and the platform setting that answers where Argo CD does not say. */
export interface OptionalApi {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly setting: keyof ResolvedPlatform['optionalApis'];
}

/** Answers whether the destination cluster serves an API. */
export type Serves = (api: OptionalApi) => boolean;

/**
 * Reads KUBE_API_VERSIONS: a list of `group/version` and `group/version/Kind`, separated by commas (facts/argocd.md 1.5).
 * Without it (the hydrator sends none) the platform file decides.
 */
export function servedApis(kubeApiVersions: string | undefined, platform: ResolvedPlatform): Serves {
  const listed = new Set((kubeApiVersions ?? '').split(',').map((entry) => entry.trim()));
  listed.delete('');
  if (listed.size === 0) return (api) => platform.optionalApis[api.setting];
  return (api) => listed.has(`${api.group}/${api.version}/${api.kind}`);
}
