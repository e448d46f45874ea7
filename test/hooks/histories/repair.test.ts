import assert from 'node:assert/strict';
import type { KubeObject } from '../../../fleet/cluster-api.ts';
import type { PodBehaviour } from '../../../sim/celld/behaviour.ts';
import { endProcess, loseMachine, machineReturns } from '../../../sim/kubelet/mishaps.ts';
import { TYPES } from '../../../sim/api/resource-types.ts';
import { textAt } from '../../../sim/json.ts';
import { ME, refOf } from '../../sim/objects.ts';
import { deletePod, seen, setOf } from '../../sim/worlds.ts';
import { forMinutes, movedTo, plays, sentenceOf, terminate } from '../scenario.ts';
import { type FleetWorld, until } from '../world.ts';

/** Pods whose template has this text behave so. */
const behaves =
  (text: string, behaviour: PodBehaviour) =>
  (pod: KubeObject): PodBehaviour =>
    JSON.stringify(pod).includes(text) ? behaviour : { start: 'well' };

plays({
  name: 'Y29: a first sync whose image is never ready ends, and the mending commit heals the fleet',
  first: { version: '0.6.2' },
  history: async (fleet) => {
    await until(fleet, 'full r1 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});

for (const start of ['crash', 'no-image'] as const)
  plays({
    name: `C1 and Y23: a revision that never starts (${start}) is taken back`,
    first: { version: '0.4.0' },
    options: { application: { retryLimit: 0 }, config: { behaviour: behaves('v0.4.11', { start }) } },
    history: async (fleet) => {
      fleet.push('r2', { version: '0.4.11' });
      await until(fleet, 'full r2 Failed');
      fleet.push('r3', { version: start === 'crash' ? '0.4.1' : '0.4.0' });
      await until(fleet, 'full r3 Succeeded');
    },
    ends: start === 'crash' ? '0:0.4.1 1:0.4.1 2:0.4.1' : '0:0.4.0 1:0.4.0 2:0.4.0',
    withoutCrashes: true,
  });

plays({
  name: 'Y44: after the point of no return the new version never starts: a pod that dies goes back to the old one',
  first: { version: '0.6.0' },
  options: {
    application: { retryLimit: 0 },
    config: { behaviour: behaves('v0.6.1"', { start: 'no-image' }) },
  },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1' });
    await until(fleet, 'full r2 Failed');
    fleet.push('r3', { version: '0.6.0' });
    await until(fleet, 'full r3 Succeeded');
    deletePod(fleet.world, 1);
    await forMinutes(fleet, 2);
  },
  ends: '0:0.6.0 1:0.6.0 2:0.6.0',
  withoutCrashes: true,
});

plays({
  name: 'Y16: an OrderedReady set whose ordinal 0 is broken is repaired with its partition closed',
  first: { version: '0.6.1', policy: 'OrderedReady' },
  options: { application: { retryLimit: 0 }, config: { behaviour: behaves('"broken"', { start: 'crash' }) } },
  history: async (fleet) => {
    fleet.world.api.patch(
      refOf(TYPES.statefulSet, 'chat-celld'),
      { metadata: { annotations: { noted: 'y' } } },
      { kind: 'merge', fieldManager: 'me', user: 'me' },
    );
    fleet.push('r2', { version: '0.6.1', policy: 'OrderedReady', env: [{ name: 'A', value: 'broken' }] });
    await until(fleet, 'full r2 Failed');
    fleet.push('r3', { version: '0.6.2', policy: 'OrderedReady' });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  withoutCrashes: true,
});

plays({
  name: 'G3: a fleet of which no pod ever started is mended by the next commit',
  first: { version: '0.6.1' },
  options: { application: { retryLimit: 0 }, config: { behaviour: behaves('"broken"', { start: 'crash' }) } },
  history: async (fleet) => {
    fleet.push('r2', {
      version: '0.6.1',
      env: [{ name: 'A', value: 'broken' }],
      restartToken: 'x',
      acknowledgeStop: 'x',
    });
    await until(fleet, 'full r2 Failed');
    assert.equal(seen(fleet.world), '0:0.6.1! 1:0.6.1! 2:0.6.1!');
    fleet.push('r3', { version: '0.6.2' });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  harms: ['outage', 'overlap'],
});

plays({
  name: 'C7: a pod on a lost node is named and not forced; once the node is back the roll goes on',
  first: { version: '0.6.1' },
  options: { application: { retryLimit: 0 } },
  history: async (fleet) => {
    loseMachine(fleet.world, 'chat-celld-1');
    deletePod(fleet.world, 1);
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Failed');
    assert.match(sentenceOf(fleet, 'rollout'), /pod chat-celld-1 on node n\d is still ending/);
    machineReturns(fleet.world, 'chat-celld-1');
    fleet.push('r3', { version: '0.6.2', env: [{ name: 'A', value: 'b' }] });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});

plays({
  name: 'Y10: a Job that meets its deadline leaves the fleet mixed, and the next full sync restores and goes on',
  first: { version: '0.6.1' },
  options: {
    application: { retryLimit: 0 },
    config: { behaviour: behaves('v0.6.2"', { start: 'unready' }) },
  },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Failed');
    assert.match(sentenceOf(fleet, 'rollout'), /left mixed/);
    fleet.push('r3', { version: '0.6.1', restartToken: 'back', acknowledgeDowngrade: '0.6.2->0.6.1' });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  withoutCrashes: true,
});

plays({
  name: 'Y42: the controller’s own status writer cannot take the point of no return back',
  first: { version: '0.6.0', size: 4 },
  options: { config: { seed: 7 } },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1', size: 4 });
    await fleet.world.run({
      milliseconds: 600_000,
      until: () =>
        textAt(setOf(fleet.world), 'status', 'updateRevision') !==
        textAt(setOf(fleet.world), 'status', 'currentRevision'),
    });
    deletePod(fleet.world, 1);
    await movedTo(fleet, 3);
    deletePod(fleet.world, 0);
    terminate(fleet);
    await until(fleet, 'full r2 Succeeded');
    assert.equal(ME.user, 'me');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1',
});

plays({
  name: 'with the maxUnavailable gate a released pod is replaced by the Job while another one is broken',
  first: { version: '0.6.1' },
  options: {
    config: { maxUnavailable: true, behaviour: behaves('"broken"', { start: 'no-image' }) },
  },
  history: async (fleet) => {
    const { world } = fleet;
    const names = new Set<string>();
    world.watchers.push(({ ref, after }) => {
      if (ref.type.plural === 'pods' && after !== undefined) names.add(ref.name);
    });
    breakPod(fleet, 0);
    await forMinutes(fleet, 1);
    assert.equal(seen(world), '0:0.6.1! 1:0.6.1 2:0.6.1');
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  // Pod 0 holds no cells: it is passed over (D12).
  harms: ['overlap'],
});

/** The pod's container ends and is not started again: as on a node that has lost its image. */
function breakPod({ world }: FleetWorld, ordinal: number): void {
  const node = [...world.state.nodes.values()].find(({ name }) => name === `chat-celld-${ordinal}`);
  if (node === undefined) throw new Error('no such pod');
  world.state.nodes.set(node.uid, { ...node, behaviour: { start: 'crash' } });
  endProcess(world, node.name, 1);
}
