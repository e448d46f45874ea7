import { LONGEST_START_SECONDS } from '../bounds.ts';
import { missingStateFields } from '../state/missing-state-fields.ts';
import { UNREADABLE_WORDS } from '../state/unreadable-words.ts';
import type { FleetPod } from './pod.ts';
import type { Census } from './snapshot.ts';
import { ordinalsDown, podAt, type Turn } from './turn.ts';

/** What one pod means for the census. */
export type PodStanding =
  /** It holds no cells: not ready, not answering, and its container does not run. Bug row G3. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'counted'; readonly restoring: number }
  | { readonly kind: 'holds'; readonly why: string; readonly isSilent: boolean };

/** DESIGN D12. A pod that is ready and cannot be read holds the gate; so does one that runs. */
export function standingOf(pod: FleetPod, census: Census): PodStanding {
  if (census.changed.includes(pod.name)) return holds(`pod ${pod.name} changed while it was read`);
  const reading = census.readings.get(pod.uid);
  if (reading === undefined) return holds(`pod ${pod.name} was not read`);
  if (reading.kind === 'unreadable') {
    if (!pod.isReady && !pod.container.isRunning) return { kind: 'empty' };
    return holds(`pod ${pod.name} ${UNREADABLE_WORDS[reading.reason]}`, !pod.isReady);
  }
  const missing = missingStateFields(reading.state, pod.version);
  if (missing.length > 0) return holds(`pod ${pod.name} does not tell ${missing.join(', ')}`);
  return { kind: 'counted', restoring: reading.state.restoring ?? 0 };
}

function holds(why: string, isSilent = false): PodStanding {
  return { kind: 'holds', why, isSilent };
}

/** Why the census is not complete, or undefined. `except`: the ordinal that is to be released may be unwell. */
export function censusBlockers(
  turn: Pick<Turn, 'pods' | 'set'>,
  census: Census,
  except?: number,
): readonly string[] {
  const { pods, set } = turn;
  const missing = ordinalsDown(turn)
    .filter((ordinal) => podAt(turn, ordinal) === undefined)
    .map((ordinal) => `pod ${set.name}-${ordinal} is missing`);
  const strangers = pods
    .filter((pod) => pod.controller !== set.uid || pod.ordinal < 0 || pod.ordinal >= set.replicas)
    .map((pod) => `pod ${pod.name} is not one of the ${set.replicas} that the StatefulSet should have`);
  const ending = pods
    .filter(({ isTerminating }) => isTerminating)
    .map((pod) => `pod ${pod.name} on node ${pod.node === '' ? '(none)' : pod.node} is still ending`);
  const held = pods.flatMap((pod) => heldBy(pod, census, except));
  return [...new Set([...ending, ...missing, ...strangers, ...held])];
}

function heldBy(pod: FleetPod, census: Census, except: number | undefined): readonly string[] {
  const standing = standingOf(pod, census);
  if (standing.kind === 'holds') return [standing.why];
  if (standing.kind === 'counted' && !pod.isReady && pod.ordinal !== except)
    return [`pod ${pod.name} is not ready`];
  return [];
}

/** Cells that are still being restored, over every pod that counts. */
export function restoringOf(
  { pods }: Pick<Turn, 'pods'>,
  census: Census,
): { readonly sum: number; readonly where: string } {
  const counts = pods.map((pod) => ({ pod, standing: standingOf(pod, census) }));
  const busy = counts.flatMap(({ pod, standing }) =>
    standing.kind === 'counted' && standing.restoring > 0 ? [{ pod, restoring: standing.restoring }] : [],
  );
  return {
    sum: busy.reduce((sum, { restoring }) => sum + restoring, 0),
    where: busy.map(({ pod }) => pod.name).join(', '),
  };
}

/** Seconds for which a Job must itself have found a pod silent: its wall clock may have jumped. */
const OBSERVED_SILENCE_SECONDS = 60;

/** By the list alone: whether it is worth a sweep to ask. */
export function maybeStuck({ isReady, isTerminating, container }: FleetPod, now: number): boolean {
  const { isRunning, startedAt } = container;
  const isLong = startedAt !== undefined && now - startedAt > LONGEST_START_SECONDS * 1000;
  return !isReady && !isTerminating && isRunning && isLong;
}

/** A pod that runs, is not ready and has been silent longer than any documented start. DESIGN D12. */
export function isStuck({ snapshot, memory }: Turn, pod: FleetPod, census: Census): boolean {
  const standing = standingOf(pod, census);
  const { startedAt } = pod.container;
  const watchedSince = memory.silentSince.get(pod.uid);
  if (
    standing.kind !== 'holds' ||
    !standing.isSilent ||
    startedAt === undefined ||
    watchedSince === undefined
  )
    return false;
  const isLong = snapshot.now - startedAt > LONGEST_START_SECONDS * 1000;
  return isLong && snapshot.monotonic - watchedSince >= OBSERVED_SILENCE_SECONDS * 1000;
}
