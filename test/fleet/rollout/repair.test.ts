import { describe } from 'node:test';
import { ALL_NEW, DONE_SET, OLD_PODS, OPEN, RELEASED_1, table, warm, record } from './table.ts';
import {
  broken,
  census,
  NEW,
  NOW,
  OLD,
  pod,
  scaler,
  SILENT,
  state,
  type TurnOptions,
  updated,
  WALL,
} from './turns.ts';

describe('decideRollout() repairs', () => {
  const brokenTop = [pod(0), pod(1), broken(2)];
  table([
    ['asks whether a broken pod is empty', { pods: brokenTop }, /^sweep$/],
    [
      'replaces it without the gates',
      {
        pods: brokenTop,
        census: census(brokenTop, { 0: SILENT, 1: SILENT, 2: SILENT }),
        lease: record(RELEASED_1),
      },
      /^lowerPartition 2: pod chat-celld-2 holds no cells/,
    ],
    [
      'waits for the controller to replace it',
      {
        pods: brokenTop,
        set: OPEN,
        census: census(brokenTop, { 2: SILENT }),
        memory: { progressAt: NOW - 9000 },
      },
      /^wait for the StatefulSet controller to replace chat-celld-2/,
    ],
    [
      'deletes it where the controller does not',
      {
        pods: brokenTop,
        set: OPEN,
        census: census(brokenTop, { 2: SILENT }),
        memory: { progressAt: NOW - 10_000 },
      },
      /^deletePod chat-celld-2: it is released, holds no cells/,
    ],
    [
      'does not where it answers',
      { pods: brokenTop, census: census(brokenTop) },
      /^lowerPartition 2: every ordinal|^recordRan|^wait/,
    ],
  ]);
  const ordered = { plan: { policy: 'OrderedReady' } as const, pods: [broken(0), pod(1), pod(2)] };
  const empty = census(ordered.pods, { 0: SILENT });
  table([
    [
      'OrderedReady: sets the current revision for the pod that blocks',
      { ...ordered, census: empty },
      new RegExp(`^patchCurrentRevision ${NEW}: pod chat-celld-0 blocks`),
    ],
    [
      'OrderedReady: waits until it stays',
      { ...ordered, census: empty, set: DONE_SET, memory: { promotedTurns: 1 } },
      /^wait for the current revision to stay/,
    ],
    [
      'OrderedReady: deletes the pod that blocks, with the partition closed',
      { ...ordered, census: empty, set: DONE_SET, memory: { promotedTurns: 2 }, lease: record(RELEASED_1) },
      /^deletePod chat-celld-0: it blocks the others/,
    ],
  ]);
  table([
    [
      'OrderedReady: a pod that is broken on the new template is waited for, not deleted',
      {
        ...ordered,
        pods: [broken(0, { revision: NEW }), pod(1), pod(2)],
        census: empty,
        set: DONE_SET,
        memory: { promotedTurns: 2 },
      },
      /^wait for chat-celld-0 to be ready on the new template$/,
    ],
    [
      'OrderedReady: nor one that answers',
      { ...ordered, census: census(ordered.pods), set: DONE_SET, memory: { promotedTurns: 2 } },
      /^wait for this to end: pod chat-celld-0 is not ready$/,
    ],
  ]);
  const started = (minutes: number) =>
    pod(0, { isReady: false, container: { ...pod(0).container, startedAt: WALL - minutes * 60_000 } });
  const silentNew = { ...started(16), revision: NEW };
  const silent = (minutes: number, change: TurnOptions = {}): TurnOptions => {
    const pods = [started(minutes), pod(1), pod(2)];
    return {
      pods,
      census: census(pods, { 0: SILENT }),
      memory: { silentSince: new Map([['uid-0', NOW - 61_000]]) },
      ...change,
    };
  };
  table([
    [
      'deletes a pod that is silent longer than any start',
      silent(16),
      /^deletePod chat-celld-0: it runs and has been silent/,
    ],
    ['not sooner', silent(14), /^wait for this to end: pod chat-celld-0 does not answer/],
    [
      'not before it has seen it for itself',
      silent(16, { memory: { silentSince: new Map([['uid-0', NOW - 59_000]]) } }),
      /^wait/,
    ],
    [
      'not twice',
      silent(16, { memory: { silentSince: new Map([['uid-0', 0]]), deletedSilent: new Set([0]) } }),
      /^wait/,
    ],
    [
      'not in a paused fleet that has nothing to move',
      silent(16, {
        plan: { paused: true },
        pods: [silentNew, updated(1), updated(2)],
        set: DONE_SET,
        lease: record(RELEASED_1),
      }),
      /^wait for chat-celld-0 to be ready/,
    ],
    [
      'but in one that is finished and not paused',
      silent(16, { pods: [silentNew, updated(1), updated(2)], set: DONE_SET, lease: record(RELEASED_1) }),
      /^deletePod chat-celld-0/,
    ],
    [
      'neither of two, which could be one fault of something else',
      silent(16, {
        pods: [started(16), { ...started(16), name: 'chat-celld-1', uid: 'uid-1', ordinal: 1 }, pod(2)],
        census: census(OLD_PODS, { 0: SILENT, 1: SILENT }),
        memory: {
          silentSince: new Map([
            ['uid-0', 0],
            ['uid-1', 0],
          ]),
        },
      }),
      /^wait for this to end: .*and 1 more$/,
    ],
    [
      'not a pod of nobody',
      silent(16, { pods: [{ ...silentNew, revision: OLD, controller: undefined }, pod(1), pod(2)] }),
      /^wait for this to end/,
    ],
    ['not in a paused fleet', silent(16, { plan: { paused: true } }), /^finish 0: Paused/],
    [
      'past the point of no return it goes forward, which is written down first',
      silent(16, {
        set: { currentRevision: NEW },
        lease: record({ ...RELEASED_1, version: '0.6.1' }, RELEASED_1),
      }),
      /^recordRan|^deletePod chat-celld-0/,
    ],
    [
      'not where it would come back on another revision',
      silent(16, { set: { currentRevision: 'third' } }),
      /^(?!deletePod)/,
    ],
  ]);
});

describe('decideRollout() and the size', () => {
  const four = [0, 1, 2, 3].map((ordinal) => pod(ordinal));
  table([
    [
      'shrinks by one, through the same gate',
      { pods: four, set: { replicas: 4 }, census: census(four) },
      /^setReplicas 3: ordinal 3 is more than/,
    ],
    [
      'not while cells are restored',
      { pods: four, set: { replicas: 4 }, census: census(four, { 0: state({ restoring: 1 }) }) },
      /^wait for 1 cells/,
    ],
    [
      'grows only after promotion',
      { plan: { size: 5 }, census: warm(), lease: record(RELEASED_1) },
      /^lowerPartition 2/,
    ],
    [
      'grows at once when all is updated',
      { plan: { size: 5 }, pods: ALL_NEW, set: DONE_SET, lease: record(RELEASED_1) },
      /^setReplicas 5: the plan wants more pods/,
    ],
    [
      'lifts a fleet at zero to its floor',
      { pods: [], set: { replicas: 0, currentRevision: NEW } },
      /^setReplicas 3/,
    ],
    [
      'keeps a size inside the bounds',
      {
        plan: { size: [2, 6] },
        scaling: { scalers: [scaler()] },
        pods: ALL_NEW,
        set: DONE_SET,
        census: census(ALL_NEW),
        lease: record(RELEASED_1),
      },
      /^resumeScaler/,
    ],
  ]);
});
