import type { Durability } from '../../../fleet/environment-input.ts';
import { parseVersion } from '../../../fleet/version.ts';
import { verdictOf, type Writer } from '../../../sim/celld/harm.ts';
import type { CelldEvent } from '../../support/kubelet/celld/events.ts';
import type { Breach, History } from './invariants.ts';

interface Neighbour {
  readonly node: string;
  readonly pod: string;
  readonly version: string;
  readonly durability: string;
}

/** I3 from the nodes' own logs: beside whom a process started that may not run beside it. */
export function neighbourBreaches({ events, acknowledged = [] }: History): readonly Breach[] {
  return starts(events).flatMap((start) =>
    (start['beside'] as readonly Neighbour[])
      .filter(({ node }) => isAlive(events, node, start.at))
      .filter((other) => !mayBeTogether(writerOf(start), writerOf(other), acknowledged))
      .map((other) => ({
        invariant: 'I3',
        at: start.at,
        what: `${start.pod} ${start.version} started beside ${other.pod} ${other.version}`,
      })),
  );
}

/** I3 and I4: no version starts on what a newer one wrote and it cannot read. A container that restarts is no new pod. */
export function writerBreaches({ events, acknowledged = [] }: History): readonly Breach[] {
  const served = events.filter(({ event }) => event === 'serving');
  const pods = new Set<string>();
  return starts(events).flatMap((start) => {
    const isRestart = pods.has(start.uid);
    pods.add(start.uid);
    if (isRestart) return [];
    const before = served.filter(({ at, bucket }) => at < start.at && bucket === start.bucket);
    const unread = before.find(
      (writer) => verdictOf(writerOf(writer), writerOf(start), acknowledged) === 'blocked',
    );
    if (unread === undefined) return [];
    const what = `${start.pod} ${start.version} started after ${unread.version} had written`;
    return [{ invariant: 'I3', at: start.at, what }];
  });
}

function starts(events: readonly CelldEvent[]): readonly CelldEvent[] {
  return events.filter(({ event }) => event === 'start');
}

/** In a roll either may start after the other: an older pod that dies starts beside the newer one. */
function mayBeTogether(a: Writer, b: Writer, acknowledged: readonly string[]): boolean {
  return [verdictOf(a, b, acknowledged), verdictOf(b, a, acknowledged)].includes('rolling');
}

/** A lease outlives a process that did not hand everything off. */
function isAlive(events: readonly CelldEvent[], node: string, at: number): boolean {
  const start = events.find((event) => event.node === node);
  if (start === undefined) return false;
  const end = events.find(
    (other) =>
      (other.node === node && other.event === 'exit') ||
      (other.uid === start.uid && other.event === 'ended' && other.at >= start.at),
  );
  return end === undefined || end.at > at;
}

function writerOf({ version, durability }: Pick<Neighbour, 'version' | 'durability'>): Writer {
  return { version: parseVersion(version), durability: durability as Durability };
}
