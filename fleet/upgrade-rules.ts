import type { VersionRange } from './version-table.ts';

/** `rolling`: pod by pod. `recreate`: no old pod may live beside a new one. `blocked`: not by any strategy. */
export type Verdict = 'rolling' | 'recreate' | 'blocked';

/**
 * One boundary in one direction: it is met by every move from a version of `from` to a version of `to`, however far.
 */
export interface UpgradeRule {
  readonly boundary: string;
  readonly from: VersionRange;
  readonly to: VersionRange;
  readonly verdict: Verdict;
  /** Applies only while fleet durability, or one that is not known, is on either side. */
  readonly onlyWithFleetDurability?: true;
  /** Waived by `spec.celld.acknowledgeDowngrade: "<from>-><to>"`. */
  readonly acknowledge?: true;
  /** The way back is blocked, or acknowledged only (DESIGN D1). */
  readonly oneWay?: true;
  readonly reason: string;
  /** What the move costs, or what is lost where it is forced. */
  readonly cost: string;
  readonly remedy: string;
  readonly source: string;
}

export const FULL_STOP = 'every pod stops before the first new one starts: requests fail meanwhile';
export const SET_RECREATE = 'set spec.celld.updateStrategy: Recreate';

/** DESIGN 6, in the order of versions; upward before downward. */
export const UPGRADE_RULES: readonly UpgradeRule[] = [
  {
    boundary: '0.1 -> 0.2',
    from: { before: '0.2.0' },
    to: { since: '0.2.0' },
    verdict: 'recreate',
    reason:
      '0.2 nodes advertise an internal listener that 0.1 peers cannot follow and write blocks that 0.1 cannot restore',
    cost: FULL_STOP,
    remedy: SET_RECREATE,
    source: 'facts/celld.md 5, facts/operators.md A7',
  },
  {
    boundary: '0.2 -> 0.1',
    from: { since: '0.2.0' },
    to: { before: '0.2.0' },
    verdict: 'recreate',
    reason: '0.1 peers cannot follow the internal listener of 0.2 nodes',
    cost: `${FULL_STOP}; cells whose blocks 0.2 compacted cannot be restored`,
    remedy: SET_RECREATE,
    source: 'facts/operators.md A7',
  },
  {
    boundary: '0.2 -> 0.3',
    from: { before: '0.3.0' },
    to: { since: '0.3.0' },
    verdict: 'rolling',
    oneWay: true,
    reason:
      'a mixed fleet falls back to acknowledgements by the bucket; 0.3 keeps a node log that 0.2 cannot read',
    cost: 'none',
    remedy: 'none needed',
    source: 'facts/celld.md 5',
  },
  {
    boundary: '0.3 -> 0.2',
    from: { since: '0.3.0' },
    to: { before: '0.3.0' },
    verdict: 'blocked',
    reason: 'acknowledged writes in the node log of 0.3 cannot be read by older versions',
    cost: 'acknowledged writes are lost',
    remedy: 'stay on 0.3 or newer; to go back, start a new WorkerApp on a new bucket prefix',
    source: 'facts/celld.md 5, facts/operators.md A4 and A7',
  },
  {
    boundary: '0.3 -> 0.4',
    from: { before: '0.4.0' },
    to: { since: '0.4.0' },
    verdict: 'recreate',
    reason:
      '0.4 moves peer traffic to a tunnel that refuses another version and writes references that 0.3 cannot read',
    cost: FULL_STOP,
    remedy: SET_RECREATE,
    source: 'facts/celld.md 5, facts/operators.md A7',
  },
  {
    boundary: '0.4 -> 0.3',
    from: { since: '0.4.0' },
    to: { before: '0.4.0' },
    verdict: 'recreate',
    reason: 'the peer tunnel of 0.4 refuses another version',
    cost: `${FULL_STOP}; large values that 0.4 wrote cannot be read`,
    remedy: SET_RECREATE,
    source: 'facts/operators.md A7',
  },
  {
    boundary: '0.4.0 -> 0.4.1',
    from: { before: '0.4.1' },
    to: { since: '0.4.1' },
    verdict: 'rolling',
    oneWay: true,
    reason: '0.4.1 begins to page cells one lease lifetime after the last 0.4.0 node has gone',
    cost: 'none',
    remedy: 'none needed',
    source: 'facts/celld.md 5, facts/operators.md A7',
  },
  {
    boundary: '0.4.1 -> 0.4.0',
    from: { since: '0.4.1' },
    to: { before: '0.4.1' },
    verdict: 'blocked',
    reason: 'cells that 0.4.1 or newer has paged have no epoch that 0.4.0 or older can restore',
    cost: 'paged cells cannot be restored',
    remedy: 'stay on 0.4.1 or newer',
    source: 'facts/celld.md 5, facts/operators.md A7',
  },
  {
    boundary: '0.4 -> 0.5',
    from: { before: '0.5.0' },
    to: { since: '0.5.0' },
    verdict: 'recreate',
    reason: 'the release notes of 0.5.0 ask for a full stop, without a reason',
    cost: FULL_STOP,
    remedy: SET_RECREATE,
    source: 'facts/celld.md 5 and 9 row 4, facts/operators.md A7',
  },
  {
    boundary: '0.5 -> 0.4',
    from: { since: '0.5.0' },
    to: { before: '0.5.0' },
    verdict: 'recreate',
    reason: 'the release notes of 0.5.0 ask for a full stop, without a reason',
    cost: FULL_STOP,
    remedy: SET_RECREATE,
    source: 'facts/operators.md A7',
  },
  {
    boundary: '0.5 -> 0.6',
    from: { before: '0.6.0' },
    to: { since: '0.6.0' },
    verdict: 'recreate',
    onlyWithFleetDurability: true,
    reason: 'with fleet durability a 0.6 node does not start while a 0.5 follower holds its log',
    cost: FULL_STOP,
    remedy: `${SET_RECREATE}, or move to bucket durability first`,
    source: 'facts/celld.md 5, facts/operators.md A7 and F5',
  },
  {
    boundary: '0.6 -> 0.5',
    from: { since: '0.6.0' },
    to: { before: '0.6.0' },
    verdict: 'recreate',
    onlyWithFleetDurability: true,
    reason: 'with fleet durability 0.5 and 0.6 nodes cannot read each other’s log',
    cost: FULL_STOP,
    remedy: `${SET_RECREATE}, or move to bucket durability first`,
    source: 'facts/operators.md A7 and F5',
  },
  {
    boundary: '0.6.0 -> 0.6.1',
    from: { before: '0.6.1' },
    to: { since: '0.6.1' },
    verdict: 'rolling',
    oneWay: true,
    reason: 'finish the upgrade before using what needs it: log retention, Python Workers, larger assets',
    cost: 'none',
    remedy: 'none needed',
    source: 'facts/celld.md 5',
  },
  {
    boundary: '0.6.1 -> 0.6.0',
    from: { since: '0.6.1' },
    to: { before: '0.6.1' },
    verdict: 'blocked',
    acknowledge: true,
    reason: 'older versions have neither Python Workers nor log retention',
    cost: 'Python deployments do not start, and logs that retention has cut short cannot be sealed',
    remedy: 'remove Python deployments and log retention settings first',
    source: 'facts/celld.md 5, facts/operators.md A7',
  },
];
