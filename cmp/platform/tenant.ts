import type { Problem } from '../../documents/problem.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';

/** What one tenant may ask for. */
export type Tenant = ResolvedPlatform['tenants'][number];
export type PassThroughSetting = ResolvedPlatform['passThrough'];

/** The Argo CD destination that a folder is rendered for; both names are validated. */
export interface Destination {
  readonly namespace: string;
  readonly project: string;
}

/** As a member of a list: any value. */
export const ANY = '*';

/** True if a list of the platform file allows a value, compared whole. */
export function allows(list: readonly string[], value: string): boolean {
  return list.includes(ANY) || list.includes(value);
}

/**
 * The tenant of a destination. The platform file gives a namespace to one tenant only (checkPlatform), so at most one
 * can match, and there is no order or union to reason about.
 */
export function tenantFor(platform: ResolvedPlatform, destination: Destination): Tenant | undefined {
  return platform.tenants.find(
    (tenant) =>
      allows(tenant.namespaces, destination.namespace) && allows(tenant.projects, destination.project),
  );
}

/** Said once for a render whose destination belongs to no tenant. */
export function tenantUnknown({ namespace, project }: Destination): Problem {
  return {
    code: 'TENANT_UNKNOWN',
    path: '',
    message: `Cannot render for project "${project}" and namespace "${namespace}": the platform file has no tenant for them`,
    hint: 'add both names to one tenant of the platform file, under projects and namespaces',
  };
}

/** The pass-through setting that holds for a tenant: its own, as a whole, else the platform's. */
export function passThroughFor(platform: ResolvedPlatform, tenant: Tenant): PassThroughSetting {
  return tenant.passThrough ?? platform.passThrough;
}
