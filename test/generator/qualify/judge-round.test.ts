import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { judgeRound, type RoundVerdict } from '../../../generator/qualify/judge-round.ts';
import { failed, type ReadOutcome, type WriteOutcome } from '../../../generator/store/object-store.ts';

const won: WriteOutcome = { kind: 'written', tag: '1' };
const lost: WriteOutcome = { kind: 'refused' };
const busy: WriteOutcome = { kind: 'contended' };
const silent = failed('bucket-unreachable', 'Cannot reach the store: there was no answer in time');
const there = (text: string): ReadOutcome => ({ kind: 'found', text, tag: '1' });

const ROUNDS: readonly (readonly [string, readonly WriteOutcome[], ReadOutcome, RoundVerdict['kind']])[] = [
  ['one winner whose text is there', [won, lost, lost], there('a'), 'one-winner'],
  ['two winners', [won, won, lost], there('a'), 'violated'],
  ['a winner whose text is not there', [won, lost, lost], there('b'), 'violated'],
  ['a winner, and nothing is there', [won, lost, lost], { kind: 'missing' }, 'violated'],
  ['a winner that an unanswered writer overwrote', [won, silent, lost], there('b'), 'violated'],
  ['nobody won and everybody was refused', [lost, lost, lost], there('a'), 'violated'],
  ['the unanswered writer turns out to have won', [lost, silent, lost], there('b'), 'one-winner'],
  ['an unanswered writer that has not won', [lost, silent, lost], { kind: 'missing' }, 'unknown'],
  ['a text of one that was refused', [silent, lost, lost], there('c'), 'unknown'],
  ['all were told to try again', [busy, busy, busy], { kind: 'missing' }, 'unknown'],
  ['one winner beside one that was told to try again', [won, busy, lost], there('a'), 'one-winner'],
  ['what is there cannot be read', [won, lost, lost], silent, 'unknown'],
  ['the store has no conditions', [{ kind: 'not-implemented' }, lost, lost], there('a'), 'violated'],
];

suite('judgeRound() of a race', () => {
  for (const [name, outcomes, after, kind] of ROUNDS) {
    test(`says ${kind}: ${name}`, () => {
      assert.equal(judgeRound(outcomes, ['a', 'b', 'c'], after).kind, kind);
    });
  }
});
