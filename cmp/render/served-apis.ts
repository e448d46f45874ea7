import type { Problem } from '../../documents/problem.ts';
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

/** Served by every cluster that can run a fleet; a list without it is no list. */
const ALWAYS_SERVED = 'apps/v1';

export interface ServedApis {
  readonly serves: Serves;
  readonly problems: readonly Problem[];
}

/**
 * Reads KUBE_API_VERSIONS: a list of `group/version` and `group/version/Kind`, separated by commas (facts/argocd.md 1.5).
 * Without it (the hydrator sends none) the platform file decides. A list that cannot be one is a problem: an API that is
 * taken for absent takes live objects away.
 */
export function servedApis(kubeApiVersions: string | undefined, platform: ResolvedPlatform): ServedApis {
  const listed = new Set((kubeApiVersions ?? '').split(',').map((entry) => entry.trim()));
  listed.delete('');
  if (listed.size === 0) return { serves: (api) => platform.optionalApis[api.setting], problems: [] };
  const problems = listed.has(ALWAYS_SERVED) ? [] : [INVALID];
  return { serves: (api) => listed.has(`${api.group}/${api.version}/${api.kind}`), problems };
}

const INVALID: Problem = {
  code: 'API_VERSIONS_INVALID',
  path: 'KUBE_API_VERSIONS',
  message: `Cannot tell what the cluster serves: KUBE_API_VERSIONS must list ${ALWAYS_SERVED}, as every cluster does: it does not`,
  hint: 'pass the list as Argo CD does, separated by commas, or leave the variable out',
};
