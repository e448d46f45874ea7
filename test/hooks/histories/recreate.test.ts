import assert from 'node:assert/strict';
import { hang, loseMachine, machineReturns } from '../../../sim/kubelet/mishaps.ts';
import { numberAt, textAt } from '../../../sim/json.ts';
import { podsOf, seen, setOf } from '../../sim/worlds.ts';
import { forMinutes, movedTo, plays, sentenceOf, terminate } from '../scenario.ts';
import { type FleetWorld, until } from '../world.ts';

const atZero = async ({ world }: FleetWorld) => {
  await world.run({ milliseconds: 1_800_000, until: () => numberAt(setOf(world), 'spec', 'replicas') === 0 });
};
const OUTAGE = ['outage', 'overlap'];

plays({
  name: 'Recreate stops every pod before the first new one starts, and brings the size back',
  first: { version: '0.4.1' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.5.1', strategy: 'Recreate' });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.5.1 1:0.5.1 2:0.5.1',
  harms: OUTAGE,
  check: ({ world }) =>
    assert.equal(textAt(setOf(world), 'metadata', 'annotations', 'celld-gitops.io/saved-replicas'), ''),
});

plays({
  name: 'Recreate with an autoscaler brings back the size that it had',
  first: { version: '0.4.1', size: [2, 6] },
  history: async (fleet) => {
    fleet.world.state.demand.set('prod/chat-celld', 4);
    await forMinutes(fleet, 10);
    assert.equal(podsOf(fleet.world).length, 4);
    fleet.push('r2', { version: '0.5.1', strategy: 'Recreate', size: [2, 6] });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.5.1 1:0.5.1 2:0.5.1 3:0.5.1',
  harms: OUTAGE,
});

plays({
  name: 'Y2: a stop that ended at zero is judged by what wrote the data, not by what was wanted',
  first: { version: '0.4.1' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.5.1', strategy: 'Recreate' });
    await atZero(fleet);
    fleet.push('r3', { version: '0.4.0', strategy: 'Recreate' });
    terminate(fleet);
    await until(fleet, 'full r3 Failed');
    assert.match(sentenceOf(fleet, 'gate'), /0\.4\.1 -> 0\.4\.0/);
    fleet.push('r4', { version: '0.5.1', strategy: 'Recreate' });
    await until(fleet, 'full r4 Succeeded');
  },
  ends: '0:0.5.1 1:0.5.1 2:0.5.1',
  harms: OUTAGE,
});

plays({
  name: 'Y22: a stop that was interrupted is lifted by a compatible commit before the scaler resumes',
  first: { version: '0.4.1', size: [3, 6] },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.5.1', strategy: 'Recreate', size: [3, 6] });
    await atZero(fleet);
    fleet.push('r3', { version: '0.4.1', size: [3, 6] });
    terminate(fleet);
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.4.1 1:0.4.1 2:0.4.1',
  harms: OUTAGE,
});

plays({
  name: 'Y17: two unready pods of an OrderedReady set do not block the way to zero',
  first: { version: '0.4.1', policy: 'OrderedReady', size: 2 },
  history: async (fleet) => {
    hang(fleet.world, 'chat-celld-0');
    hang(fleet.world, 'chat-celld-1');
    await forMinutes(fleet, 1);
    fleet.push('r2', { version: '0.5.1', policy: 'OrderedReady', size: 2, strategy: 'Recreate' });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.5.1 1:0.5.1',
  harms: OUTAGE,
});

plays({
  name: 'Y52: a stop that meets its deadline because of a lost node brings the size back before it ends',
  first: { version: '0.4.1' },
  options: { application: { isAutomated: true, retryLimit: 0 } },
  history: async (fleet) => {
    loseMachine(fleet.world, 'chat-celld-1');
    fleet.push('r2', { version: '0.5.1', strategy: 'Recreate' });
    await until(fleet, 'full r2 Failed');
    assert.equal(numberAt(setOf(fleet.world), 'spec', 'replicas'), 3);
    assert.equal(seen(fleet.world).includes('0.5.1'), false);
    machineReturns(fleet.world, 'chat-celld-1');
    await forMinutes(fleet, 3);
    fleet.push('r3', { version: '0.5.1', strategy: 'Recreate', env: [{ name: 'A', value: 'b' }] });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.5.1 1:0.5.1 2:0.5.1',
  harms: OUTAGE,
});

plays({
  name: 'Y53: a paused fleet that is mixed is restored, and one at zero is lifted; nothing else moves',
  first: { version: '0.6.0' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1' });
    await movedTo(fleet, 2);
    fleet.push('r3', { version: '0.6.1', paused: true });
    terminate(fleet);
    await until(fleet, 'full r3 Succeeded');
    await forMinutes(fleet, 5);
    assert.equal(seen(fleet.world), '0:0.6.0 1:0.6.0 2:0.6.1');
    assert.equal(numberAt(setOf(fleet.world), 'spec', 'updateStrategy', 'rollingUpdate', 'partition'), 2);
    fleet.push('r4', { version: '0.6.1' });
    await until(fleet, 'full r4 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  withoutCrashes: true,
});

plays({
  name: 'Y53: a fleet that is paused at zero is lifted',
  first: { version: '0.4.1' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.5.1', strategy: 'Recreate' });
    await atZero(fleet);
    fleet.push('r3', { version: '0.5.1', strategy: 'Recreate', paused: true });
    terminate(fleet);
    await until(fleet, 'full r3 Succeeded');
    await forMinutes(fleet, 2);
  },
  ends: '0:0.5.1 1:0.5.1 2:0.5.1',
  harms: OUTAGE,
});

plays({
  name: 'Y51: a fleet that never warms is stopped once for a restart token, and rolls again afterwards',
  first: { version: '0.6.1' },
  options: {
    config: {
      behaviour: (pod) => ({
        start: 'well',
        ...(JSON.stringify(pod).includes('"t1"')
          ? {}
          : JSON.stringify(pod).includes('v0.6.2') && { staysCold: true }),
      }),
    },
  },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', restartToken: 't1', acknowledgeStop: 't1' });
    await until(fleet, 'full r2 Succeeded');
    const before = fleet.world.state.harms.filter(({ kind }) => kind === 'outage').length;
    fleet.push('r3', {
      version: '0.6.2',
      restartToken: 't1',
      acknowledgeStop: 't1',
      env: [{ name: 'A', value: 'b' }],
    });
    await until(fleet, 'full r3 Succeeded');
    const after = fleet.world.state.harms.filter(({ kind }) => kind === 'outage').length;
    assert.equal(after, before, 'the same token stops nothing twice');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  harms: OUTAGE,
});
