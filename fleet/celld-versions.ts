import type { Durability } from './environment-input.ts';
import { rowFor, type VersionRow } from './version-table.ts';
import { type CelldVersion, compareVersions, minorLine, type VersionText, versionOf } from './version.ts';

/** Every release that the tables know, oldest first; 0.1.0 as a live version only (DESIGN D7). facts/celld.md 0. */
export const KNOWN_VERSIONS = [
  '0.1.0',
  '0.2.0',
  '0.2.1',
  '0.3.0',
  '0.4.0',
  '0.4.1',
  '0.5.0',
  '0.5.1',
  '0.6.0',
  '0.6.1',
  '0.6.2',
] as const satisfies readonly VersionText[];

/** The oldest version that can be rendered: before it there is one public listener for everything. facts/celld.md 1. */
export const OLDEST_VERSION = '0.2.0';

/** The newest release in the tables; a live version that is not known counts as this one (DESIGN 6). */
export const NEWEST_VERSION = '0.6.2';

/** Minor lines that can be rendered without being named in the platform file, oldest first. */
export const KNOWN_MINORS: readonly string[] = [
  ...new Set(
    KNOWN_VERSIONS.map(versionOf)
      .filter((version) => compareVersions(version, versionOf(OLDEST_VERSION)) >= 0)
      .map(minorLine),
  ),
];

/**
 * How far the tables reach: `known` (a minor line in them, whatever the patch), `named` (newer, and the platform file
 * says that it may run), `too-old`, `too-new`.
 */
export type VersionStanding = 'known' | 'named' | 'too-old' | 'too-new';

/** DESIGN D7. `namedMinors` are lines such as `0.7`. */
export function versionStanding(version: CelldVersion, namedMinors: readonly string[]): VersionStanding {
  if (compareVersions(version, versionOf(OLDEST_VERSION)) < 0) return 'too-old';
  if (KNOWN_MINORS.includes(minorLine(version))) return 'known';
  return namedMinors.includes(minorLine(version)) ? 'named' : 'too-new';
}

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
