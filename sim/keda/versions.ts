import { type CelldVersion, isAtLeast, parseVersion, type VersionText } from '../../fleet/version.ts';

/** What one KEDA version does with a pause. facts/scaling.md 1.1 and 1.2. */
export interface KedaBehaviour {
  /** 2.12: the annotation's presence alone. 2.13 and later: its value; what is not a boolean counts as true. */
  readonly pause: 'unknown' | 'presence' | 'value';
  /** From 2.18.2 `Paused=True` is written while the autoscaler is still there. */
  readonly writesPausedFirst: boolean;
  /** The condition of an object that was never paused. */
  readonly neverPaused: 'Unknown' | 'False';
  /** `paused-scale-in` and `paused-scale-out`: `Paused=True` with the autoscaler left in place. */
  readonly knowsHalfPauses: boolean;
}

const NEWEST: CelldVersion = { major: 2, minor: 21, patch: 0 };

export function kedaBehaviour(text: string): KedaBehaviour {
  const version = parseVersion(text) ?? NEWEST;
  const since = (first: VersionText) => isAtLeast(version, first);
  return {
    pause: since('2.13.0') ? 'value' : since('2.12.0') ? 'presence' : 'unknown',
    writesPausedFirst: since('2.18.2'),
    neverPaused: since('2.18.0') ? 'False' : 'Unknown',
    knowsHalfPauses: since('2.18.0'),
  };
}

/** Go's `strconv.ParseBool`; what it does not know is true here. */
export function isTrue(value: string): boolean {
  return !['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(value);
}
