import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { censusBlockers, isStuck, maybeStuck, standingOf } from '../../../fleet/rollout/census.ts';
import { differencesOf } from '../../../fleet/rollout/covers.ts';
import { judgeFleet } from '../../../fleet/rollout/judge-fleet.ts';
import { newMemory } from '../../../fleet/rollout/memory.ts';
import { type Census, known } from '../../../fleet/rollout/snapshot.ts';
import type { Turn } from '../../../fleet/rollout/turn.ts';
import { planOf } from '../../hooks/fleet.ts';
import { broken, census, liveSet, NOW, pod, SILENT, WALL } from './turns.ts';

describe('a census (D12)', () => {
  const plan = planOf();
  const turn = (pods: readonly ReturnType<typeof pod>[], change: Partial<Turn> = {}): Turn => ({
    plan,
    memory: { ...newMemory(0), silentSince: new Map([['uid-0', 0]]) },
    me: { jobUid: 'job', holder: 'job/pod' },
    snapshot: {
      now: WALL,
      monotonic: NOW,
      set: known(undefined),
      pods: known(pods),
      lease: known(undefined),
      scaling: known({ isServed: true, scalers: [], autoscalers: [] }),
    },
    set: liveSet(plan, { replicas: pods.length }),
    pods,
    lease: undefined,
    scaling: { isServed: true, scalers: [], autoscalers: [] },
    ran: [],
    judgement: judgeFleet(plan, []),
    ...change,
  });
  const unwell = pod(0, { isReady: false });
  const silent = (change: Partial<ReturnType<typeof pod>['container']> = {}) =>
    pod(0, { isReady: false, container: { ...pod(0).container, startedAt: WALL - 901_000, ...change } });

  test('standingOf() tells an empty pod from one that only does not answer', () => {
    const rows: readonly (readonly [ReturnType<typeof pod>, Census, string])[] = [
      [broken(0), census([broken(0)], { 0: SILENT }), 'empty'],
      [broken(0, { isReady: true }), census([broken(0)], { 0: SILENT }), 'holds'],
      [unwell, census([unwell], { 0: SILENT }), 'holds'],
      [pod(0), census([pod(0)], { 0: SILENT }), 'holds'],
      [pod(0), census([]), 'holds'],
      [broken(0), { ...census([broken(0)], { 0: SILENT }), changed: ['chat-celld-0'] }, 'holds'],
      [pod(0), census([pod(0)]), 'counted'],
    ];
    for (const [candidate, look, kind] of rows) assert.equal(standingOf(candidate, look).kind, kind);
  });

  test('censusBlockers() forgives only the pod that is to be released for not being ready', () => {
    const pods = [unwell, pod(1)];
    assert.deepEqual(censusBlockers(turn(pods), census(pods)), ['pod chat-celld-0 is not ready']);
    assert.deepEqual(censusBlockers(turn(pods), census(pods), 0), []);
    assert.deepEqual(censusBlockers(turn(pods), census(pods), 1), ['pod chat-celld-0 is not ready']);
  });

  test('isStuck() wants a pod that runs, is silent, for long, and seen so by this Job', () => {
    const stuck = (
      candidate: ReturnType<typeof pod>,
      look = census([candidate], { 0: SILENT }),
      change: Partial<Turn> = {},
    ) => isStuck(turn([candidate], change), candidate, look);
    assert.ok(stuck(silent()));
    assert.ok(!stuck(silent({ startedAt: WALL - 899_000 })));
    assert.ok(!stuck(silent({ startedAt: undefined })));
    assert.ok(!stuck(silent(), census([silent()])));
    assert.ok(!stuck(silent(), census([])));
    assert.ok(!stuck(silent({ isRunning: false })));
    assert.ok(!stuck(pod(0, { container: silent().container })));
    assert.ok(!stuck(silent(), undefined, { memory: newMemory(0) }));
    assert.ok(
      !stuck(silent(), undefined, {
        memory: { ...newMemory(0), silentSince: new Map([['uid-0', NOW - 1]]) },
      }),
    );
  });

  test('maybeStuck() asks for a sweep by the list alone', () => {
    assert.ok(maybeStuck(silent(), WALL));
    assert.ok(!maybeStuck({ ...silent(), isReady: true }, WALL));
    assert.ok(!maybeStuck({ ...silent(), isTerminating: true }, WALL));
    assert.ok(!maybeStuck(silent({ isRunning: false }), WALL));
    assert.ok(!maybeStuck(silent({ startedAt: undefined }), WALL));
    assert.ok(!maybeStuck(silent({ startedAt: WALL - 899_000 }), WALL));
  });
});

describe('differencesOf()', () => {
  const rows: readonly (readonly [
    Parameters<typeof differencesOf>[0],
    Parameters<typeof differencesOf>[1],
    readonly string[],
  ])[] = [
    [{ a: [1, 2] }, { a: [1, 2] }, []],
    [{ a: [1, 2] }, { a: [1] }, ['a']],
    [{ a: [1, 2] }, { a: [1, 2, 3] }, ['a']],
    [{ a: [1, 2] }, { a: [1, 3] }, ['a[1]']],
    [{ a: [1] }, { a: 'text' }, ['a']],
    [{ a: { b: 1 } }, { a: 1 }, ['a.b']],
    [{ a: '' }, {}, []],
    [{ a: false }, {}, []],
    [{ a: 0 }, {}, []],
    [{ a: null }, {}, []],
    [{ a: 'x' }, {}, ['a']],
    [{ a: '1024Mi' }, { a: '1Gi' }, []],
    [{ a: '1024Mi' }, { a: '2Gi' }, ['a']],
    [{ a: '1' }, { a: 1 }, ['a']],
    [{ a: 'x' }, { a: 'y' }, ['a']],
    [{ env: 'x' }, { env: [] }, ['env']],
    [{ ports: [{ containerPort: 1 }] }, { ports: [{ containerPort: 2 }, { containerPort: 1 }] }, []],
    [{ env: [{ name: 'A', value: '1' }] }, { env: ['x', { name: 'A', value: '2' }] }, ['env[A].value']],
  ];
  for (const [wanted_, live_, expected] of rows)
    test(`${JSON.stringify(wanted_)} in ${JSON.stringify(live_)}`, () =>
      assert.deepEqual(differencesOf(wanted_, live_, ''), expected));
});
