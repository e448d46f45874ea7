import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FleetOptions } from '../../hooks/fleet.ts';
import {
  broken,
  census,
  decideOn,
  NEW,
  NOW,
  OLD,
  pod,
  scaler,
  SILENT,
  state,
  textOf,
  type TurnOptions,
  updated,
  WALL,
} from './turns.ts';

const OLD_PODS = [0, 1, 2].map((ordinal) => pod(ordinal));
/** A pod of that revision whose container never ran. */
const neverStarted = (ordinal: number, revision: string) =>
  broken(ordinal, { revision, container: { ...broken(ordinal).container, hasStarted: false } });
const MIXED = [pod(0), pod(1), updated(2)];
const ALL_NEW = [updated(0), updated(1), updated(2)];
const DONE_SET = { currentRevision: NEW };
/** The partition lies where the mixed fleet's released pods start. */
const OPEN = { partition: 2 };
const RELEASED_1 = { version: '0.6.2', durability: 'bucket', state: 'started' } as const;

type Row = readonly [what: string, options: TurnOptions, expected: RegExp];

function table(rows: readonly Row[]): void {
  for (const [what, options, expected] of rows) {
    test(what, () => assert.match(textOf(decideOn(options)), expected));
  }
}

const warm = (pods = OLD_PODS) => census(pods);

describe('decideRollout() before anything moves', () => {
  table([
    [
      'waits for a StatefulSet that is not there',
      { snapshot: { set: { known: true, value: undefined } } },
      /^wait for StatefulSet chat-celld to be created$/,
    ],
    [
      'never takes what could not be read for absent',
      { snapshot: { pods: { known: false, reason: 'the API server' } } },
      /^wait for the API server$/,
    ],
    [
      'waits while the StatefulSet is being deleted',
      { set: { isTerminating: true } },
      /^wait for StatefulSet chat-celld to be gone/,
    ],
    [
      'refuses another selector',
      { set: { selector: { matchLabels: { app: 'x' } } } },
      /^finish 10: .*selects other pods/,
    ],
    [
      'refuses a set that is controlled',
      { set: { controller: 'WorkerApp/chat' } },
      /^finish 10: .*controlled by WorkerApp\/chat/,
    ],
    [
      'refuses ordinals that start elsewhere',
      { set: { firstOrdinal: 2 } },
      /^finish 10: .*starts at ordinal 2/,
    ],
    ['refuses OnDelete', { set: { strategy: 'OnDelete' } }, /^finish 10: .*other than RollingUpdate/],
    [
      'refuses replicas of an earlier apply',
      { set: { replicasAppliedBy: ['kubectl'] } },
      /^finish 10: .*spec\.replicas from an earlier apply \(kubectl\)/,
    ],
    [
      'refuses a changed bucket',
      { set: { bucketKey: 'aws/other' } },
      /^finish 10: Cannot change bucket .*scale it to zero, wait until no pod is left, delete it/,
    ],
    ['refuses an unknown bucket', { set: { bucketKey: undefined } }, /^finish 10: Cannot change bucket/],
    [
      'refuses a changed podManagementPolicy',
      { set: { podManagementPolicy: 'OrderedReady' } },
      /^finish 10: Cannot change podManagementPolicy/,
    ],
    [
      'stops where a newer plan is approved',
      { set: { approvedPlan: 'newer' } },
      /^finish 13: Superseded: the gate has approved plan newer/,
    ],
    [
      'goes on where nothing was approved yet',
      { set: { approvedPlan: undefined }, census: warm() },
      /^lowerPartition 2/,
    ],
    ['creates the Lease', { snapshot: { lease: { known: true, value: undefined } } }, /^createLease/],
    ['takes a Lease that nobody holds', { lease: { holder: '' } }, /^takeLease: nobody holds/],
    ['renews its own', { memory: { leaseRenewedAt: NOW - 10_000 } }, /^takeLease: the Lease is due/],
    [
      'waits while another holds it',
      {
        lease: { holder: 'other/pod' },
        memory: { foreignLease: { key: '', since: NOW - 29_000 }, leaseWaitSince: NOW - 29_000 },
      },
      /^wait for the Lease that other\/pod holds$/,
    ],
    [
      'takes one that was not renewed for its time',
      { lease: { holder: 'other/pod' }, memory: { foreignLease: { key: '', since: NOW - 30_000 } } },
      /^takeLease: its holder other\/pod has not renewed it for 30 s$/,
    ],
    [
      'says who holds it',
      {
        lease: { holder: 'other/pod' },
        memory: { foreignLease: { key: '', since: NOW - 1000 }, leaseWaitSince: NOW - 60_000 },
      },
      /^finish 13: Another Job moves this fleet: its Lease is held by other\/pod$/,
    ],
    [
      'waits for the template',
      { set: { template: {} }, memory: { difference: { key: '', since: NOW - 59_000 } } },
      /^wait for the live pod template to be the plan's: metadata/,
    ],
    [
      'refuses a template that stays different',
      { set: { template: {} }, memory: { difference: { key: '', since: NOW - 60_000 } } },
      /^finish 10: .*not the plan's after 60 s/,
    ],
    [
      'waits for the controller',
      { set: { isObserved: false } },
      /^wait for the StatefulSet controller to see/,
    ],
    ['refuses a record that it cannot read', { lease: { ran: undefined } }, /^finish 10: .*cannot be read$/],
    ['records what runs', { lease: { ran: {} } }, /^recordRan: versions that run/],
    ['marks the set as its own', { set: { holder: 'other' } }, /^markHolder/],
  ]);
});

const record = (...entries: readonly unknown[]) => ({ ran: { 'aws/cells/chat': entries as never } });

const from = (version: string, plan: FleetOptions): TurnOptions => ({
  plan,
  pods: [0, 1, 2].map((ordinal) => pod(ordinal, {}, version)),
  lease: record({ version, durability: 'bucket', state: 'started' }),
});

describe('decideRollout() judges again', () => {
  table([
    [
      'never across a blocked row',
      from('0.3.0', { version: '0.2.1', strategy: 'Recreate' }),
      /^finish 11: Cannot move fleet "chat" from 0\.3\.0 \(pod chat-celld-0\) to 0\.2\.1 \(0\.3 -> 0\.2\)/,
    ],
    [
      'names what could be acknowledged',
      from('0.6.1', { version: '0.6.0' }),
      /^finish 10: .*acknowledgeDowngrade: "0\.6\.\d->0\.6\.0"/,
    ],
    [
      'names Recreate',
      from('0.4.1', { version: '0.5.1' }),
      /^finish 10: Cannot roll .*0\.5.*updateStrategy: Recreate; cost: every pod stops/,
    ],
    [
      'stops where Recreate is permitted',
      {
        ...from('0.4.1', { version: '0.5.1', strategy: 'Recreate' }),
      },
      /^saveSize: every pod is to stop$/,
    ],
  ]);
});

const scaled = (change: Parameters<typeof scaler>[0], others: TurnOptions = {}): TurnOptions => ({
  plan: { size: [2, 6] },
  scaling: { scalers: [scaler(change)] },
  ...others,
});

describe('decideRollout() and a pin', () => {
  const stray = (served: string, asked?: string): TurnOptions => {
    const pods = OLD_PODS.map((old) => ({ ...old, appVersion: asked }));
    const reading = state({ deployment: { version: served, generation: 1, draining: 0, swapping: 0 } });
    return {
      plan: { source: 'pinned' },
      pods,
      census: census(pods, { 0: reading, 1: reading, 2: reading }),
      lease: record(RELEASED_1),
    };
  };
  table([
    ['asks what is served before anything moves', { plan: { source: 'pinned' } }, /^sweep$/],
    ['refuses a pin that the pointer has left', stray('f', 'e'), /^finish 11: .*every pod serves f/],
    ['goes on where a pod serves what its own template asked for', stray('f', 'f'), /^lowerPartition 2/],
    ['goes on where the template asked for nothing', stray('f'), /^lowerPartition 2/],
    ['goes on where the pin is served', stray('0123456789abcdef', 'e'), /^lowerPartition 2/],
  ]);
});

describe('decideRollout() freezes what scales the fleet', () => {
  table([
    ['pauses its own ScaledObject', scaled({ pausedBy: undefined }), /^pauseScaler: no autoscaler may act/],
    [
      'takes over the pause of an earlier Job',
      scaled({ pausedBy: 'this-fleet' }),
      /^pauseScaler: the pause of an earlier Job/,
    ],
    [
      'keeps a person’s pause',
      scaled({ pausedBy: 'someone' }, { memory: { sawScaler: true, isQuiet: true }, census: warm() }),
      /^lowerPartition 2/,
    ],
    ['waits for the condition', scaled({ isPauseSeen: false }), /^wait for KEDA to acknowledge/],
    [
      'waits for the autoscaler to go',
      {
        ...scaled({}),
        scaling: { scalers: [scaler()], autoscalers: [{ name: 'keda-hpa-chat', controller: 'scaler' }] },
      },
      /^wait for HorizontalPodAutoscaler keda-hpa-chat to go/,
    ],
    [
      'waits until the size is quiet',
      scaled({}, { memory: { sawScaler: true } }),
      /^wait for the size to stay at 3 for 15 s/,
    ],
    [
      'refuses a foreign autoscaler',
      { scaling: { autoscalers: [{ name: 'theirs', controller: undefined }] } },
      /^finish 10: .*HorizontalPodAutoscaler theirs, which KEDA does not own/,
    ],
    [
      'refuses a foreign ScaledObject',
      scaled({ name: 'theirs', isOurs: false }),
      /^finish 10: .*ScaledObject theirs, which is not this fleet's/,
    ],
    [
      'leaves a scaler alone that targets something else',
      scaled({ targetsSet: false, pausedBy: undefined }, { census: warm() }),
      /^lowerPartition 2/,
    ],
  ]);
});

const recorded = (ordinal: number) =>
  record(
    { ...RELEASED_1, version: '0.6.2' },
    { version: '0.6.2', durability: 'fleet', state: 'released', ordinal },
  );

describe('decideRollout() releases one ordinal after another', () => {
  table([
    ['asks for a census first', {}, /^sweep$/],
    [
      'releases the top one',
      { census: warm(), lease: record(RELEASED_1) },
      /^lowerPartition 2: every ordinal above 2/,
    ],
    [
      'releases the next one',
      { pods: MIXED, set: OPEN, census: census(MIXED), lease: record(RELEASED_1) },
      /^lowerPartition 1:/,
    ],
    [
      'waits for a released pod to be replaced',
      { set: OPEN, census: warm() },
      /^wait for ordinal 2, which is released, to be replaced/,
    ],
    ['restores a mixed fleet', { pods: MIXED }, /^restorePartition 2: ordinals from 2 up/],
    [
      'restores nothing where the top is old',
      {
        pods: [updated(0), updated(1), pod(2)],
        census: census([updated(0), updated(1), pod(2)]),
        lease: record(RELEASED_1),
      },
      /^lowerPartition 2/,
    ],
    [
      'waits for an updated pod to be ready',
      { pods: [pod(0), pod(1), broken(2, { revision: NEW })], set: OPEN },
      /^wait for chat-celld-2 to be ready on the new template$/,
    ],
    [
      'waits for an updated pod that ends',
      { pods: [pod(0), pod(1), updated(2, { isTerminating: true })], set: OPEN },
      /^wait for chat-celld-2 to be ready/,
    ],
    [
      'waits for the settle time',
      { memory: { fleet: { key: '', since: NOW - 9000 } } },
      /^wait for the fleet to stay unchanged for 10 s$/,
    ],
    [
      'waits after a self-fence',
      {
        pods: [
          pod(0, { container: { ...pod(0).container, lastExit: { code: 3, finishedAt: WALL - 299_000 } } }),
          pod(1),
          pod(2),
        ],
      },
      /^wait for 300 s to pass since chat-celld-0/,
    ],
    [
      'forgets an old self-fence',
      {
        pods: [
          pod(0, { container: { ...pod(0).container, lastExit: { code: 3, finishedAt: WALL - 301_000 } } }),
          pod(1),
          pod(2),
        ],
        memory: { fences: new Map([['uid-0 0', 0]]) },
      },
      /^sweep$/,
    ],
    [
      'holds for a ready pod that cannot be read',
      { census: census(OLD_PODS, { 0: SILENT }) },
      /^wait for this to end: pod chat-celld-0 does not answer in time$/,
    ],
    [
      'holds for a pod that runs and is silent',
      { pods: [pod(0, { isReady: false }), pod(1), pod(2)], census: census(OLD_PODS, { 0: SILENT }) },
      /^wait for this to end: pod chat-celld-0 does not answer/,
    ],
    [
      'passes over a pod that holds no cells',
      {
        pods: [broken(0), pod(1), pod(2)],
        census: census(OLD_PODS, { 0: SILENT }),
        lease: record(RELEASED_1),
      },
      /^lowerPartition 2/,
    ],
    [
      'holds for a pod that is not ready and answers',
      { pods: [pod(0, { isReady: false }), pod(1), pod(2)], census: warm() },
      /^wait for this to end: pod chat-celld-0 is not ready$/,
    ],
    [
      'holds for a missing pod',
      { pods: [pod(0), pod(2)], census: census([pod(0), pod(2)]) },
      /^wait for this to end: pod chat-celld-1 is missing$/,
    ],
    [
      'holds for a pod too many',
      { pods: [...OLD_PODS, pod(3)], census: census([...OLD_PODS, pod(3)]) },
      /^wait for this to end: pod chat-celld-3 is not one of the 3/,
    ],
    [
      'holds for a pod of nobody',
      { pods: [pod(0, { controller: undefined }), pod(1), pod(2)], census: warm() },
      /chat-celld-0 is missing, and 1 more$/,
    ],
    [
      'holds for an ending pod and names its node',
      { pods: [pod(0, { isTerminating: true, node: 'n7' }), pod(1), pod(2)], census: warm() },
      /^wait for this to end: pod chat-celld-0 on node n7 is still ending$/,
    ],
    [
      'holds for a pod that changed while it was read',
      { census: { ...warm(), changed: ['chat-celld-1'] } },
      /chat-celld-1 changed while it was read$/,
    ],
    [
      'holds for cells that are restored',
      { census: census(OLD_PODS, { 1: state({ restoring: 4 }) }) },
      /^wait for 4 cells to be restored on chat-celld-1$/,
    ],
    [
      'holds for a state without restoring',
      {
        census: census(OLD_PODS, {
          1: { kind: 'answer', state: { ownership: 's3', occupied: 1, shedding: null } },
        }),
      },
      /chat-celld-1 does not tell restoring$/,
    ],
    [
      'writes the release down before',
      {
        census: warm(),
        lease: record({ version: '0.6.1', durability: 'bucket', state: 'started' }),
        pods: [0, 1, 2].map((ordinal) => pod(ordinal, {}, '0.6.1')),
        set: { currentRevision: NEW },
        memory: { promotedTurns: 2 },
      },
      /^recordRan: the release of ordinal 2 is recorded$/,
    ],
    [
      'is not talked out of it by the record of another ordinal',
      { census: warm(), lease: recorded(2) },
      /^lowerPartition 2|^recordRan/,
    ],
  ]);
});

const oneWay = (change: TurnOptions = {}): TurnOptions => ({
  plan: { version: '0.6.1' },
  pods: [0, 1, 2].map((ordinal) => pod(ordinal, {}, '0.6.0')),
  lease: record({ version: '0.6.0', durability: 'bucket', state: 'started' }),
  ...change,
});

describe('decideRollout() at the point of no return', () => {
  table([
    [
      'sets the current revision before the first release',
      oneWay(),
      new RegExp(`^patchCurrentRevision ${NEW}: from here on`),
    ],
    [
      'waits until it has stayed for two turns',
      oneWay({ set: { currentRevision: NEW }, memory: { promotedTurns: 1 }, census: warm() }),
      /^wait for the current revision to stay/,
    ],
    [
      'releases then',
      oneWay({ set: { currentRevision: NEW }, memory: { promotedTurns: 2 }, census: warm() }),
      /^recordRan: the release of ordinal 2/,
    ],
    [
      'sets it again where it was taken back in mid-roll',
      oneWay({
        pods: [pod(0, {}, '0.6.0'), pod(1, {}, '0.6.0'), updated(2)],
        set: OPEN,
        lease: record(
          { version: '0.6.0', durability: 'bucket', state: 'started' },
          { version: '0.6.1', durability: 'bucket', state: 'started' },
          RELEASED_1,
        ),
      }),
      /^patchCurrentRevision|^finish/,
    ],
    [
      'sets it back where no pod ever ran it',
      { pods: [updated(0), updated(1), neverStarted(2, 'never')], set: { currentRevision: 'never' } },
      new RegExp(`^patchCurrentRevision ${NEW}`),
    ],
    [
      'leaves it alone where the way back is open',
      { census: warm(), lease: record(RELEASED_1) },
      /^lowerPartition 2/,
    ],
  ]);
});

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
  const started = (minutes: number) =>
    pod(0, { isReady: false, container: { ...pod(0).container, startedAt: WALL - minutes * 60_000 } });
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
    ['not in a paused fleet', silent(16, { plan: { paused: true } }), /^finish 0: Paused/],
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
    ['says why', { memory: ending }, /^finish 12: Gave up$/],
  ]);
});
