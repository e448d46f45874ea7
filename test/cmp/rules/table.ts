import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertGolden } from './golden.ts';
import { judge } from './judge.ts';
import type { Case, Told } from './judge.ts';

/** A sentence about the rules, what is given, and the codes of everything that is said about it. */
export type Row = readonly [sentence: string, given: Case, codes: readonly string[]];

/** One test a row for its verdict, and one for the words of all of them. */
export function testTable(subject: string, rows: readonly Row[], golden: URL): void {
  const sections: (readonly [string, readonly Told[]])[] = [];
  for (const [sentence, given, codes] of rows) {
    test(`${subject} ${sentence}`, () => {
      const told = judge(given);
      assert.deepEqual(
        told.map(({ code }) => code),
        codes,
      );
      if (told.length > 0) sections.push([sentence, told]);
    });
  }
  test(`${subject} says what the golden file holds`, () => assertGolden(golden, sections));
}
