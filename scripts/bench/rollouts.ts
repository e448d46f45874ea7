import { setImmediate } from 'node:timers/promises';
import { sha256Hex } from '../../cmp/sha256.ts';
import type { RehearsalEvent } from '../../rehearsal/event.ts';
import { newRehearsal } from '../../rehearsal/rehearse.ts';
import { renderCommit } from '../demo/render-commit.ts';
import { readExample } from '../examples/example.ts';

/** Seconds for which a fleet stays unchanged before the next ordinal is released: the default of the platform file. */
const SETTLE_SECONDS = 10;

/** A rollout in virtual time, in seconds. */
export interface VirtualRollout {
  readonly pods: number;
  /** From the Job's first line to its last one. */
  readonly took: number;
  /** All pods' restarts, from SIGTERM to ready, one after another. */
  readonly restarts: number;
  /** What it may take: restarts and settle times and 5 % more, and a second a step. */
  readonly bound: number;
}

/** Rolls a fleet of the quick start with so many pods to a new application. */
export async function virtualRollout(pods: number): Promise<VirtualRollout> {
  const example = readExample('examples/quick-start', 'quick-start');
  const sized = (file: string) => file.replace(/^spec:$/m, `spec:\n  replicas: ${pods}`);
  const other = (file: string) => sized(file).replace(/appVersion: .*/, "appVersion: '8b04d2c6e1f75a39'");
  let events: RehearsalEvent[] = [];
  const tools = {
    sha256Hex,
    drain: () => setImmediate(),
    tell: (event: RehearsalEvent) => void events.push(event),
  };
  const rehearsal = newRehearsal(tools);
  await rehearsal.play({ name: 'first', manifests: await renderCommit(example, sized) });
  events = [];
  const end = await rehearsal.play({ name: 'other', manifests: await renderCommit(example, other) });
  if (end.phase !== 'Succeeded' || end.started !== pods)
    throw new Error(`the rollout of ${pods} pods: ${end.sentence}`);
  const told = events.filter(({ by }) => by === 'rollout');
  const took = ((told.at(-1)?.at ?? 0) - (told[0]?.at ?? 0)) / 1000;
  const restarts = restartSeconds(events);
  return { pods, took, restarts, bound: (restarts + pods * SETTLE_SECONDS) * 1.05 + pods };
}

function restartSeconds(events: readonly RehearsalEvent[]): number {
  const since = new Map<string, number>();
  let all = 0;
  for (const { by, text, at } of events) {
    const pod = text.split(' ')[0] ?? '';
    if (by === 'pods' && text.endsWith('drains and ends')) since.set(pod, at);
    if (by === 'pods' && text.endsWith('is ready')) all += at - (since.get(pod) ?? at);
  }
  return all / 1000;
}
