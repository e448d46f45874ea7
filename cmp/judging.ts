import type { ResolvedPlatform } from '../schemas/platform.generated.ts';
import type { Parameters } from './parameters/parameters.ts';
import type { Source } from './source.ts';
import type { Destination, Tenant } from './platform/tenant.ts';

/** What every document of a render is judged against. */
export interface Judging {
  readonly destination: Destination;
  readonly platform: ResolvedPlatform;
  readonly tenant: Tenant;
  readonly parameters: Parameters;
  /** Where in git the folder is; absent outside Argo CD. */
  readonly source?: Source;
}
