import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken, census, decideOn, NEW, pod, textOf, type TurnOptions, updated } from './turns.ts';

export const OLD_PODS = [0, 1, 2].map((ordinal) => pod(ordinal));
/** A pod of that revision whose container never ran. */
export const neverStarted = (ordinal: number, revision: string) =>
  broken(ordinal, { revision, container: { ...broken(ordinal).container, hasStarted: false } });
export const MIXED = [pod(0), pod(1), updated(2)];
export const ALL_NEW = [updated(0), updated(1), updated(2)];
export const DONE_SET = { currentRevision: NEW };
/** The partition lies where the mixed fleet's released pods start. */
export const OPEN = { partition: 2 };
export const RELEASED_1 = { version: '0.6.2', durability: 'bucket', state: 'started' } as const;

export type Row = readonly [what: string, options: TurnOptions, expected: RegExp];

export function table(rows: readonly Row[]): void {
  for (const [what, options, expected] of rows) {
    test(what, () => assert.match(textOf(decideOn(options)), expected));
  }
}

export const warm = (pods = OLD_PODS) => census(pods);

export const record = (...entries: readonly unknown[]) => ({ ran: { 'aws/cells/chat': entries as never } });
