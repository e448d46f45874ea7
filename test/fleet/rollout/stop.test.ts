import { describe } from 'node:test';
import { MIXED, ALL_NEW, OPEN, RELEASED_1, table, warm, record } from './table.ts';
import { broken, NEW, pod, scaler, type TurnOptions } from './turns.ts';

const stop = (change: TurnOptions): TurnOptions => ({
  plan: { restartToken: 't', acknowledgeStop: 't' },
  lease: record(RELEASED_1),
  ...change,
});

describe('decideRollout() stops every pod once', () => {
  table([
    ['saves the size first', stop({}), /^saveSize: every pod is to stop/],
    [
      'then goes to zero',
      stop({ set: { savedReplicas: 3, stoppedFor: 't' } }),
      /^setReplicas 0: no old pod may live/,
    ],
    [
      'Parallel: deletes no condemned pod, which the controller takes by itself',
      stop({ pods: [broken(0), broken(1)], set: { savedReplicas: 3, stoppedFor: 't', replicas: 0 } }),
      /^wait for every pod to be gone/,
    ],
    [
      'OrderedReady: deletes neither a ready pod nor one that ends',
      stop({
        plan: { restartToken: 't', acknowledgeStop: 't', policy: 'OrderedReady' },
        pods: [pod(0), broken(1, { isTerminating: true })],
        set: { savedReplicas: 3, stoppedFor: 't', replicas: 0 },
      }),
      /^wait for every pod to be gone/,
    ],
    [
      'never saves zero',
      stop({ set: { replicas: 0 } }),
      /^wait for every pod to be gone: chat-celld-0, chat-celld-1, chat-celld-2/,
    ],
    [
      'does not begin in a paused fleet that is mixed',
      stop({ plan: { restartToken: 't', acknowledgeStop: 't', paused: true }, pods: MIXED, set: OPEN }),
      /^finish 0: Paused by spec\.paused/,
    ],
    [
      'waits until every pod has gone',
      stop({ set: { savedReplicas: 3, stoppedFor: 't', replicas: 0 } }),
      /^wait for every pod to be gone: chat-celld-0, chat-celld-1, chat-celld-2 on n1/,
    ],
    [
      'waits for both revisions',
      stop({ pods: [], set: { savedReplicas: 3, stoppedFor: 't', replicas: 0 } }),
      /^wait for the StatefulSet controller to take over/,
    ],
    [
      'brings the size back',
      stop({ pods: [], set: { savedReplicas: 3, stoppedFor: 't', replicas: 0, currentRevision: NEW } }),
      /^setReplicas 3: the size from before the stop/,
    ],
    [
      'a stop that was given up: waits for the last pod before the size comes back',
      { pods: [pod(2, { isTerminating: true })], set: { savedReplicas: 3, replicas: 0 } },
      /^wait for every pod to be gone: chat-celld-2 on n1$/,
    ],
    [
      'a stop that was given up: never starts what no pod has run',
      { pods: [], set: { savedReplicas: 3, replicas: 0 } },
      /^wait for the StatefulSet controller to take over/,
    ],
    [
      'a size that was cut is lifted where a pod runs the current revision',
      { set: { savedReplicas: 5 }, lease: record(RELEASED_1) },
      /^setReplicas 5/,
    ],
    [
      'forgets the saved size',
      stop({ pods: ALL_NEW, set: { savedReplicas: 3, stoppedFor: 't', currentRevision: NEW } }),
      /^forgetSize/,
    ],
    [
      'rolls where the token was used',
      stop({ set: { stoppedFor: 't' }, census: warm() }),
      /^lowerPartition 2/,
    ],
    [
      'rolls where the acknowledgement is for another token',
      stop({ plan: { restartToken: 't', acknowledgeStop: 's' }, census: warm() }),
      /^lowerPartition 2/,
    ],
    [
      'zeroes again what somebody scaled up',
      stop({ set: { savedReplicas: 3, stoppedFor: 't', replicas: 2 } }),
      /^setReplicas 0/,
    ],
    [
      'OrderedReady: deletes a condemned pod that blocks',
      stop({
        plan: { restartToken: 't', acknowledgeStop: 't', policy: 'OrderedReady' },
        pods: [broken(0), broken(1)],
        set: { savedReplicas: 3, stoppedFor: 't', replicas: 0 },
      }),
      /^deletePod chat-celld-1: it is condemned/,
    ],
    [
      'never while it is paused',
      stop({ plan: { restartToken: 't', acknowledgeStop: 't', paused: true } }),
      /^finish 0: Paused by spec\.paused: 3 of 3 pods/,
    ],
  ]);
});

describe('decideRollout() while it is paused', () => {
  table([
    [
      'moves nothing',
      { plan: { paused: true } },
      /^finish 0: Paused by spec\.paused: 3 of 3 pods run another template than the plan's$/,
    ],
    ['still restores', { plan: { paused: true }, pods: MIXED }, /^restorePartition 2/],
    [
      'keeps a mixed fleet’s scaler',
      { plan: { paused: true, size: [2, 6] }, pods: MIXED, set: OPEN, scaling: { scalers: [scaler()] } },
      /^finish 0: .*autoscaling stays paused/,
    ],
    [
      'resumes a whole fleet’s scaler',
      { plan: { paused: true, size: [2, 6] }, scaling: { scalers: [scaler()] } },
      /^resumeScaler/,
    ],
    [
      'does not resume what would shrink it',
      { plan: { paused: true, size: [1, 2] }, scaling: { scalers: [scaler()] } },
      /^finish 0: .*autoscaling stays paused/,
    ],
    [
      'keeps the scaler of a fleet that somebody has put to zero',
      {
        plan: { paused: true, size: [2, 6] },
        pods: [],
        set: { replicas: 0, currentRevision: NEW },
        scaling: { scalers: [scaler()] },
      },
      /^finish 0: .*autoscaling stays paused/,
    ],
    [
      'keeps the scaler while a release is under way',
      { plan: { paused: true, size: [2, 6] }, set: OPEN, scaling: { scalers: [scaler()] } },
      /^finish 0: .*autoscaling stays paused/,
    ],
    [
      'lifts a fleet that was only half lifted',
      {
        plan: { paused: true },
        pods: [pod(0)],
        set: { replicas: 1, savedReplicas: 3 },
        lease: record(RELEASED_1),
      },
      /^setReplicas 3/,
    ],
    [
      'forgets nothing of a size that is reached',
      { plan: { paused: true, size: [2, 6] }, set: { savedReplicas: 3 }, scaling: { scalers: [scaler()] } },
      /^resumeScaler/,
    ],
    [
      'lifts a fleet at zero',
      {
        plan: { paused: true },
        pods: [],
        set: { replicas: 0, savedReplicas: 3, currentRevision: NEW },
        lease: record(RELEASED_1),
      },
      /^setReplicas 3/,
    ],
  ]);
});
