import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ANNOTATIONS } from '../../../fleet/labels.ts';
import { judgePhase } from '../../../fleet/status/judge-phase.ts';
import { noteTrouble, verdictOf } from '../../../fleet/status/trouble.ts';
import { type Fleet, viewOf } from './views.ts';

const SAVED = { [ANNOTATIONS.savedReplicas]: '3' };
const JOB = { isJobAtWork: true };
const REFUSED = {
  conditions: [{ type: 'RolloutRefused', status: 'True', reason: 'Refused', message: 'two minors at once' }],
};
const WAITING = { rollout: { partition: 2, waitingOn: 'chat-celld-2 is to be ready' } };
const PAUSED = { spec: { paused: true } };
const NEVER = undefined;

/** What a fleet is like; its phase at once and its reason; the seconds after which it is Degraded. */
const ROWS: readonly (readonly [string, Fleet, string, string, number | undefined])[] = [
  ['well', {}, 'Ready', 'Ready', NEVER],
  [
    'well, and its nodes tell no deployment',
    { serves: [undefined, undefined, undefined] },
    'Ready',
    'Ready',
    NEVER,
  ],
  ['without a StatefulSet', { view: { snapshot: withoutSet() } }, 'Pending', 'NoStatefulSet', NEVER],
  [
    'run by another operator',
    { owner: { kind: 'WorkerApp', name: 'chat', uid: 'o' } },
    'Degraded',
    'OtherController',
    0,
  ],
  ['stopped for a Recreate', { annotations: SAVED, view: JOB }, 'Recreating', 'Recreating', NEVER],
  ['stopped by a Job that has gone', { annotations: SAVED }, 'Recreating', 'EndedEarly', 120],
  ['scaled to zero', { replicas: 0, pods: [] }, 'Degraded', 'Stopped', 0],
  [
    'in a rollout',
    { pods: ['r1', 'r1', 'r2'], revisions: ['r1', 'r2'], view: JOB },
    'RollingOut',
    'RollingOut',
    NEVER,
  ],
  ['in its first rollout', { view: { ...JOB, app: undefined } }, 'Pending', 'Starting', NEVER],
  ['refused', { status: REFUSED }, 'Degraded', 'Refused', 0],
  ['refused before, with a Job at work', { status: REFUSED, view: JOB }, 'RollingOut', 'RollingOut', NEVER],
  ['applied without its gate', { view: { templateHash: 't2' } }, 'RollingOut', 'AppliedWithoutHooks', 120],
  ['left mixed', { pods: ['r1', 'r1', 'r2'], revisions: ['r1', 'r2'] }, 'RollingOut', 'LeftMixed', 120],
  ['never rolled', { revisions: ['r1', 'r2'] }, 'RollingOut', 'NotRolled', 120],
  [
    'rolled but not promoted',
    { pods: ['r2', 'r2', 'r2'], revisions: ['r1', 'r2'] },
    'RollingOut',
    'LeftMixed',
    120,
  ],
  [
    'left mixed and paused',
    { ...PAUSED, pods: ['r1', 'r1', 'r2'], revisions: ['r1', 'r2'] },
    'RollingOut',
    'LeftMixed',
    NEVER,
  ],
  ['open', { partition: 0 }, 'RollingOut', 'Open', 120],
  ['of a plan that the gate has not approved', { planHash: 'p2' }, 'RollingOut', 'AppliedWithoutHooks', 120],
  ['of another size', { spec: { replicas: 5 } }, 'RollingOut', 'SizeDiffers', 120],
  [
    'of the size that an autoscaler wants',
    { spec: { autoscaling: { enabled: true } } },
    'Ready',
    'Ready',
    NEVER,
  ],
  ['with pods that are not ready', { unready: true }, 'Pending', 'PodsNotReady', 900],
  ['a pod short', { pods: ['r1', 'r1'] }, 'Pending', 'PodsNotReady', 900],
  ['adopting', { serves: ['v0', 'v1', 'v1'] }, 'RollingOut', 'Adopting', 900],
  ['of another deployment', { serves: ['v9', 'v9', 'v9'] }, 'RollingOut', 'VersionMismatch', 0],
];

function withoutSet() {
  return { ...viewOf().snapshot, set: undefined };
}

suite('The phase of a fleet', () => {
  for (const [what, fleet, phase, reason, seconds] of ROWS)
    test(`is ${phase} (${reason}) while it is ${what}`, () => {
      const judgement = judgePhase(viewOf(fleet));
      assert.deepEqual([judgement.phase, judgement.reason], [phase, reason]);
      assert.notEqual(judgement.message, '');
      const at = (after: number) => verdictOf(judgement, { reason, since: 0 }, after * 1000).phase;
      if (seconds === undefined) assert.equal(at(1e9), phase);
      else {
        if (seconds > 0) assert.equal(at(seconds - 1), phase);
        assert.equal(at(seconds), 'Degraded');
      }
    });

  test('says what the Job waits for', () => {
    const { message } = judgePhase(viewOf({ status: WAITING, view: JOB }));
    assert.equal(message, 'chat-celld-2 is to be ready');
  });

  test('an exporter that was just started goes on from a Degraded of the same reason, and from no other', () => {
    const mixed: Fleet = { pods: ['r1', 'r1', 'r2'], revisions: ['r1', 'r2'] };
    for (const [reason, phase] of [
      ['LeftMixed', 'Degraded'],
      ['Open', 'RollingOut'],
    ] as const) {
      const view = viewOf({
        ...mixed,
        status: { conditions: [{ type: 'Degraded', status: 'True', reason }] },
      });
      const judgement = judgePhase(view);
      const trouble = noteTrouble(undefined, judgement, { app: view.app, now: 5 });
      assert.equal(verdictOf(judgement, trouble, 5).phase, phase);
    }
  });
});
