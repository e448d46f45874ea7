import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../fleet.ts';
import type { FleetTest } from '../fleet-test.ts';
import type { Scenario } from '../scenarios.ts';

/** Ends the sync in mid-roll as soon as this ordinal is released. */
async function stopMidway(fleet: FleetTest, version: string, ordinal: number): Promise<void> {
  const [end] = await fleet.start({ version });
  await fleet.released(ordinal);
  await fleet.terminate();
  await end;
}

async function deletePod(fleet: FleetTest, ordinal: number): Promise<void> {
  const { code, stderr } = await fleet.kubectl('delete', 'pod', fleet.pod(ordinal), '--wait=true');
  assert.equal(code, 0, stderr);
}

/** Jobs that die, pods that die, histories that turn round. */
export const CRASHES: readonly Scenario[] = [
  {
    name: 'a Job that is killed again and again, at random points, ends in the same fleet',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      for (let round = 0; round < 3; round += 1) {
        const [end] = await fleet.start({ version: '0.6.2' });
        const pod = await fleet.jobPod('rollout');
        await sleep(Math.random() * 5_000);
        const there = fleet.onKubelet(pod);
        if (fleet.stage.kubelet.runs(there)) fleet.stage.kubelet.signal(there, 'SIGKILL');
        await fleet.terminate();
        await end;
      }
      await fleet.syncs({ version: '0.6.2' });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'a Job whose process is killed is tried again by its own back-off',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      const [end] = await fleet.start({ version: '0.6.2' });
      await fleet.released(2);
      fleet.stage.kubelet.signal(fleet.onKubelet(await fleet.jobPod('rollout')), 'SIGKILL');
      assert.equal((await end)?.ok, true);
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'pods deleted in mid-roll come back as their side of the partition says',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1', spec: { replicas: 4 } });
      const [end] = await fleet.start({ version: '0.6.2', spec: { replicas: 4 } });
      await fleet.released(2);
      await deletePod(fleet, 3);
      await deletePod(fleet, 0);
      assert.equal((await end)?.ok, true, fleet.logs());
      const first = fleet.stage.kubelet
        .celldEvents()
        .filter(
          ({ event, pod, bucket }) =>
            event === 'start' && pod === fleet.pod(3) && bucket.includes(`${fleet.namespace}-`),
        )
        .map(({ version }) => version);
      assert.deepEqual(first, ['0.6.1', '0.6.2', '0.6.2']);
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2 3:0.6.2',
  },
  {
    name: 'Y1: in mid-roll the commit is reverted: the released pods go back one by one',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      await stopMidway(fleet, '0.6.2', 1);
      await fleet.syncs({ version: '0.6.1' });
    },
    ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  },
  {
    name: 'Y8: past a one-way boundary a released pod that dies while nobody rolls comes back on the new version',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.0' });
      await stopMidway(fleet, '0.6.1', 1);
      await fleet.syncs({ version: '0.6.1' }, { withoutHooks: true });
      await deletePod(fleet, 2);
      await fleet.reach('0:0.6.0 1:0.6.1 2:0.6.1');
      await fleet.syncs({ version: '0.6.1' });
    },
    ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  },
  {
    name: 'Y9: mixed past a one-way boundary, a third template is applied, and a pod that dies does not go back',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.0' });
      await stopMidway(fleet, '0.6.1', 1);
      await fleet.syncs({ version: '0.6.2' }, { withoutHooks: true });
      await deletePod(fleet, 2);
      await fleet.reach('0:0.6.0 1:0.6.1 2:0.6.1');
      await fleet.syncs({ version: '0.6.2' });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'Y38: the released pod ends slowly while a full sync closes the partition: it is not taken back',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      await stopMidway(fleet, '0.6.2', 2);
      await fleet.stage.kubelet.control(fleet.onKubelet(fleet.pod(2)), { drainMs: 3_000 });
      assert.equal((await fleet.kubectl('delete', 'pod', fleet.pod(2), '--wait=false')).code, 0);
      await fleet.syncs({ version: '0.6.2' });
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  },
  {
    name: 'Y22: a Recreate that stopped at zero is ended by a compatible commit at the saved size',
    play: async (fleet) => {
      const celld = { updateStrategy: 'Recreate' };
      await fleet.syncs({ version: '0.4.1' });
      for (const ordinal of [0, 1, 2])
        await fleet.stage.kubelet.control(fleet.onKubelet(fleet.pod(ordinal)), { drainMs: 1_500 });
      const [end] = await fleet.start({ version: '0.5.0', spec: { celld } });
      while ((await fleet.replicas()) > 0) await sleep(50);
      await fleet.terminate();
      await end;
      await fleet.syncs({ version: '0.5.1', spec: { celld } });
    },
    ends: '0:0.5.1 1:0.5.1 2:0.5.1',
  },
  {
    name: 'a node that fences itself in mid-roll holds it for minutes, and one that crashed until it is well',
    play: async (fleet) => {
      await fleet.syncs({ version: '0.6.1' });
      const [end] = await fleet.start({ version: '0.6.2' });
      await fleet.released(2);
      await fleet.stage.kubelet
        .control(fleet.onKubelet(fleet.pod(1)), { act: 'crash' })
        .catch(() => undefined);
      assert.equal((await end)?.ok, true, fleet.logs());
      const [back] = await fleet.start({ version: '0.6.1' });
      await fleet.released(2);
      await fleet.stage.kubelet
        .control(fleet.onKubelet(fleet.pod(0)), { act: 'fence' })
        .catch(() => undefined);
      const pod = await fleet.jobPod('rollout');
      await until('the Job says why it waits', async () =>
        Promise.resolve(fleet.stage.kubelet.logOf(pod).includes('fenced itself')),
      );
      await fleet.terminate();
      await back;
    },
  },
];
