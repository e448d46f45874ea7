import type { Durability } from './environment-input.ts';
import type { CelldVersion } from './version.ts';
import { rowFor, type VersionRow } from './version-table.ts';

/** The public path that answers 200 when a node may get requests; the other one belongs to the Worker. */
export const HEALTH_PATHS = [
  { before: '0.4.0', value: '/__celld/health', source: 'facts/celld.md 2' },
  { since: '0.4.0', value: '/.well-known/celld/health', source: 'facts/celld.md 2' },
] as const satisfies readonly VersionRow<string>[];

/** When a node takes up a new deployment: only as a process starts, or by polling the bucket. */
export type DeploymentAdoption = 'at-start' | 'polled';

export const DEPLOYMENT_ADOPTION = [
  { before: '0.4.0', value: 'at-start', source: 'facts/celld.md 4.2, bug row G5' },
  { since: '0.4.0', value: 'polled', source: 'facts/celld.md 4.2, bug row G5' },
] as const satisfies readonly VersionRow<DeploymentAdoption>[];

/** The durability of a node whose environment does not say one. */
export const DEFAULT_DURABILITY = [
  { before: '0.3.0', value: 'bucket', source: 'facts/celld.md 3.3' },
  { since: '0.3.0', value: 'fleet', source: 'facts/celld.md 3.3' },
] as const satisfies readonly VersionRow<Durability>[];

export function healthPath(version: CelldVersion): string {
  return rowFor(HEALTH_PATHS, version).value;
}

export function deploymentAdoption(version: CelldVersion): DeploymentAdoption {
  return rowFor(DEPLOYMENT_ADOPTION, version).value;
}

export function defaultDurability(version: CelldVersion): Durability {
  return rowFor(DEFAULT_DURABILITY, version).value;
}
