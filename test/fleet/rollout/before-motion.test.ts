import { describe } from 'node:test';
import { table, warm } from './table.ts';
import { NOW } from './turns.ts';

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
