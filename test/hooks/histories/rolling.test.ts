import assert from 'node:assert/strict';
import { endProcess, hang } from '../../../sim/kubelet/mishaps.ts';
import { syncWithoutHooks } from '../../../sim/argocd/control.ts';
import { numberAt } from '../../../sim/json.ts';
import { deletePod, setOf } from '../../sim/worlds.ts';
import { forMinutes, movedTo, plays, terminate } from '../scenario.ts';
import { APPLICATION, until } from '../world.ts';

const partition = (fleet: Parameters<typeof until>[0]) =>
  numberAt(setOf(fleet.world), 'spec', 'updateStrategy', 'rollingUpdate', 'partition');

plays({
  name: 'Y1: a roll that is taken back half way rolls back gated, and nothing is restored',
  first: { version: '0.6.1', size: 5 },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', size: 5 });
    await movedTo(fleet, 2);
    fleet.push('r3', { version: '0.6.1', size: 5, acknowledgeDowngrade: '0.6.2->0.6.1' });
    terminate(fleet);
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1 4:0.6.1',
});

plays({
  name: 'Y7: an old pod that is unready for a moment is waited for, and nothing is released out of order',
  first: { version: '0.6.1', size: 4 },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', size: 4 });
    await movedTo(fleet, 3);
    endProcess(fleet.world, 'chat-celld-1', 1);
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2 3:0.6.2',
});

plays({
  name: 'Y8: the same template is applied again in mid-roll, a released pod dies, and comes back on the new version',
  first: { version: '0.6.0' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1' });
    await movedTo(fleet, 1);
    terminate(fleet);
    syncWithoutHooks(fleet.world, APPLICATION, ['StatefulSet']);
    await fleet.world.run({ milliseconds: 2500 });
    deletePod(fleet.world, 2);
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
});

plays({
  name: 'Y9: a third template is applied in mid-roll across a one-way boundary, and a pod that dies goes forward',
  first: { version: '0.6.0' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1' });
    await movedTo(fleet, 1);
    fleet.push('r3', { version: '0.6.2' });
    terminate(fleet);
    await fleet.world.run({ milliseconds: 9000 });
    deletePod(fleet.world, 2);
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});

plays({
  name: 'Y18: a template that is applied without hooks moves no pod, and the next full sync rolls it',
  first: { version: '0.6.0' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1' });
    syncWithoutHooks(fleet.world, APPLICATION, ['StatefulSet']);
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
});

plays({
  name: 'Y37: one commit grows the fleet and changes the image: the roll comes first, then growth on the new image',
  first: { version: '0.6.0' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1', size: 5 });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1 4:0.6.1',
});

plays({
  name: 'Y38: a released pod that is terminating is not un-released',
  first: { version: '0.6.1', size: 4 },
  options: { config: { behaviour: () => ({ start: 'well', drainFor: 30_000 }) } },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', size: 4 });
    await movedTo(fleet, 3);
    await fleet.world.run({ milliseconds: 600_000, until: () => partition(fleet) === 2 });
    syncWithoutHooks(fleet.world, APPLICATION, ['StatefulSet']);
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2 3:0.6.2',
});

plays({
  name: 'Y39: applied closed in mid-roll while the top pod terminates, it comes back released',
  first: { version: '0.6.0', size: 4 },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1', size: 4 });
    await movedTo(fleet, 2);
    deletePod(fleet.world, 3);
    terminate(fleet);
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1',
});

plays({
  name: 'Y40: with RespectIgnoreDifferences a third template does not move what is open: the gate closes first',
  first: { version: '0.6.1', size: 4 },
  options: { application: { respectsIgnoreDifferences: true } },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', size: 4 });
    await movedTo(fleet, 2);
    fleet.push('r3', { version: '0.6.2', size: 4, restartToken: 'again' });
    terminate(fleet);
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2 3:0.6.2',
});

plays({
  name: 'Y5: Recreate that is left in git stops nothing: a change whose verdict is rolling rolls',
  first: { version: '0.6.1', strategy: 'Recreate' },
  history: async (fleet) => {
    fleet.push('r2', {
      version: '0.6.1',
      strategy: 'Recreate',
      env: [{ name: 'SECRET_DIGEST', value: 'b' }],
    });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  check: (fleet) => assert.deepEqual(fleet.world.state.harms, []),
});

plays({
  name: 'Y55: a node that takes 14 minutes to start is waited for',
  first: { version: '0.6.1', size: 2 },
  options: {
    config: {
      behaviour: (pod) => ({
        start: 'well',
        ...(JSON.stringify(pod).includes('v0.6.2') && { readyAfter: 840_000 }),
      }),
    },
  },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', size: 2 });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2',
});

plays({
  name: 'Y25: a pod that runs and answers nothing for ever is deleted once, and comes back well',
  first: { version: '0.6.1' },
  history: async (fleet) => {
    hang(fleet.world, 'chat-celld-1');
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Succeeded');
    await forMinutes(fleet, 1);
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});
