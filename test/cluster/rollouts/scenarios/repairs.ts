import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../documents/json.ts';
import type { PodBehaviour } from '../../../support/kubelet/settings.ts';
import type { FleetTest } from '../fleet-test.ts';
import type { Scenario } from '../scenarios.ts';

const SHORT = { step: 6, overall: 60 };

/** Pods whose template has this text behave so, the others well. */
function behaves(fleet: FleetTest, text: string, behaviour: PodBehaviour): void {
  fleet.stage.behave(fleet.namespace, (pod: JsonObject) =>
    JSON.stringify(pod).includes(text) ? behaviour : {},
  );
}

/** Fleets that are not well, and the commit that mends them. */
export const REPAIRS: readonly Scenario[] = [
  ...(['crash', 'no-image', 'unready'] as const).map((start): Scenario => ({
    name: `a revision that never gets well (${start}) stops at its first pod, and the revert takes it back`,
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      behaves(fleet, 'v0.6.2', { start });
      const { ok, message } = await fleet.sync({ version: '0.6.2', deadlines: SHORT });
      assert.equal(ok, false);
      assert.match(message, new RegExp(fleet.pod(2)));
      await fleet.reach('0:0.6.1 1:0.6.1 2:0.6.2!');
      await fleet.syncs({ version: '0.6.1' });
    },
    ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  })),
  {
    name: 'Y29: a first sync with an image that never gets well ends, and the mending commit syncs',
    play: async (fleet) => {
      behaves(fleet, 'v0.6.1', { start: 'crash' });
      const first = await fleet.sync({ version: '0.6.1', deadlines: SHORT });
      assert.equal(first.ok, false);
      await fleet.syncs({ version: '0.6.2' });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'Y23: across a one-way boundary a version that never started may be reverted',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.4.0' });
      behaves(fleet, 'v0.4.11', { start: 'no-image' });
      const { ok } = await fleet.sync({ version: '0.4.11', deadlines: SHORT });
      assert.equal(ok, false);
      await fleet.syncs({ version: '0.4.0' });
    },
    ends: '0:0.4.0 1:0.4.0 2:0.4.0',
  },
  {
    name: 'Y16: an OrderedReady set whose ordinal 0 is broken is repaired with its partition closed',
    play: async (fleet) => {
      const spec = { podManagementPolicy: 'OrderedReady' };
      const broken = { ...spec, podTemplate: { env: [{ name: 'GREETING', value: 'broken' }] } };
      behaves(fleet, '"broken"', { start: 'crash' });
      const first = await fleet.sync({ version: '0.6.1', spec: broken, deadlines: SHORT });
      assert.equal(first.ok, false);
      await fleet.syncs({ version: '0.6.2', spec });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'Y17: an OrderedReady fleet with unready pods can be stopped and started anew',
    play: async (fleet) => {
      const spec = { podManagementPolicy: 'OrderedReady' };
      await fleet.syncs({ version: '0.4.1', spec });
      for (const ordinal of [1, 2])
        await fleet.stage.kubelet.control(fleet.onKubelet(fleet.pod(ordinal)), { health: 'failing' });
      await fleet.reach('0:0.4.1 1:0.4.1! 2:0.4.1!');
      const stop = {
        ...spec,
        restartToken: 'x',
        acknowledgeStop: 'x',
        celld: { updateStrategy: 'Recreate' },
      };
      await fleet.syncs({ version: '0.5.1', spec: stop });
    },
    ends: '0:0.5.1 1:0.5.1 2:0.5.1',
  },
  {
    name: 'Y51: a version that restores for ever holds the roll, and the acknowledged stop of the mending commit ends it',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      behaves(fleet, 'v0.6.2', { stateMembers: { restoring: 4 } });
      const { ok, message } = await fleet.sync({ version: '0.6.2', deadlines: SHORT });
      assert.equal(ok, false);
      assert.match(message, /acknowledgeStop/);
      await fleet.reach('0:0.6.1 1:0.6.1 2:0.6.2');
      fleet.stage.behave(fleet.namespace, () => ({}));
      const spec = { restartToken: 'x', acknowledgeStop: 'x', celld: { updateStrategy: 'Recreate' } };
      await fleet.syncs({ version: '0.6.2', spec });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'a pod that cannot be read holds the roll, whatever it answers instead',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      for (const kind of ['html', 'hang'] as const) {
        await fleet.stage.kubelet.control(fleet.onKubelet(fleet.pod(0)), { state: { kind } });
        const { ok, message } = await fleet.sync({ version: '0.6.2', deadlines: SHORT });
        assert.equal(ok, false);
        assert.match(message, new RegExp(fleet.pod(0)));
        assert.equal(await fleet.pods(), '0:0.6.1 1:0.6.1 2:0.6.1');
      }
      await fleet.stage.kubelet.control(fleet.onKubelet(fleet.pod(0)), { state: null });
      await fleet.syncs({ version: '0.6.2' });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
];
