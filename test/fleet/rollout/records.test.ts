import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { templateDifferences } from '../../../fleet/rollout/compare-template.ts';
import { judgeFleet, originsOf } from '../../../fleet/rollout/judge-fleet.ts';
import {
  countsAsStarted,
  formatRan,
  mergeRuns,
  parseRan,
  type RanEntry,
  reconcileRan,
} from '../../../fleet/rollout/ran.ts';
import { parseSet } from '../../../fleet/rollout/stateful-set.ts';
import { restoreTarget, topRunStart } from '../../../fleet/rollout/top-run.ts';
import { newMemory } from '../../../fleet/rollout/memory.ts';
import { parseTimestamp } from '../../../fleet/timestamp.ts';
import { planOf, renderedSet } from '../../hooks/fleet.ts';
import { broken, liveSet, NEW, pod, updated } from './turns.ts';

const RELEASED: RanEntry = {
  version: '0.6.2',
  durability: 'bucket',
  state: 'released',
  ordinal: 2,
  before: 'uid-2',
  by: 'job',
};
const STARTED: RanEntry = { version: '0.6.2', durability: 'bucket', state: 'started' };
const pending = { ...broken(2).container, hasStarted: false };
const wanted = { version: { major: 0, minor: 6, patch: 2 }, durability: 'bucket' } as const;

describe('the record of what ran (D8)', () => {
  test('formatRan() and parseRan() are each other’s inverse', () => {
    const record = { 'aws/a': [STARTED], 'aws/b': [RELEASED, { ...RELEASED, pod: 'x' }] };
    assert.deepEqual(parseRan(formatRan(record)), record);
    assert.deepEqual(parseRan(undefined), {});
  });

  test('parseRan() takes nothing that it does not know for empty', () => {
    const bad = [
      '',
      '[]',
      '{"a":1}',
      '{"a":[{}]}',
      '{"a":[{"version":"x","durability":"bucket","state":"started"}]}',
      '{"a":[{"version":"0.6.2","durability":"disk","state":"started"}]}',
      '{"a":[{"version":"0.6.2","durability":"bucket","state":"gone"}]}',
    ];
    for (const text of bad) assert.equal(parseRan(text), undefined, text);
  });

  test('a release counts unless the pod whose place it takes, or the very pod that it made, is still as it was', () => {
    const rows: readonly (readonly [RanEntry, readonly ReturnType<typeof pod>[], boolean])[] = [
      [STARTED, [], true],
      [RELEASED, [pod(2)], false],
      [RELEASED, [], true],
      [{ ...RELEASED, pod: 'new' }, [broken(2, { uid: 'new', container: pending })], false],
      [{ ...RELEASED, pod: 'new' }, [broken(2, { uid: 'new' })], true],
      [{ ...RELEASED, pod: 'new' }, [broken(2, { uid: 'newer', container: pending })], true],
      [{ version: '0.6.2', durability: 'bucket', state: 'released' }, [], true],
    ];
    for (const [entry, pods, expected] of rows) assert.equal(countsAsStarted(entry, pods), expected);
  });

  test('only the Job that released may learn the uid of what came', () => {
    const pods = [broken(2, { uid: 'new', container: pending })];
    assert.deepEqual(reconcileRan([RELEASED], { pods, jobUid: 'job', wanted }), [
      { ...RELEASED, pod: 'new' },
    ]);
    assert.deepEqual(reconcileRan([RELEASED], { pods, jobUid: 'other', wanted }), [RELEASED]);
  });

  test('a container that is seen to run has started, and says so for all of its version', () => {
    assert.deepEqual(reconcileRan([RELEASED], { pods: [pod(2, { uid: 'new' })], jobUid: 'job', wanted }), [
      STARTED,
    ]);
    assert.deepEqual(mergeRuns([RELEASED, { ...RELEASED, ordinal: 1 }, STARTED]), [STARTED]);
  });

  test('what never started is forgotten once another version is wanted', () => {
    const other = { version: { major: 0, minor: 6, patch: 1 }, durability: 'bucket' } as const;
    const entry = { ...RELEASED, pod: 'new' };
    const pods = [broken(2, { uid: 'new', container: pending })];
    assert.deepEqual(reconcileRan([entry], { pods, jobUid: 'job', wanted: other }), []);
    assert.deepEqual(reconcileRan([entry], { pods, jobUid: 'job', wanted }), [entry]);
  });
});

describe('judgeFleet()', () => {
  const judge = (
    version: string,
    pods: Parameters<typeof originsOf>[0]['pods'],
    ran: readonly RanEntry[] = [],
  ) => {
    const plan = planOf({ version });
    return judgeFleet(plan, originsOf({ plan, pods, ran, set: liveSet(plan) }));
  };

  test('judges from each live pod, the harshest first', () => {
    assert.equal(judge('0.5.1', [pod(0, {}, '0.5.1'), pod(1, {}, '0.4.1')]).verdict, 'recreate');
    assert.match(
      judge('0.5.1', [pod(0, {}, '0.5.1'), pod(1, {}, '0.4.1')]).sentence,
      /from 0\.4\.1 \(pod chat-celld-1\)/,
    );
  });

  test('an unknown version counts as the newest', () => {
    const unknown = pod(0, { version: undefined, durability: 'unknown' });
    assert.equal(judge('0.6.2', [unknown]).verdict, 'recreate');
    assert.match(judge('0.6.0', [unknown]).sentence, /from an unknown version/);
  });

  test('a version that never started blocks nothing, but may not run beside what it must not', () => {
    const never = (version: string) => [
      broken(0, { ...pod(0, {}, version), isReady: false, container: pending }),
    ];
    assert.equal(judge('0.4.0', [...never('0.4.1'), pod(1, {}, '0.4.0')]).verdict, 'rolling');
    assert.equal(judge('0.4.0', [...never('0.5.1'), pod(1, {}, '0.4.0')]).verdict, 'recreate');
    assert.equal(judge('0.4.0', [pod(0, {}, '0.4.1')]).verdict, 'blocked');
  });

  test('says which boundaries have no way back', () => {
    assert.equal(judge('0.6.1', [pod(0, {}, '0.6.0')]).oneWay, true);
    assert.equal(judge('0.6.2', [pod(0, {}, '0.6.1')]).oneWay, false);
  });

  test('the live template speaks only where neither a pod nor a record does', () => {
    const plan = planOf({ version: '0.4.1' });
    const set = liveSet(planOf({ version: '0.5.1' }));
    const what = (ran: readonly RanEntry[]) =>
      originsOf({ plan, pods: [], ran, set }).map((origin) => origin.what);
    assert.deepEqual(what([]), ['the live template']);
    assert.deepEqual(what([STARTED]), ['the record of what ran']);
  });
});

describe('the contiguous top run (D1)', () => {
  const view = (pods: readonly ReturnType<typeof pod>[], change = {}, released?: number) => ({
    pods,
    set: liveSet(planOf(), { replicas: 5, ...change }),
    memory: { ...newMemory(0), released },
  });
  const rows: readonly (readonly [string, ReturnType<typeof view>, number, number | undefined])[] = [
    ['mixed at 3', view([pod(0), pod(1), pod(2), updated(3), updated(4)]), 3, 3],
    ['the top is old (Y1)', view([updated(0), updated(1), updated(2), updated(3), pod(4)]), 5, undefined],
    ['a hole in the run', view([updated(0), pod(1), updated(2), pod(3), updated(4)]), 4, 4],
    [
      'a terminating pod counts by its revision (Y39)',
      view([pod(0), pod(1), pod(2), updated(3), updated(4, { isTerminating: true })]),
      3,
      3,
    ],
    ['a missing one as the one below it', view([pod(0), pod(1), pod(2), updated(3)]), 3, 3],
    ['a missing one above an old one is old', view([pod(0), pod(1), pod(2), pod(3)]), 5, undefined],
    [
      'what this Job has released stays released while its old pod ends (Y38)',
      view([pod(0), pod(1), pod(2), pod(3, { isTerminating: true }), updated(4)], {}, 3),
      4,
      3,
    ],
    ['and once it has gone', view([pod(0), pod(1), pod(2), updated(4)], {}, 3), 4, 3],
    [
      'a released ordinal that somebody has closed before its pod was taken goes through the gates again',
      view([pod(0), pod(1), pod(2), pod(3), updated(4)], {}, 3),
      4,
      4,
    ],
    [
      'all updated and promoted',
      view(
        [0, 1, 2, 3, 4].map((ordinal) => updated(ordinal)),
        { currentRevision: NEW },
      ),
      0,
      undefined,
    ],
    ['all updated, not promoted', view([0, 1, 2, 3, 4].map((ordinal) => updated(ordinal))), 0, 0],
    [
      'a pod of nobody does not count',
      view([pod(0), pod(1), pod(2), pod(3), updated(4, { controller: 'else' })]),
      5,
      undefined,
    ],
  ];
  for (const [what, turn, start, target] of rows)
    test(what, () => assert.deepEqual([topRunStart(turn), restoreTarget(turn)], [start, target]));
});

describe('templateDifferences()', () => {
  const plan = planOf();
  const live = renderedSet(plan)['spec'] as { readonly template: typeof plan.podTemplate };
  const text = JSON.stringify(live.template);
  const changed = (from: string, to: string) =>
    templateDifferences(plan, JSON.parse(text.replace(from, to)) as typeof plan.podTemplate);

  test('defaults and labels that were added are passed over', () => {
    assert.deepEqual(changed('"labels":{', '"labels":{"extra":"x",'), []);
    assert.deepEqual(changed('"spec":{', '"spec":{"dnsPolicy":"ClusterFirst",'), []);
  });

  test('names what differs and what was added, and shows no value', () => {
    assert.deepEqual(changed('v0.6.2', 'v0.6.1'), ['spec.containers[celld].image']);
    assert.deepEqual(changed('"env":[', '"env":[{"name":"LD_PRELOAD","value":"secret"},'), [
      'variable "LD_PRELOAD"',
    ]);
    assert.deepEqual(changed('"containers":[', '"containers":[{"name":"proxy"},'), ['container "proxy"']);
    assert.deepEqual(changed('"containers":[', '"volumes":[{"name":"v"}],"containers":['), ['volume "v"']);
    assert.deepEqual(changed('"containers":[', '"initContainers":[{"name":"i"}],"containers":['), [
      'init container "i"',
    ]);
  });

  test('what the platform file allows is passed over', () => {
    const allowed = {
      ...plan,
      allowedMutations: {
        containers: ['proxy'],
        environment: ['A'],
        volumes: [],
        imagePrefixes: ['mirror.example/'],
      },
    };
    const with_ = (from: string, to: string) =>
      templateDifferences(allowed, JSON.parse(text.replace(from, to)) as typeof plan.podTemplate);
    assert.deepEqual(with_('"containers":[', '"containers":[{"name":"proxy"},'), []);
    assert.deepEqual(with_('"env":[', '"env":[{"name":"A","value":"x"},'), []);
    assert.deepEqual(with_('ghcr.io/denoland/', 'mirror.example/denoland/'), []);
    assert.deepEqual(with_('ghcr.io/denoland/celld:v0.6.2', 'mirror.example/celld:v0.6.1'), [
      'spec.containers[celld].image',
    ]);
  });
});

test('parseSet() knows who applied replicas, and what it could not read', () => {
  const base = renderedSet(planOf());
  const annotated = (value: string) => ({
    ...base,
    metadata: {
      ...(base['metadata'] as object),
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': value },
    },
  });
  assert.deepEqual(parseSet(annotated('{"spec":{"replicas":3}}'), 'ours').replicasAppliedBy, [
    'kubectl apply',
  ]);
  assert.deepEqual(parseSet(annotated('{"spec":{}}'), 'ours').replicasAppliedBy, []);
  assert.deepEqual(parseSet(annotated('nonsense'), 'ours').replicasAppliedBy, ['kubectl apply']);
});

test('parseTimestamp() reads what the API server writes, and nothing else', () => {
  for (const text of ['2026-09-21T14:33:48Z', '1970-01-01T00:00:00Z', '2024-02-29T23:59:59.123456Z'])
    assert.equal(parseTimestamp(text), Math.floor(Date.parse(text)), text);
  for (const text of ['', 'yesterday', '2026-09-21', '2026-09-21T14:33:48+02:00'])
    assert.equal(parseTimestamp(text), undefined);
});
