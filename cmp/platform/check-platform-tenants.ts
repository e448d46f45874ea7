import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import type { Finding } from '../finding.ts';
import { ANY } from './tenant.ts';

/** A namespace is one trust domain (DESIGN D16), so it belongs to one tenant; then no two tenants match a destination. */
export function checkPlatformTenants({ tenants }: ResolvedPlatform): readonly Finding[] {
  const owners = new Map<string, number>();
  return tenants.flatMap(({ namespaces }, index) =>
    namespaces.flatMap((namespace, place): readonly Finding[] => {
      const path = ['tenants', index, 'namespaces', place];
      if (namespace === ANY) return tenants.length === 1 ? [] : [anyNamespace(path)];
      const owner = owners.get(namespace);
      owners.set(namespace, owner ?? index);
      return owner === undefined ? [] : [sharedNamespace(path, namespace, owner)];
    }),
  );
}

function anyNamespace(path: Finding['path']): Finding {
  return {
    code: 'PLATFORM_TENANT_OVERLAP',
    path,
    message: 'namespace "*" needs a file with one tenant: there are more',
    hint: 'list the namespaces of this tenant',
  };
}

function sharedNamespace(path: Finding['path'], namespace: string, owner: number): Finding {
  return {
    code: 'PLATFORM_TENANT_OVERLAP',
    path,
    message: `namespace "${namespace}" must belong to one tenant: tenants[${owner}] has it too`,
    hint: 'a namespace is one trust domain: keep it with one tenant, whose projects may be several',
  };
}
