import { NEWEST_VERSION, versionStanding } from './celld-versions.ts';
import type { Durability } from './environment-input.ts';
import { BEYOND_THE_TABLE, UPGRADE_WARNINGS } from './upgrade-notes.ts';
import { UPGRADE_RULES, type UpgradeRule, type Verdict } from './upgrade-rules.ts';
import { type CelldVersion, compareVersions, formatVersion, versionOf } from './version.ts';
import { isInRange } from './version-table.ts';

/** One change of version: from what runs, or ran, to what is wanted. `from` left out: not known. */
export interface Move {
  readonly from?: CelldVersion;
  readonly to: CelldVersion;
  readonly durabilityFrom: Durability | 'unknown';
  readonly durabilityTo: Durability | 'unknown';
  /** `spec.celld.acknowledgeDowngrade`, such as `0.6.1->0.6.0`. */
  readonly acknowledgeDowngrade?: string;
  /** Newer minor lines that the platform file lets run, such as `0.7`. */
  readonly namedMinors: readonly string[];
}

/** Why a move may not roll. */
export interface MoveReason {
  readonly boundary: string;
  readonly verdict: Exclude<Verdict, 'rolling'>;
  readonly reason: string;
  readonly cost: string;
  readonly remedy: string;
  readonly source: string;
}

/** The harshest verdict of every boundary on the way, with every reason for it, the harshest first. */
export interface MoveJudgement {
  readonly verdict: Verdict;
  readonly reasons: readonly MoveReason[];
  /** The way back is blocked, or acknowledged only. */
  readonly oneWay: boolean;
  readonly warnings: readonly string[];
}

/** DESIGN 6: a jump meets every boundary on its way, in its direction. */
export function judgeMove(move: Move): MoveJudgement {
  const rules = rulesMet(move);
  const waived = rules.filter((rule) => isWaived(rule, move));
  const reasons = [
    ...rules.filter((rule) => !waived.includes(rule)).flatMap((rule) => reasonsOf(rule, move)),
    ...reasonsBeyondTheTable(move),
  ];
  const blocked = reasons.filter(({ verdict }) => verdict === 'blocked');
  const recreate = reasons.filter(({ verdict }) => verdict === 'recreate');
  return {
    verdict: blocked.length > 0 ? 'blocked' : recreate.length > 0 ? 'recreate' : 'rolling',
    reasons: [...blocked, ...recreate],
    oneWay: rules.some((rule) => rule.oneWay === true),
    warnings: [...waived.map(waiverWarning), ...warningsOf(move)],
  };
}

/** The text that waives the blocked rows that can be waived, for exactly this move. */
export function acknowledgementFor(move: Pick<Move, 'from' | 'to'>): string {
  return `${formatVersion(startOf(move))}->${formatVersion(move.to)}`;
}

/** A live version that is not known counts as the newest. */
function startOf({ from }: Pick<Move, 'from'>): CelldVersion {
  return from ?? versionOf(NEWEST_VERSION);
}

function rulesMet(move: Move): readonly UpgradeRule[] {
  const start = startOf(move);
  return UPGRADE_RULES.filter(
    (rule) =>
      isInRange(start, rule.from) &&
      isInRange(move.to, rule.to) &&
      (rule.onlyWithFleetDurability !== true || mayUseFleetDurability(move)),
  );
}

function mayUseFleetDurability({ durabilityFrom, durabilityTo }: Move): boolean {
  return durabilityFrom !== 'bucket' || durabilityTo !== 'bucket';
}

function isWaived(rule: UpgradeRule, move: Move): boolean {
  return rule.acknowledge === true && move.acknowledgeDowngrade === acknowledgementFor(move);
}

function reasonsOf(rule: UpgradeRule, move: Move): readonly MoveReason[] {
  const { boundary, verdict, reason, cost, source } = rule;
  if (verdict === 'rolling') return [];
  const lever = `then set spec.celld.acknowledgeDowngrade: "${acknowledgementFor(move)}"`;
  const remedy = rule.acknowledge === true ? `${rule.remedy}, ${lever}` : rule.remedy;
  return [{ boundary, verdict, reason, cost, remedy, source }];
}

function waiverWarning({ boundary, cost }: UpgradeRule): string {
  return `${boundary} is acknowledged: ${cost}`;
}

function warningsOf(move: Move): readonly string[] {
  const start = startOf(move);
  const met = UPGRADE_WARNINGS.filter(
    ({ between: [older, newer] }) =>
      (isInRange(start, older) && isInRange(move.to, newer)) ||
      (isInRange(start, newer) && isInRange(move.to, older)),
  );
  return met.map(({ warning }) => warning);
}

/** What no row can say: versions that the tables do not know. DESIGN D7 and 6. */
function reasonsBeyondTheTable(move: Move): readonly MoveReason[] {
  if (versionStanding(move.to, move.namedMinors) === 'too-new') return [BEYOND_THE_TABLE.unknownTarget];
  if (move.from === undefined) return [BEYOND_THE_TABLE.unknownStart];
  if (compareVersions(move.from, move.to) === 0) return [];
  const isNew = [move.from, move.to].some((version) =>
    ['named', 'too-new'].includes(versionStanding(version, move.namedMinors)),
  );
  return isNew ? [BEYOND_THE_TABLE.newMinor] : [];
}
