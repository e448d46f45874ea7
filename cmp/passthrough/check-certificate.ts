import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonObject } from '../../documents/json.ts';
import type { Path } from '../../documents/path.ts';
import type { Finding } from '../finding.ts';
import type { Tenant } from '../platform/tenant.ts';
import { allowsHostname } from '../rules/tenant-traffic-rules.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';

const HOSTNAME = /^(?:\*\.)?[a-z0-9](?:[-a-z0-9.]{0,250}[a-z0-9])?$/;

interface CertificateContext extends GroupKind {
  readonly tenant: Tenant;
}

/** A certificate is asked for with the platform's issuer, so its names follow the tenant's host names (T8). */
export function checkCertificate(
  object: JsonObject,
  { group, kind, tenant }: CertificateContext,
): readonly Finding[] {
  const { spec } = object;
  if (group !== 'cert-manager.io' || kind !== 'Certificate' || !isJsonObject(spec)) return [];
  const names = isJsonArray(spec['dnsNames']) ? spec['dnsNames'] : [];
  const places = [
    ...names.map((name, index) => ({ name, path: ['spec', 'dnsNames', index] as Path })),
    ...('commonName' in spec ? [{ name: spec['commonName'], path: ['spec', 'commonName'] as Path }] : []),
  ];
  return places.flatMap(({ name, path }): readonly Finding[] =>
    typeof name !== 'string' || !allowsHostname(tenant.hostnames, name) ? [refusedName(name, path)] : [],
  );
}

function refusedName(name: unknown, path: Path): Finding {
  const shown = typeof name === 'string' && HOSTNAME.test(name) ? ` "${name}"` : '';
  return {
    code: 'TENANT_NOT_ALLOWED',
    path,
    message: `the name${shown} must be allowed by hostnames of this tenant in the platform file: it is not`,
    hint: 'delete the name, or ask the platform team to extend hostnames',
  };
}
