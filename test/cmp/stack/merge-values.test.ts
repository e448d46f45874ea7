import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeValues } from '../../../cmp/stack/merge-values.ts';
import {
  computedValues,
  effectiveValues,
  MENDED_VALUES,
  wantedValues,
} from '../../../cmp/stack/stack-values.ts';
import type { JsonObject, JsonValue } from '../../../documents/json.ts';
import { stackOf } from './stacks.ts';

/** One value by the path that leads to it; what holds no further map is a leaf, an empty map too. */
type Leaves = ReadonlyMap<string, JsonValue>;

function leavesOf(value: JsonObject, above: readonly string[] = []): (readonly [string, JsonValue])[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...above, key];
    const isMap = typeof member === 'object' && member !== null && !Array.isArray(member);
    const inner = isMap ? leavesOf(member as JsonObject, path) : [];
    return inner.length > 0 ? inner : [[JSON.stringify(path), member] as const];
  });
}

/**
 * The rules of facts/celld-stack.md 1.3 another way round: by leaves and their paths. A leaf of the change takes away every
 * leaf of the base at, above or below its path; an empty map takes away only what is no map.
 */
function mergeByLeaves(base: JsonObject, change: JsonObject): Leaves {
  const result = new Map(leavesOf(base));
  for (const [text, value] of leavesOf(change)) {
    const path = JSON.parse(text) as string[];
    const isEmptyMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    const others = [...result.keys()].map((key) => [key, JSON.parse(key) as string[]] as const);
    if (isEmptyMap && others.some(([, other]) => other.length > path.length && startsWith(other, path)))
      continue;
    for (const [key, other] of others)
      if (startsWith(other, path) || startsWith(path, other)) result.delete(key);
    result.set(text, value);
  }
  return result;
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.length <= path.length && start.every((step, index) => path[index] === step);
}

const KEY = fc.constantFrom('a', 'b', 'image', 'tag', '__proto__', 'constructor', '');
const VALUES = fc.letrec<{ map: JsonObject; value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, false, true, 0, 1, '', 'x', [], ['x'], [{ a: 1 }], {}),
    tie('map'),
  ),
  map: fc
    .array(fc.tuple(KEY, tie('value')), { maxLength: 4 })
    .map((entries): JsonObject => Object.fromEntries<JsonValue>(entries)),
})).map;

test('mergeValues() is what a second implementation, by leaves and paths, makes of the same rules', () => {
  fc.assert(
    fc.property(VALUES, VALUES, (base, change) => {
      const merged = new Map(leavesOf(mergeValues(base, change)));
      assert.deepEqual(sorted(merged), sorted(mergeByLeaves(base, change)));
    }),
    { numRuns: 2000 },
  );
});

function sorted(leaves: Leaves): readonly (readonly [string, JsonValue])[] {
  return [...leaves].sort(([a], [b]) => (a < b ? -1 : 1));
}

const ROWS: readonly (readonly [what: string, base: JsonObject, change: JsonObject, merged: JsonObject])[] = [
  [
    'false, 0, an empty text and null replace',
    { a: 1, b: 2, c: 3, d: 4 },
    { a: false, b: 0, c: '', d: null },
    { a: false, b: 0, c: '', d: null },
  ],
  [
    'a list replaces as a whole, an empty one too',
    { a: [1, 2], b: [3] },
    { a: [4], b: [] },
    { a: [4], b: [] },
  ],
  ['an empty map over a map changes nothing', { a: { b: 1 } }, { a: {} }, { a: { b: 1 } }],
  [
    'a text over a map, and a map over a text, replace',
    { a: { b: 1 }, c: 'x' },
    { a: 'x', c: { d: 2 } },
    { a: 'x', c: { d: 2 } },
  ],
];

for (const [what, base, change, merged] of ROWS)
  test(`mergeValues(): ${what}`, () => assert.deepEqual(mergeValues(base, change), merged));

test('wantedValues() is overrideAllValues alone where it is not empty', () => {
  const stack = stackOf({ values: {}, overrideAllValues: { replicaCount: 4 } });
  assert.deepEqual(wantedValues(stack), { replicaCount: 4 });
});

test('wantedValues() takes an empty overrideAllValues for none, and lays values over what mends the chart', () => {
  const stack = stackOf({
    overrideAllValues: {},
    values: { terminationGracePeriodSeconds: 90, azurite: null },
  });
  const expected = mergeValues(mergeValues(computedValues(stack), MENDED_VALUES), {
    terminationGracePeriodSeconds: 90,
    azurite: null,
  });
  assert.deepEqual(wantedValues(stack), expected);
});

test('effectiveValues() lets null take a default of the chart away', () => {
  const effective = effectiveValues({ terminationGracePeriodSeconds: null, image: { tag: 'v0.6.2' } });
  assert.ok(!('terminationGracePeriodSeconds' in effective));
  assert.deepEqual(effective['image'], { repository: 'ghcr.io/denoland/celld', tag: 'v0.6.2' });
});
