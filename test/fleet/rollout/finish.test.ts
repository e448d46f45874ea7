import { describe } from 'node:test';
import { MIXED, ALL_NEW, DONE_SET, OPEN, RELEASED_1, table, record } from './table.ts';
import { census, NEW, NOW, OLD, pod, scaler, SILENT, state, type TurnOptions, updated } from './turns.ts';

describe('decideRollout() at the end', () => {
  const done = (change: TurnOptions = {}): TurnOptions => ({
    pods: ALL_NEW,
    set: DONE_SET,
    census: census(ALL_NEW),
    lease: record(RELEASED_1),
    ...change,
  });
  const served = (version: string) =>
    state({ deployment: { version, generation: 1, draining: 0, swapping: 0 } });
  const untold = {
    kind: 'answer',
    state: { ownership: 's3', occupied: 0, shedding: null, restoring: 0 },
  } as const;
  const others = census(ALL_NEW, { 0: served('f'), 1: served('f'), 2: served('f') });
  const aged = { served: { key: '', since: NOW - 120_000 } };
  table([
    ['succeeds', done(), /^finish 0: Fleet "chat" runs celld 0\.6\.2 on 3 pods and serves 0123456789abcdef$/],
    [
      'not while a pod is not ready',
      done({ pods: [updated(0), updated(1, { isReady: false }), updated(2)] }),
      /^wait for chat-celld-1 to be ready$/,
    ],
    [
      'not before promotion',
      done({ set: { currentRevision: OLD, partition: 0 } }),
      /^wait for the StatefulSet controller to take over/,
    ],
    [
      'not while a pod cannot be read',
      done({ census: census(ALL_NEW, { 1: SILENT }) }),
      /^wait for this to end: pod chat-celld-1/,
    ],
    [
      'closes the partition first',
      done({ set: { currentRevision: NEW, partition: 0 } }),
      /^closePartition: every pod is on the new template/,
    ],
    [
      'waits for the deployment',
      done({ census: census(ALL_NEW, { 1: served('e') }) }),
      /^wait for chat-celld-1 to serve 0123456789abcdef alone \(other-version\)$/,
    ],
    [
      'waits for what drains',
      done({
        census: census(ALL_NEW, {
          1: state({ deployment: { version: '0123456789abcdef', generation: 2, draining: 1, swapping: 0 } }),
        }),
      }),
      /\(draining\)$/,
    ],
    [
      'waits for what swaps',
      done({
        census: census(ALL_NEW, {
          1: state({ deployment: { version: '0123456789abcdef', generation: 2, draining: 0, swapping: 2 } }),
        }),
      }),
      /\(swapping\)$/,
    ],
    [
      'waits where a pod does not tell',
      done({
        census: census(ALL_NEW, {
          1: { kind: 'answer', state: { ownership: 's3', occupied: 0, shedding: null, restoring: 0 } },
        }),
      }),
      /\(not-told\)$/,
    ],
    [
      'a third deployment is waited for at first',
      done({ census: others, plan: { source: 'follow' } }),
      /^wait for chat-celld-0 to serve/,
    ],
    [
      'a third deployment supersedes one that follows',
      done({ census: others, plan: { source: 'follow' }, memory: aged }),
      /^finish 0: .*superseded by f$/,
    ],
    [
      'asks nothing of nodes before 0.4, which do not tell',
      done({
        plan: { version: '0.3.0' },
        pods: ALL_NEW.map((one) => ({ ...one, version: { major: 0, minor: 3, patch: 0 } })),
        census: census(ALL_NEW, { 0: untold, 1: untold, 2: untold }),
        lease: record({ ...RELEASED_1, version: '0.3.0' }),
      }),
      /^finish 0: Fleet "chat" runs celld 0\.3\.0/,
    ],
    [
      'pods that serve different ones are waited for, however long',
      done({ census: census(ALL_NEW, { 0: served('e'), 1: served('f'), 2: served('f') }), memory: aged }),
      /^wait for chat-celld-0 to serve/,
    ],
    [
      'a superseded deployment does not waive what drains',
      done({
        census: census(ALL_NEW, {
          0: served('f'),
          1: served('f'),
          2: state({ deployment: { version: 'f', generation: 2, draining: 0, swapping: 0 } }),
        }),
        plan: { source: 'follow' },
        memory: { served: { key: '', since: NOW - 119_000 } },
      }),
      /^wait for chat-celld-0 to serve/,
    ],
    [
      'not while a ready pod is ending',
      done({ pods: [updated(0), updated(1, { isTerminating: true }), updated(2)] }),
      /^wait for chat-celld-1 to be ready$/,
    ],
    [
      'not while a pod is still to be made',
      done({ pods: [updated(0), updated(1)] }),
      /^wait for this to end: pod chat-celld-2 is missing$/,
    ],
    ['not without any pod', done({ pods: [], census: census([]) }), /^wait for 3 pods to be there$/],
    [
      'a third deployment can never become the pinned one',
      done({ census: others, plan: { source: 'pinned' }, memory: aged }),
      /^finish 11: .*pins 0123456789abcdef, but every pod serves f/,
    ],
    [
      'sets the bounds before it resumes',
      done({ plan: { size: [2, 9] }, scaling: { scalers: [scaler()] } }),
      /^setBounds/,
    ],
    [
      'resumes its own pause',
      done({ plan: { size: [2, 6] }, scaling: { scalers: [scaler()] } }),
      /^resumeScaler/,
    ],
    [
      'leaves a person’s pause',
      done({ plan: { size: [2, 6] }, scaling: { scalers: [scaler({ pausedBy: 'someone' })] } }),
      /^finish 0/,
    ],
    ['never resumes with autoscaling off', done({ scaling: { scalers: [scaler()] } }), /^finish 0/],
    [
      'pauses what is left of autoscaling',
      done({ scaling: { scalers: [scaler({ pausedBy: undefined })] } }),
      /^pauseScaler/,
    ],
    [
      'remembers only what runs',
      done({
        lease: record({ version: '0.6.1', durability: 'bucket', state: 'started' }, RELEASED_1),
        memory: { promotedTurns: 2 },
      }),
      /^recordRan: only what runs now/,
    ],
  ]);
});

describe('decideRollout() when it gives up', () => {
  const ending = { ending: 'Gave up' };
  table([
    [
      'leaves a mixed fleet as it is',
      { pods: MIXED, set: OPEN, memory: ending },
      /^finish 12: Gave up; the fleet is left mixed, with autoscaling paused$/,
    ],
    [
      'leaves a mixed fleet that is closed as it is',
      { pods: MIXED, memory: ending },
      /^finish 12: Gave up; the fleet is left mixed/,
    ],
    [
      'leaves a release that has not been carried out as it is',
      { set: OPEN, memory: ending },
      /^finish 12: Gave up; the fleet is left mixed/,
    ],
    ['forgets a saved size that is reached', { set: { savedReplicas: 3 }, memory: ending }, /^forgetSize/],
    [
      'brings a size back on what runs, without a patch',
      { pods: [pod(1, { isTerminating: true })], set: { replicas: 0, savedReplicas: 3 }, memory: ending },
      /^setReplicas 3/,
    ],
    [
      'brings a size back on the plan where no pod is left',
      { pods: [], set: { replicas: 0, savedReplicas: 3 }, memory: ending },
      /^patchCurrentRevision chat-celld-new/,
    ],
    [
      'needs no patch where the controller has taken it over',
      { pods: [], set: { replicas: 0, savedReplicas: 3, currentRevision: NEW }, memory: ending },
      /^setReplicas 3/,
    ],
    [
      'brings a saved size back',
      { set: { replicas: 0, savedReplicas: 3 }, memory: ending },
      /^setReplicas 3: a fleet is never left at zero/,
    ],
    [
      'closes and resumes a whole one',
      {
        plan: { size: [2, 6] },
        pods: ALL_NEW,
        set: { currentRevision: NEW, partition: 0 },
        scaling: { scalers: [scaler()] },
        memory: ending,
        lease: record(RELEASED_1),
      },
      /^closePartition/,
    ],
    [
      'resumes the scaler of one that never moved',
      { plan: { size: [2, 6] }, scaling: { scalers: [scaler()] }, memory: ending },
      /^resumeScaler/,
    ],
    [
      'brings it back on the version of the pod that could not be stopped',
      {
        pods: [pod(1, { revision: 'other', isTerminating: true })],
        set: { replicas: 0, savedReplicas: 3 },
        memory: ending,
      },
      /^patchCurrentRevision other: pods come back on the version that still runs/,
    ],
    ['says why', { memory: ending }, /^finish 12: Gave up$/],
  ]);
});
