import type { Path } from '../../documents/path.ts';
import type { Finding } from '../finding.ts';
import type { Tenant } from '../platform/tenant.ts';

export type TenantList = Exclude<keyof Tenant, 'name' | 'projects' | 'namespaces' | 'passThrough' | 'stacks'>;

interface Refusal {
  readonly list: TenantList;
  readonly path: Path;
  /** What the file asks for, as a message may show it. */
  readonly asked: string;
  readonly target?: 'key' | 'value';
}

const MOST_SHOWN = 5;

/** A value that no member of a tenant's list allows; the members are the platform team's words, so they are shown. */
export function tenantFinding(tenant: Tenant, { list, path, asked, target }: Refusal): Finding {
  const who = tenant.name === undefined ? 'this tenant' : `tenant "${tenant.name}"`;
  return {
    code: 'TENANT_NOT_ALLOWED',
    path,
    message: `${asked} must be allowed by ${list} of ${who} in the platform file: it is not`,
    hint: `${shownMembers(tenant, list)}; ask the platform team to extend the list`,
    ...(target !== undefined && { target }),
  };
}

function shownMembers(tenant: Tenant, list: TenantList): string {
  const members = tenant[list].map((member) => (typeof member === 'string' ? member : member.key));
  if (members.length === 0) return `${list} is empty`;
  const more = members.length > MOST_SHOWN ? ` and ${members.length - MOST_SHOWN} more` : '';
  return `${list} has ${members.slice(0, MOST_SHOWN).join(', ')}${more}`;
}
