import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../../documents/json.ts';
import { textAt } from '../../harness/json-at.ts';
import { replicasOf } from '../fleet-view.ts';
import { imageOf } from '../fleet.ts';
import type { Scenario } from '../scenarios.ts';

const NEXT_DEPLOYMENT = 'fedcba9876543210';

function nameOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'name');
}

/** What a team does on a good day. */
export const CHANGES: readonly Scenario[] = [
  {
    name: 'a first sync starts the fleet, and an upgrade takes one pod after the other from the top',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      await fleet.reach('0:0.6.1 1:0.6.1 2:0.6.1');
      await fleet.syncs({ version: '0.6.2' });
      const order = fleet.stage.recording
        .changes(fleet.namespace)
        .filter(({ kind, type, object }) => kind === 'Pod' && type === 'ADDED' && imageOf(object) === '0.6.2')
        .map(({ object }) => nameOf(object));
      assert.deepEqual(order, ['chat-celld-2', 'chat-celld-1', 'chat-celld-0']);
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'the size follows the commit: all at once upwards, one by one downwards',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.2', spec: { replicas: 2 } });
      await fleet.syncs({ version: '0.6.2', spec: { replicas: 4 } });
      await fleet.reach('0:0.6.2 1:0.6.2 2:0.6.2 3:0.6.2');
      await fleet.syncs({ version: '0.6.2', spec: { replicas: 2 } });
    },
    ends: '0:0.6.2 1:0.6.2',
  },
  {
    name: 'Y37: one commit grows the fleet and changes the image: no new ordinal starts on the old version',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1', spec: { replicas: 2 } });
      await fleet.syncs({ version: '0.6.2', spec: { replicas: 3 } });
      const third = fleet.stage.kubelet
        .celldEvents()
        .filter(({ event, pod }) => event === 'start' && pod === fleet.pod(2));
      const uids = new Set(
        fleet.stage.recording.changes(fleet.namespace).map(({ object }) => textAt(object, 'metadata', 'uid')),
      );
      assert.deepEqual(
        [...new Set(third.filter(({ uid }) => uids.has(uid)).map(({ version }) => version))],
        ['0.6.2'],
      );
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'Recreate across a boundary: no old node lives beside a new one, and the size comes back',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.4.1' });
      await fleet.syncs({ version: '0.5.1', spec: { celld: { updateStrategy: 'Recreate' } } });
    },
    ends: '0:0.5.1 1:0.5.1 2:0.5.1',
  },
  {
    name: 'Y5: updateStrategy Recreate that is left in git does not stop a fleet that may roll',
    play: async (fleet) => {
      const celld = { updateStrategy: 'Recreate' };
      await fleet.syncs({ version: '0.6.1', spec: { celld } });
      await fleet.syncs({ version: '0.6.1', spec: { celld } });
      await fleet.syncs({ version: '0.6.2', spec: { celld } });
      const sizes = fleet.stage.recording
        .changes(fleet.namespace)
        .filter(({ kind }) => kind === 'StatefulSet')
        .map(({ object }) => replicasOf(object));
      assert.ok(!sizes.includes(0), sizes.join());
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'a deployment in place restarts no pod, and the sync ends when every pod serves it',
    play: async (fleet) => {
      const spec = { deploymentPolicy: 'InPlace' };
      await fleet.syncs({ version: '0.6.2', spec });
      const uids = () =>
        new Set(
          fleet.stage.recording
            .changes(fleet.namespace)
            .filter(({ kind, object }) => kind === 'Pod' && /-celld-\d+$/.test(nameOf(object)))
            .map(({ object }) => textAt(object, 'metadata', 'uid')),
        );
      const before = [...uids()];
      fleet.stage.kubelet.deploy(`s3://example-cells/${fleet.namespace}-chat`, NEXT_DEPLOYMENT);
      await fleet.syncs({ version: '0.6.2', spec: { ...spec, appVersion: NEXT_DEPLOYMENT } });
      assert.deepEqual([...uids()], before);
      const serving = fleet.stage.kubelet.celldEvents().filter(({ event }) => event === 'deployment');
      assert.ok(serving.filter(({ bucket }) => bucket.includes(`${fleet.namespace}-`)).length === 3);
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'a rotated Secret restarts every pod, gated',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.2', spec: { restartToken: '1' } });
      await fleet.syncs({ version: '0.6.2', parameters: { configDigest: '0123456789abcdef' } });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'Y18: an apply without hooks moves no pod, and the next full sync rolls',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      await fleet.syncs({ version: '0.6.2' }, { withoutHooks: true });
      await sleep(3_000);
      assert.equal(await fleet.pods(), '0:0.6.1 1:0.6.1 2:0.6.1');
      await fleet.syncs({ version: '0.6.2' });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'client-side apply rolls as server-side apply does',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' }, { how: 'client-side' });
      await fleet.syncs({ version: '0.6.2' }, { how: 'client-side' });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'Replace=true shrinks the fleet to one pod; the rollout brings the size back',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.2' });
      await fleet.syncs({ version: '0.6.2' }, { how: 'replace' });
      const sizes = fleet.stage.recording
        .changes(fleet.namespace)
        .filter(({ kind }) => kind === 'StatefulSet')
        .map(({ object }) => replicasOf(object));
      assert.ok(sizes.slice(3).includes(1), `facts/proven.md 1: ${sizes.join()}`);
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
    byHand: ['size'],
  },
];
