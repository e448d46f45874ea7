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
