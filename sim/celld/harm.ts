import { judgeMove, type Move } from '../../fleet/judge-upgrade.ts';
import { acknowledgementFor } from '../../fleet/judge-upgrade.ts';
import { type CelldVersion, formatVersion } from '../../fleet/version.ts';
import type { Durability } from '../../fleet/environment-input.ts';

/** Something that must never happen to a fleet's data, or that must not happen without a reason. */
export interface Harm {
  /**
   * `neighbours`: two versions run on one bucket that must not. `unreadable`: a version started on data that a newer
   * one wrote and it cannot read. `overlap`: a controller or a person took a pod while another was not well. `outage`:
   * no node serves any more.
   */
  readonly kind: 'neighbours' | 'unreadable' | 'overlap' | 'outage';
  readonly at: number;
  readonly pod: string;
  readonly detail: string;
}

export interface Writer {
  readonly version: CelldVersion | undefined;
  readonly durability: Durability;
}

/** The words for a version that is not known. */
export function versionText({ version }: Writer): string {
  return version === undefined ? 'unknown' : formatVersion(version);
}

/** DESIGN 6 as the judge of what has happened: may `to` run beside, or after, `from`? */
export function verdictOf(
  from: Writer,
  to: Writer,
  acknowledged: readonly string[],
): 'rolling' | 'recreate' | 'blocked' {
  if (to.version === undefined) return 'recreate';
  const key = `${versionText(from)} ${from.durability} ${versionText(to)} ${to.durability} ${acknowledged.join()}`;
  let verdict = verdicts.get(key);
  if (verdict === undefined) {
    verdict = judge(from, to, acknowledged);
    verdicts.set(key, verdict);
  }
  return verdict;
}

const verdicts = new Map<string, 'rolling' | 'recreate' | 'blocked'>();

function judge(
  from: Writer,
  to: Writer,
  acknowledged: readonly string[],
): 'rolling' | 'recreate' | 'blocked' {
  if (to.version === undefined) return 'recreate';
  const move: Move = {
    ...(from.version !== undefined && { from: from.version }),
    to: to.version,
    durabilityFrom: from.durability,
    durabilityTo: to.durability,
    namedMinors: [],
  };
  const lever = acknowledgementFor(move);
  const { verdict } = judgeMove({
    ...move,
    ...(acknowledged.includes(lever) && { acknowledgeDowngrade: lever }),
  });
  return verdict;
}
