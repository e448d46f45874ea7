import type { ResourceType } from '../../fleet/cluster-api.ts';
import { RESOURCES } from '../../fleet/resources.ts';

/** The kinds that the simulated world itself knows something about: those of the Jobs, and its own. */
export const TYPES = {
  ...RESOURCES,
  controllerRevision: {
    group: 'apps',
    version: 'v1',
    plural: 'controllerrevisions',
    kind: 'ControllerRevision',
  },
  configMap: { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap' },
  secret: { group: '', version: 'v1', plural: 'secrets', kind: 'Secret' },
  service: { group: '', version: 'v1', plural: 'services', kind: 'Service' },
  serviceAccount: { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount' },
} as const satisfies Readonly<Record<string, ResourceType>>;

const BY_KIND: ReadonlyMap<string, ResourceType> = new Map(
  Object.values(TYPES).map((type): [string, ResourceType] => [`${apiVersionOf(type)} ${type.kind}`, type]),
);

export function apiVersionOf({ group, version }: ResourceType): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The type of a rendered object; one that the world knows nothing about is stored as it is. */
export function typeOf(apiVersion: string, kind: string): ResourceType {
  const known = BY_KIND.get(`${apiVersion} ${kind}`);
  if (known !== undefined) return known;
  const slash = apiVersion.indexOf('/');
  return {
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    plural: pluralOf(kind.toLowerCase()),
    kind,
  };
}

function pluralOf(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
  return singular.endsWith('s') ? `${singular}es` : `${singular}s`;
}

const WITHOUT_STATUS: ReadonlySet<string> = new Set([
  'configmaps',
  'secrets',
  'serviceaccounts',
  'leases',
  'events',
  'controllerrevisions',
  'roles',
  'rolebindings',
]);
const WITH_GENERATION: ReadonlySet<string> = new Set(['statefulsets', 'jobs', 'poddisruptionbudgets']);
const BUILT_IN: ReadonlySet<string> = new Set([
  '',
  'apps',
  'batch',
  'autoscaling',
  'policy',
  'coordination.k8s.io',
  'networking.k8s.io',
  'rbac.authorization.k8s.io',
]);

/** True where writes of the object leave `status` alone, and writes of its status subresource the rest. */
export function hasStatus(type: ResourceType): boolean {
  return !WITHOUT_STATUS.has(type.plural);
}

/** Built-in kinds as their strategies have it; custom resources with a status subresource always. */
export function hasGeneration(type: ResourceType): boolean {
  return WITH_GENERATION.has(type.plural) || !BUILT_IN.has(type.group);
}

/** Strategic merge patch is refused for custom resources (415). */
export function isBuiltIn(type: ResourceType): boolean {
  return BUILT_IN.has(type.group);
}

/** Field owners of pods, revisions and events decide nothing, and cost time. */
export function tracksFields(type: ResourceType): boolean {
  return !['pods', 'controllerrevisions', 'events'].includes(type.plural);
}
