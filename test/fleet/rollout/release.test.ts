import { describe } from 'node:test';
import { OLD_PODS, neverStarted, MIXED, OPEN, RELEASED_1, table, warm, record } from './table.ts';
import { broken, census, NEW, NOW, pod, SILENT, state, type TurnOptions, updated, WALL } from './turns.ts';

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
      'is not reached where every pod stops first',
      oneWay({
        plan: { version: '0.6.1', restartToken: 't', acknowledgeStop: 't' },
        set: { savedReplicas: 3, stoppedFor: 't' },
      }),
      /^setReplicas 0/,
    ],
    [
      'is not reached at zero',
      oneWay({ set: { replicas: 0, savedReplicas: 3 }, pods: [pod(0, { isTerminating: true }, '0.6.0')] }),
      /^wait for every pod to be gone/,
    ],
    [
      'is not reached by a paused fleet that has not begun',
      oneWay({ plan: { version: '0.6.1', paused: true } }),
      /^finish 0: Paused/,
    ],
    [
      'is held by a paused fleet that is mixed',
      oneWay({
        plan: { version: '0.6.1', paused: true },
        pods: [pod(0, {}, '0.6.0'), pod(1, {}, '0.6.0'), pod(2, { revision: NEW }, '0.6.1')],
        set: OPEN,
        lease: record(
          { version: '0.6.0', durability: 'bucket', state: 'started' },
          { version: '0.6.1', durability: 'bucket', state: 'started' },
        ),
      }),
      /^patchCurrentRevision/,
    ],
    [
      'a paused fleet whose current revision no pod ever ran gets it back',
      {
        plan: { paused: true },
        pods: [updated(0), updated(1), neverStarted(2, 'never')],
        set: { currentRevision: 'never' },
      },
      /^patchCurrentRevision/,
    ],
    [
      'leaves it alone where the way back is open',
      { census: warm(), lease: record(RELEASED_1) },
      /^lowerPartition 2/,
    ],
  ]);
});
