import { type CelldVersion, isAtLeast, type VersionText } from './version.ts';

/** The versions from `since` on and before `before`; either may be open. */
export interface VersionRange {
  readonly since?: VersionText;
  readonly before?: VersionText;
}

/** What holds in a range of versions, and where that was read. */
export interface VersionRow<T> extends VersionRange {
  readonly value: T;
  readonly source: string;
}

export function isInRange(version: CelldVersion, { since, before }: VersionRange): boolean {
  return (
    (since === undefined || isAtLeast(version, since)) &&
    (before === undefined || !isAtLeast(version, before))
  );
}

/** The row that holds for a version. Tables cover every version; a gap is a broken promise. */
export function rowFor<T>(rows: readonly VersionRow<T>[], version: CelldVersion): VersionRow<T> {
  const row = rows.find((candidate) => isInRange(version, candidate));
  if (row === undefined) throw new Error('Cannot look up a celld version: the table has a gap');
  return row;
}

/** `0.4.0 and later`, `before 0.5.0`, `0.2.0 to before 0.4.0` or `every version`. */
export function formatRange({ since, before }: VersionRange): string {
  if (since !== undefined && before !== undefined) return `${since} to before ${before}`;
  if (since !== undefined) return `${since} and later`;
  return before === undefined ? 'every version' : `before ${before}`;
}
