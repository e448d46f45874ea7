import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KNOWN_VERSIONS } from '../../../fleet/celld-versions.ts';
import { acknowledgementFor, judgeMove, type Move } from '../../../fleet/judge-upgrade.ts';
import { UPGRADE_RULES } from '../../../fleet/upgrade-rules.ts';
import { parseVersion, versionOf, type VersionText } from '../../../fleet/version.ts';

/**
 * DESIGN 6 written out by hand, from row to column: `.` rolling, `R` recreate, `X` blocked, `b` rolling with bucket durability on both
 * sides and else recreate, `r`, `c`, `o` blocked until acknowledged and then `R`, `b` and `.`.
 */
const MOVES: readonly [VersionText, string][] = [
  //          0.1.0 0.2.0 0.2.1 0.3.0 0.4.0 0.4.1 0.5.0 0.5.1 0.6.0 0.6.1 0.6.2
  ['0.1.0', '.     R     R     R     R     R     R     R     R     R     R'],
  ['0.2.0', 'R     .     .     .     R     R     R     R     R     R     R'],
  ['0.2.1', 'R     .     .     .     R     R     R     R     R     R     R'],
  ['0.3.0', 'X     X     X     .     R     R     R     R     R     R     R'],
  ['0.4.0', 'X     X     X     R     .     .     R     R     R     R     R'],
  ['0.4.1', 'X     X     X     X     X     .     R     R     R     R     R'],
  ['0.5.0', 'X     X     X     X     X     R     .     .     b     b     b'],
  ['0.5.1', 'X     X     X     X     X     R     .     .     b     b     b'],
  ['0.6.0', 'X     X     X     X     X     R     b     b     .     .     .'],
  ['0.6.1', 'X     X     X     X     X     r     c     c     o     .     .'],
  ['0.6.2', 'X     X     X     X     X     r     c     c     o     .     .'],
];

interface Cell {
  readonly from: VersionText;
  readonly to: VersionText;
  readonly cell: string;
}

const CELLS: readonly Cell[] = MOVES.flatMap(([from, row]) =>
  row.split(/ +/).map((cell, column) => ({ from, to: KNOWN_VERSIONS[column] ?? '0.0.0', cell })),
);

const BUCKET = { durabilityFrom: 'bucket', durabilityTo: 'bucket', namedMinors: [] } as const;

function move(from: VersionText | undefined, to: VersionText, rest: Partial<Move> = {}): Move {
  return { ...BUCKET, ...(from && { from: versionOf(from) }), to: versionOf(to), ...rest };
}

function expected(cell: string, hasFleet: boolean, isAcknowledged: boolean): string {
  if (cell === 'X' || ('rco'.includes(cell) && !isAcknowledged)) return 'blocked';
  if (cell === 'R' || cell === 'r') return 'recreate';
  return 'bc'.includes(cell) && hasFleet ? 'recreate' : 'rolling';
}

test('the table of moves has a cell for every pair of known versions', () => {
  assert.equal(CELLS.length, KNOWN_VERSIONS.length ** 2);
  assert.deepEqual(
    MOVES.map(([from]) => from),
    KNOWN_VERSIONS,
  );
});

for (const { from, to, cell } of CELLS) {
  test(`judgeMove() ${from} -> ${to}: ${expected(cell, false, false)} with bucket durability`, () => {
    assert.equal(judgeMove(move(from, to)).verdict, expected(cell, false, false));
  });
}

test('judgeMove() asks for recreate between 0.5 and 0.6 when either side may use fleet durability', () => {
  const sides: Partial<Move>[] = [
    { durabilityFrom: 'fleet' },
    { durabilityTo: 'fleet' },
    { durabilityFrom: 'unknown' },
    { durabilityFrom: 'fleet', durabilityTo: 'fleet' },
  ];
  for (const { from, to, cell } of CELLS) {
    for (const side of sides) {
      assert.equal(judgeMove(move(from, to, side)).verdict, expected(cell, true, false), `${from} -> ${to}`);
    }
  }
});

test('judgeMove() lets an acknowledged downgrade below 0.6.1 be judged by the other rows, and no other row be waived', () => {
  for (const { from, to, cell } of CELLS) {
    const acknowledgeDowngrade = `${from}->${to}`;
    const bucket = judgeMove(move(from, to, { acknowledgeDowngrade }));
    assert.equal(bucket.verdict, expected(cell, false, true), acknowledgeDowngrade);
    const fleet = judgeMove(move(from, to, { acknowledgeDowngrade, durabilityTo: 'fleet' }));
    assert.equal(fleet.verdict, expected(cell, true, true), acknowledgeDowngrade);
  }
});

test('judgeMove() takes an acknowledgement for the move that it names, and for no other', () => {
  for (const acknowledgeDowngrade of [
    '0.6.1->0.5.1',
    '0.6.2->0.6.0',
    '0.6.1 -> 0.6.0',
    'v0.6.1->v0.6.0',
    '',
    '->0.6.0',
  ]) {
    const judgement = judgeMove(move('0.6.1', '0.6.0', { acknowledgeDowngrade }));
    assert.equal(judgement.verdict, 'blocked', acknowledgeDowngrade);
    assert.match(judgement.reasons[0]?.remedy ?? '', /acknowledgeDowngrade: "0\.6\.1->0\.6\.0"$/);
  }
  const waived = judgeMove(move('0.6.1', '0.6.0', { acknowledgeDowngrade: '0.6.1->0.6.0' }));
  assert.deepEqual(waived.reasons, []);
  assert.match(waived.warnings[0] ?? '', /^0\.6\.1 -> 0\.6\.0 is acknowledged: Python deployments/);
});

test('a way is one-way exactly where the way back is blocked or acknowledged only', () => {
  for (const { from, to } of CELLS) {
    const back = judgeMove(move(to, from)).verdict;
    assert.equal(judgeMove(move(from, to)).oneWay, back === 'blocked', `${from} -> ${to}`);
  }
});

test('the one-way boundaries are 0.2 to 0.3, 0.4.0 to 0.4.1 and 0.6.0 to 0.6.1', () => {
  const oneWay = UPGRADE_RULES.filter((rule) => rule.oneWay === true).map(({ boundary }) => boundary);
  assert.deepEqual(oneWay, ['0.2 -> 0.3', '0.4.0 -> 0.4.1', '0.6.0 -> 0.6.1']);
});

test('a jump meets every boundary on its way, the harshest reasons first', () => {
  const up = judgeMove(move('0.1.0', '0.6.2', { durabilityTo: 'fleet' }));
  assert.deepEqual(
    up.reasons.map(({ boundary }) => boundary),
    ['0.1 -> 0.2', '0.3 -> 0.4', '0.4 -> 0.5', '0.5 -> 0.6'],
  );
  const down = judgeMove(move('0.6.2', '0.2.1'));
  assert.deepEqual(
    down.reasons.map(({ boundary, verdict }) => `${verdict} ${boundary}`),
    [
      'blocked 0.3 -> 0.2',
      'blocked 0.4.1 -> 0.4.0',
      'blocked 0.6.1 -> 0.6.0',
      'recreate 0.4 -> 0.3',
      'recreate 0.5 -> 0.4',
    ],
  );
});

test('every reason says what is wrong, what it costs, what to do and where that was read', () => {
  const reasons = CELLS.flatMap(
    ({ from, to }) => judgeMove(move(from, to, { durabilityTo: 'fleet' })).reasons,
  );
  for (const { reason, cost, remedy, source } of reasons) {
    for (const text of [reason, cost, remedy, source]) assert.notEqual(text, '');
    assert.match(reason, /[^.]$/);
  }
});

test('a patch that the table does not have counts as the newest of its minor line', () => {
  const newer: Record<string, VersionText> = {
    '0.2.1': '0.2.9',
    '0.3.0': '0.3.9',
    '0.4.1': '0.4.9',
    '0.5.1': '0.5.9',
    '0.6.2': '0.6.9',
  };
  for (const { from, to } of CELLS) {
    const same = judgeMove(move(newer[from] ?? from, newer[to] ?? to));
    const known = judgeMove(move(from, to));
    assert.deepEqual(
      [same.verdict, same.oneWay, same.warnings],
      [known.verdict, known.oneWay, known.warnings],
      `${from} -> ${to}`,
    );
  }
});

test('a change of patch within a minor line without a rule rolls', () => {
  assert.equal(judgeMove(move('0.3.0', '0.3.7')).verdict, 'rolling');
  assert.equal(judgeMove(move('0.5.1', '0.5.0')).verdict, 'rolling');
  assert.equal(judgeMove(move('0.6.2', '0.6.1')).verdict, 'rolling');
});

test('a live version that is not known counts as the newest: recreate at best, and blocked rows hold', () => {
  for (const to of KNOWN_VERSIONS) {
    const known = judgeMove(move('0.6.2', to)).verdict;
    const unknown = judgeMove(move(undefined, to));
    assert.equal(unknown.verdict, known === 'blocked' ? 'blocked' : 'recreate', to);
    assert.ok(unknown.reasons.some(({ boundary }) => boundary === 'unknown live version'));
  }
  assert.equal(acknowledgementFor({ to: versionOf('0.6.0') }), '0.6.2->0.6.0');
});

test('every move to or from a newer minor line that the platform file names is recreate', () => {
  const named = { namedMinors: ['0.7'] };
  assert.equal(judgeMove(move('0.6.2', '0.7.0', named)).verdict, 'recreate');
  assert.equal(judgeMove(move('0.7.0', '0.6.2', named)).verdict, 'recreate');
  assert.equal(judgeMove(move('0.7.0', '0.7.1', named)).verdict, 'recreate');
  assert.equal(judgeMove(move('0.7.0', '0.6.0', named)).verdict, 'blocked');
  assert.equal(judgeMove(move('0.4.0', '0.7.0', named)).oneWay, true);
});

test('a change of the template under one and the same version rolls, also on a named minor line', () => {
  assert.equal(judgeMove(move('0.7.1', '0.7.1', { namedMinors: ['0.7'] })).verdict, 'rolling');
  assert.equal(judgeMove(move('0.6.2', '0.6.2', { durabilityTo: 'fleet' })).verdict, 'rolling');
});

test('a minor line that nobody names is never moved to, and only left by recreate', () => {
  assert.equal(judgeMove(move('0.6.2', '0.7.0')).verdict, 'blocked');
  assert.equal(judgeMove(move('0.7.0', '0.7.0')).verdict, 'blocked');
  assert.equal(judgeMove(move('0.7.0', '0.6.2')).verdict, 'recreate');
  assert.equal(judgeMove(move('1.0.0', '0.6.1')).verdict, 'recreate');
});

test('between 0.5 and 0.6 a warning names CELLD_LTX_COMPACTION, in both directions and by any strategy', () => {
  for (const { from, to } of CELLS) {
    const [older, newer] = [from, to].sort();
    const isCrossing = older?.startsWith('0.5') === true && newer?.startsWith('0.6') === true;
    const warnings = judgeMove(move(from, to, { durabilityTo: 'fleet' })).warnings.join();
    assert.equal(warnings.includes('CELLD_LTX_COMPACTION'), isCrossing, `${from} -> ${to}`);
  }
});

test('parseVersion() reads every bound of the rules', () => {
  const bounds = UPGRADE_RULES.flatMap(({ from, to }) => [from.since, from.before, to.since, to.before]);
  for (const bound of bounds) assert.ok(bound === undefined || parseVersion(bound) !== undefined);
});
