import assert from 'node:assert/strict';
import { FleetTest } from '../fleet-test.ts';
import type { Scenario } from '../scenarios.ts';

/** What a Job must not do, and the words with which it says so. */
export const REFUSALS: readonly Scenario[] = [
  {
    name: 'a forbidden downgrade is refused before anything is applied, with its sentence',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      await fleet.untouched(async () => {
        const { ok, phase, message } = await fleet.sync({ version: '0.6.0' });
        assert.deepEqual([ok, phase], [false, 'PreSync']);
        assert.match(message, /0\.6\.1.*0\.6\.0/s);
      });
    },
    ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  },
  {
    name: 'a stop that is needed and not permitted is refused, and happens once it is permitted',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.3.0' });
      await fleet.untouched(async () => {
        const { ok, message } = await fleet.sync({ version: '0.4.0' });
        assert.equal(ok, false);
        assert.match(message, /Recreate/);
      });
      await fleet.syncs({ version: '0.4.0', spec: { celld: { updateStrategy: 'Recreate' } } });
    },
    ends: '0:0.4.0 1:0.4.0 2:0.4.0',
  },
  {
    name: 'Y2: at zero after an interrupted Recreate, a version that cannot read the data is refused',
    play: async (fleet) => {
      const celld = { updateStrategy: 'Recreate' };
      await fleet.syncs({ version: '0.4.1' });
      fleet.stage.behave(fleet.namespace, (pod) =>
        JSON.stringify(pod).includes('v0.5.1') ? { start: 'unschedulable' } : {},
      );
      const [end] = await fleet.start({ version: '0.5.1', spec: { celld } });
      await fleet.reach('0:0.5.1! 1:0.5.1! 2:0.5.1!');
      await fleet.terminate();
      await end;
      const { ok, message } = await fleet.sync({ version: '0.2.1', spec: { celld } });
      assert.equal(ok, false);
      assert.match(message, /0\.4\.1/);
      fleet.stage.behave(fleet.namespace, () => ({}));
      await fleet.syncs({ version: '0.5.0', spec: { celld } });
    },
    ends: '0:0.5.0 1:0.5.0 2:0.5.0',
  },
  {
    name: 'Y6: a set that was deleted and left its pods is not created anew over them',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.2' });
      const { code } = await fleet.kubectl('delete', 'statefulset', fleet.set, '--cascade=orphan');
      assert.equal(code, 0);
      const { ok, phase, message } = await fleet.sync({ version: '0.6.2' });
      assert.deepEqual([ok, phase], [false, 'PreSync']);
      assert.match(message, /pods?/);
      assert.equal(await fleet.pods(), '0:0.6.2 1:0.6.2 2:0.6.2');
    },
  },
  {
    name: 'Y24: a second fleet on the same bucket prefix is refused by the gate',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.2' });
      const other = new FleetTest(fleet.stage, fleet.namespace, 'feed');
      const bucket = { name: `s3://example-cells/${fleet.namespace}-chat` };
      const { ok, phase, message } = await other.sync({ version: '0.6.2', spec: { bucket } });
      assert.deepEqual([ok, phase], [false, 'PreSync']);
      assert.match(message, /prefix|bucket/);
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'a HorizontalPodAutoscaler of somebody else is named, and nothing moves beside it',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      const { code, stderr } = await fleet.kubectl(
        'autoscale',
        'statefulset',
        fleet.set,
        '--max=9',
        '--name=mine',
      );
      assert.equal(code, 0, stderr);
      const { ok, phase, message } = await fleet.sync({ version: '0.6.2' });
      assert.deepEqual([ok, phase], [false, 'Sync']);
      assert.match(message, /HorizontalPodAutoscaler mine/);
      assert.equal(await fleet.pods(), '0:0.6.1 1:0.6.1 2:0.6.1');
      assert.equal((await fleet.kubectl('delete', 'hpa', 'mine')).code, 0);
      await fleet.syncs({ version: '0.6.2' });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
];
