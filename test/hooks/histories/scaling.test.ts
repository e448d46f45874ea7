import assert from 'node:assert/strict';
import { TYPES } from '../../../sim/api/resource-types.ts';
import { at, numberAt, textAt } from '../../../sim/json.ts';
import { setKedaDown } from '../../../sim/keda/wake.ts';
import { merge, ME, NAMESPACE, refOf } from '../../sim/objects.ts';
import { podsOf, scale, setOf } from '../../sim/worlds.ts';
import { fleetWorld, until, type FleetWorld } from '../world.ts';
import { forMinutes, plays, sentenceOf } from '../scenario.ts';

const SCALER = refOf(TYPES.scaledObject, 'chat-celld');
const TARGET = `${NAMESPACE}/chat-celld`;
const size = ({ world }: FleetWorld) => numberAt(setOf(world), 'spec', 'replicas');
const paused = ({ world }: FleetWorld) =>
  at(world.api.find(SCALER), 'metadata', 'annotations', 'autoscaling.keda.sh/paused');

plays({
  name: 'a roll with an autoscaler pauses it, keeps its size and resumes it',
  first: { version: '0.6.0', size: [2, 6] },
  history: async (fleet) => {
    fleet.world.state.demand.set(TARGET, 4);
    await forMinutes(fleet, 10);
    fleet.push('r2', { version: '0.6.1', size: [2, 6] });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1',
  check: (fleet) => assert.equal(paused(fleet), undefined),
});

plays({
  name: 'Y14: a lowered maximum is reached one pod at a time, before the autoscaler learns of it',
  first: { version: '0.6.1', size: [2, 5] },
  history: async (fleet) => {
    fleet.world.state.demand.set(TARGET, 5);
    await forMinutes(fleet, 10);
    assert.equal(size(fleet), 5);
    fleet.push('r2', { version: '0.6.1', size: [1, 2] });
    await until(fleet, 'full r2 Succeeded');
    await forMinutes(fleet, 2);
  },
  ends: '0:0.6.1 1:0.6.1',
});

plays({
  name: 'Y14: autoscaling that is turned on below the live size shrinks the fleet gated',
  first: { version: '0.6.1', size: 5 },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1', size: [1, 2] });
    await until(fleet, 'full r2 Succeeded');
    await forMinutes(fleet, 2);
  },
  ends: '0:0.6.1 1:0.6.1',
});

plays({
  name: 'Y45: raised bounds are in the ScaledObject before it resumes',
  first: { version: '0.6.1', size: [3, 5] },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1', size: [7, 10] });
    let least = 10;
    await fleet.world.run({
      milliseconds: 3_600_000,
      until: () => {
        if (size(fleet) === 7) least = 7;
        assert.ok(least !== 7 || size(fleet) >= 7);
        return false;
      },
    });
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1 4:0.6.1 5:0.6.1 6:0.6.1',
});

plays({
  name: 'Y21: autoscaling that is turned off stays off, and nothing scales the fleet any more',
  first: { version: '0.6.1', size: [2, 6] },
  history: async (fleet) => {
    fleet.world.state.demand.set(TARGET, 5);
    await forMinutes(fleet, 10);
    fleet.push('r2', { version: '0.6.1', size: 3 });
    await until(fleet, 'full r2 Succeeded');
    await forMinutes(fleet, 10);
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  check: ({ world }) => assert.deepEqual([...world.api.objects(TYPES.autoscaler, NAMESPACE)], []),
});

plays({
  name: 'Y27: a pause of a person is kept, before and after',
  first: { version: '0.6.0', size: [3, 6] },
  options: { application: { selfHeals: false } },
  history: async (fleet) => {
    const annotations = { 'autoscaling.keda.sh/paused': 'true' };
    fleet.world.api.patch(SCALER, { metadata: { annotations } }, merge());
    await forMinutes(fleet, 1);
    fleet.push('r2', { version: '0.6.1', size: [3, 6] });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  check: (fleet) => assert.equal(paused(fleet), 'true'),
});

plays({
  name: 'Y57: an adopted fleet of five shrinks gated to the plan’s three',
  first: { version: '0.6.1', size: 5 },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', size: 3 });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});

plays({
  name: 'an autoscaler of somebody else is named and left alone, and nothing moves',
  first: { version: '0.6.0' },
  history: async (fleet) => {
    const spec = {
      scaleTargetRef: { kind: 'StatefulSet', name: 'chat-celld' },
      minReplicas: 3,
      maxReplicas: 3,
    };
    fleet.world.api.create(
      TYPES.autoscaler,
      { metadata: { name: 'theirs', namespace: NAMESPACE }, spec },
      ME,
    );
    fleet.push('r2', { version: '0.6.1' });
    await until(fleet, 'full r2 Failed');
    fleet.world.api.delete(refOf(TYPES.autoscaler, 'theirs'), {}, ME);
    fleet.push('r3', { version: '0.6.1', env: [{ name: 'A', value: 'b' }] });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  check: (fleet) =>
    assert.ok(
      fleet.runs.some(({ sentence }) => sentence.includes('HorizontalPodAutoscaler theirs')),
      sentenceOf(fleet, 'rollout'),
    ),
});

plays({
  name: 'a ScaledObject that is not this fleet’s is named and left alone',
  first: { version: '0.6.0' },
  history: async (fleet) => {
    const spec = {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'chat-celld' },
      minReplicaCount: 3,
      maxReplicaCount: 4,
    };
    fleet.world.api.create(
      TYPES.scaledObject,
      { metadata: { name: 'theirs', namespace: NAMESPACE }, spec },
      ME,
    );
    fleet.push('r2', { version: '0.6.1' });
    await until(fleet, 'full r2 Failed');
  },
  ends: '0:0.6.0 1:0.6.0 2:0.6.0',
  check: (fleet) => assert.match(sentenceOf(fleet, 'rollout'), /ScaledObject theirs/),
});

plays({
  name: 'KEDA that does not acknowledge is named, and the pause is taken back',
  first: { version: '0.6.0', size: [3, 6] },
  options: { application: { retryLimit: 0 } },
  history: async (fleet) => {
    setKedaDown(fleet.world, true);
    fleet.push('r2', { version: '0.6.1', size: [3, 6] });
    await until(fleet, 'full r2 Failed');
    assert.match(sentenceOf(fleet, 'rollout'), /KEDA has not acknowledged.*2\.12/);
    assert.equal(paused(fleet), undefined);
    setKedaDown(fleet.world, false);
    fleet.push('r3', { version: '0.6.1', size: [3, 6], env: [{ name: 'A', value: 'b' }] });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
});

plays({
  name: 'without KEDA a fleet with autoscaling rolls and keeps its size',
  first: { version: '0.6.0', size: 3 },
  options: { config: { keda: undefined } },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1', size: 3 });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
});

for (const keda of ['2.12.0', '2.18.1', '2.18.3', '2.20.0'] as const)
  plays({
    name: `Y34: a late write of the autoscaler is waited out (KEDA ${keda})`,
    first: { version: '0.6.0', size: [2, 6] },
    options: { config: { keda, seed: Number(keda.replaceAll('.', '')) } },
    history: async (fleet) => {
      fleet.world.state.demand.set(TARGET, 3);
      await forMinutes(fleet, 5);
      fleet.world.state.demand.set(TARGET, 4);
      fleet.push('r2', { version: '0.6.1', size: [2, 6] });
      await until(fleet, 'full r2 Succeeded');
      fleet.world.state.demand.set(TARGET, 4);
      await forMinutes(fleet, 3);
    },
    ends: '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1',
  });

plays({
  name: 'a fleet that somebody scaled to zero is lifted to its floor',
  first: { version: '0.6.1' },
  history: async (fleet) => {
    scale(fleet.world, 0);
    await forMinutes(fleet, 2);
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Succeeded');
    assert.equal(podsOf(fleet.world).length, 3);
    assert.equal(textAt(setOf(fleet.world), 'kind'), 'StatefulSet');
    assert.equal(typeof fleetWorld, 'function');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  harms: ['outage', 'overlap'],
});
