import { FULL_STOP, SET_RECREATE } from './upgrade-rules.ts';
import type { VersionRange } from './version-table.ts';

/** Something to know about a move between two ranges, in either direction, that does not change its verdict. */
export interface UpgradeWarning {
  readonly between: readonly [VersionRange, VersionRange];
  readonly warning: string;
  readonly source: string;
}

export const UPGRADE_WARNINGS: readonly UpgradeWarning[] = [
  {
    between: [{ since: '0.5.0', before: '0.6.0' }, { since: '0.6.0' }],
    warning:
      'celld 0.5.0 and 0.5.1 may be unable to take over a cell that 0.6 has compacted: CELLD_LTX_COMPACTION is on by default',
    source: 'facts/operators.md A7 (doubtful)',
  },
];

/** Moves that no row can judge. DESIGN 6 and D7. */
export const BEYOND_THE_TABLE = {
  unknownStart: {
    boundary: 'unknown live version',
    verdict: 'recreate',
    reason: 'a live pod does not say which version it runs, so it counts as the newest',
    cost: FULL_STOP,
    remedy: SET_RECREATE,
    source: 'DESIGN 6, bug row G18',
  },
  newMinor: {
    boundary: 'newer minor line',
    verdict: 'recreate',
    reason: 'no rule is known for a minor line that the tables do not have',
    cost: FULL_STOP,
    remedy: SET_RECREATE,
    source: 'DESIGN D7',
  },
  unknownTarget: {
    boundary: 'newer minor line',
    verdict: 'blocked',
    reason: 'neither the tables nor the platform file know the minor line of the wanted version',
    cost: 'a node may not start with our settings',
    remedy: 'name the minor line in the platform file',
    source: 'DESIGN D7',
  },
} as const;
