/** A celld release. A suffix such as `-debug` is no part of it: it names the same code. */
export interface CelldVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** A container image reference, taken apart. `version` is there only if the tag starts with a numeric x.y.z. */
export interface CelldImage {
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
  readonly version?: CelldVersion;
  /** What follows x.y.z in the tag, its separator included; empty for a plain release. */
  readonly suffix?: string;
}

const NUMBER = '(0|[1-9][0-9]{0,8})';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}$`);
const TAG = new RegExp(`^v?(${NUMBER}\\.${NUMBER}\\.${NUMBER})([-.+].*)?$`);

/** Takes an image reference apart; never fails: what is missing is left out. facts/operators.md A1, bug row G18. */
export function parseCelldImage(image: string): CelldImage {
  const at = image.indexOf('@');
  const named = at < 0 ? image : image.slice(0, at);
  const colon = named.lastIndexOf(':');
  const tagged = colon > named.lastIndexOf('/');
  return {
    repository: tagged ? named.slice(0, colon) : named,
    ...(tagged && parseTag(named.slice(colon + 1))),
    ...(at >= 0 && { digest: image.slice(at + 1) }),
  };
}

function parseTag(tag: string): Pick<CelldImage, 'tag' | 'version' | 'suffix'> {
  const match = TAG.exec(tag);
  const version = parseVersion(match?.[1] ?? '');
  return version === undefined ? { tag } : { tag, version, suffix: match?.[5] ?? '' };
}

/** `x.y.z` without leading zeros; anything else is undefined. */
export function parseVersion(text: string): CelldVersion | undefined {
  const match = VERSION.exec(text);
  return match === null
    ? undefined
    : { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]) };
}

/** `x.y.z`, as the rows of the version tables write it. */
export type VersionText = `${number}.${number}.${number}`;

/** Table rows are asked for at every turn of a Job; there are few of them. */
const tableVersions = new Map<VersionText, CelldVersion>();

/** The version that a table row names; a malformed row is a broken promise. */
export function versionOf(text: VersionText): CelldVersion {
  const known = tableVersions.get(text);
  if (known !== undefined) return known;
  const version = parseVersion(text);
  if (version === undefined) throw new Error(`Cannot read the version table: ${text} is not x.y.z`);
  tableVersions.set(text, version);
  return version;
}

/** Below zero when `a` is the older. */
export function compareVersions(a: CelldVersion, b: CelldVersion): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** True from `since` on. */
export function isAtLeast(version: CelldVersion, since: VersionText): boolean {
  return compareVersions(version, versionOf(since)) >= 0;
}

export function formatVersion(version: CelldVersion): VersionText {
  return `${version.major}.${version.minor}.${version.patch}`;
}

/** The minor line a version belongs to, such as `0.5`. */
export function minorLine(version: CelldVersion): string {
  return `${version.major}.${version.minor}`;
}
