import type { CelldVersion } from './version.ts';
import { isInRange, type VersionRange } from './version-table.ts';

/** One thing that a WorkerApp can ask for and that only some versions can do. */
export interface CapabilityRow extends VersionRange {
  readonly field: string;
  readonly source: string;
}

/** What a version must be able to do for a WorkerApp's fields. DESIGN D7. */
export const CAPABILITIES = {
  'gs-bucket': { field: 'spec.bucket.name (gs://)', since: '0.2.0', source: 'facts/celld.md 3.3' },
  'az-bucket': { field: 'spec.bucket.name (az://)', since: '0.3.0', source: 'facts/celld.md 3.3' },
  'fleet-durability': { field: 'spec.durability (fleet)', since: '0.3.0', source: 'facts/celld.md 3.3' },
  'trust-forwarded-headers': {
    field: 'spec.trustForwardedHeaders',
    since: '0.2.1',
    source: 'facts/celld.md 3.3',
  },
  'in-place-deployment': {
    field: 'spec.deploymentPolicy (InPlace)',
    since: '0.4.0',
    source: 'facts/celld.md 4.2',
  },
  'vars-file': { field: 'spec.vars', before: '0.5.0', source: 'facts/celld.md 3.4' },
} as const satisfies Readonly<Record<string, CapabilityRow>>;

export type Capability = keyof typeof CAPABILITIES;

export function supports(version: CelldVersion, capability: Capability): boolean {
  return isInRange(version, CAPABILITIES[capability]);
}
