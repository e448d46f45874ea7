import assert from 'node:assert/strict';
import { TYPES } from '../../../sim/api/resource-types.ts';
import { at, mapsAt, textAt } from '../../../sim/json.ts';
import { ordinalOf } from '../../../sim/stateful-set/pod-facts.ts';
import { publishDeployment } from '../../../sim/celld/lifecycle.ts';
import { imageOf, ME, NAMESPACE, refOf, SET } from '../../sim/objects.ts';
import { podsOf, seen, setOf } from '../../sim/worlds.ts';
import { hookJob } from '../../sim/applications.ts';
import { hasSaid, forMinutes, movedTo, plays, sentenceOf, terminate } from '../scenario.ts';
import { type FleetWorld, until } from '../world.ts';

const jobMessage = (fleet: FleetWorld, name: string) => {
  const job = fleet.world.api.find(refOf(TYPES.job, name));
  return textAt(
    mapsAt(job, 'status', 'conditions').find(({ type }) => type === 'Failed'),
    'message',
  );
};

plays({
  name: 'an upgrade across a boundary is refused by the gate, and the sentence is the Job’s message',
  first: { version: '0.3.0' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.4.1' });
    await until(fleet, 'full r2 Failed');
    assert.match(jobMessage(fleet, 'chat-celld-gate'), /0\.3 -> 0\.4.*updateStrategy: Recreate/);
    fleet.push('r3', { version: '0.3.0' });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.3.0 1:0.3.0 2:0.3.0',
  check: (fleet) => assert.ok(hasSaid(fleet, 'gate', /updateStrategy: Recreate/)),
});

plays({
  name: 'Y3: a refused fleet of a folder stops the other one too, and nothing of it moves',
  first: [{ version: '0.3.0' }, { app: 'feed', version: '0.3.0', bucket: 's3://cells/feed' }],
  history: async (fleet) => {
    fleet.push('r2', [
      { version: '0.2.1' },
      { app: 'feed', version: '0.4.1', bucket: 's3://cells/feed', strategy: 'Recreate' },
    ]);
    await until(fleet, 'full r2 Failed');
    await forMinutes(fleet, 3);
  },
  ends: '0:0.3.0 1:0.3.0 2:0.3.0',
  check: (fleet) => {
    assert.ok(hasSaid(fleet, 'gate', /0\.3 -> 0\.2/));
    const images = [...fleet.world.api.objects(TYPES.pod, NAMESPACE)]
      .filter((pod) => textAt(pod, 'metadata', 'name').startsWith('feed-celld-'))
      .filter((pod) => ordinalOf(pod) >= 0)
      .map((pod) => textAt(mapsAt(pod, 'spec', 'containers')[0], 'image'));
    assert.deepEqual(
      images,
      Array.from({ length: 3 }, () => imageOf('0.3.0')),
    );
  },
});

plays({
  name: 'Y4: somebody else’s PreSync hook fails after the approval: the fleet is still up',
  first: { version: '0.6.1' },
  options: {
    config: {
      program: (job) =>
        textAt(job, 'metadata', 'name') === 'theirs' ? () => Promise.resolve(10) : undefined,
    },
  },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2' }, [hookJob('theirs', 'PreSync', 5)]);
    await until(fleet, 'full r2 Failed');
    assert.equal(seen(fleet.world), '0:0.6.1 1:0.6.1 2:0.6.1');
    fleet.push('r3', { version: '0.6.2' });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});

plays({
  name: 'Y6: a StatefulSet that was deleted without its pods is refused, and no pod is lost',
  first: { version: '0.6.1', size: 4 },
  options: { application: { selfHeals: false } },
  history: async (fleet) => {
    fleet.world.api.delete(SET, { propagation: 'orphan' }, ME);
    fleet.push('r2', { version: '0.6.2', size: 4 });
    await until(fleet, 'full r2 Failed');
    await forMinutes(fleet, 2);
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1 3:0.6.1',
  check: (fleet) => assert.match(sentenceOf(fleet, 'gate'), /4 pods and no StatefulSet/),
});

plays({
  name: 'Y12: a variable added by hand between the apply and the Job is found, and nothing moves until it is healed',
  first: { version: '0.6.1' },
  options: { application: { selfHeals: false } },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2' });
    await fleet.world.run({
      milliseconds: 600_000,
      until: () =>
        textAt(mapsAt(setOf(fleet.world), 'spec', 'template', 'spec', 'containers')[0], 'image').endsWith(
          '0.6.2',
        ),
    });
    const container = mapsAt(setOf(fleet.world), 'spec', 'template', 'spec', 'containers')[0];
    const added = { ...container, env: [...mapsAt(container, 'env'), { name: 'LD_PRELOAD', value: 'x' }] };
    const body = { spec: { template: { spec: { containers: [added] } } } };
    fleet.world.api.patch(SET, body, { kind: 'merge', fieldManager: 'me', user: 'me' });
    await until(fleet, 'full r2 Failed');
    assert.equal(seen(fleet.world), '0:0.6.1 1:0.6.1 2:0.6.1');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  withoutCrashes: true,
  check: (fleet) => assert.match(sentenceOf(fleet, 'rollout'), /variable "LD_PRELOAD"/),
});

plays({
  name: 'Y13: a change of durability that stopped half way is judged by each live pod',
  first: { version: '0.5.1', durability: 'fleet', size: 3 },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.5.1', durability: 'bucket', size: 3 });
    await movedTo(fleet, 1);
    fleet.push('r3', { version: '0.6.0', durability: 'bucket', size: 3 });
    terminate(fleet);
    await until(fleet, 'full r3 Failed');
    assert.match(sentenceOf(fleet, 'gate'), /0\.5 -> 0\.6/);
    fleet.push('r4', { version: '0.5.1', durability: 'bucket', size: 3 });
    await until(fleet, 'full r4 Succeeded');
    fleet.push('r5', { version: '0.6.0', durability: 'bucket', size: 3 });
    await until(fleet, 'full r5 Succeeded');
  },
  ends: '0:0.6.0 1:0.6.0 2:0.6.0',
});

plays({
  name: 'Y20: a pin that the pointer has left is refused before anything moves',
  first: { version: '0.6.1' },
  history: async (fleet) => {
    publishDeployment(fleet.world, 's3://cells/chat', 'fedcba9876543210');
    await forMinutes(fleet, 3);
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Failed');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  check: (fleet) => {
    assert.match(
      sentenceOf(fleet, 'rollout'),
      /pins 0123456789abcdef, but every pod serves fedcba9876543210/,
    );
  },
});

plays({
  name: 'Y24: a second fleet on the same bucket prefix is refused',
  first: { version: '0.6.1' },
  options: { application: { prunes: false } },
  history: async (fleet) => {
    fleet.push('r2', { app: 'chat2', version: '0.6.2' });
    await until(fleet, 'full r2 Failed');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  check: (fleet) => assert.match(sentenceOf(fleet, 'gate'), /fleet "chat" uses the same bucket prefix/),
});

plays({
  name: 'Y35: a set whose ordinals do not start at zero is refused',
  first: { version: '0.6.1' },
  options: { application: { selfHeals: false } },
  history: async (fleet) => {
    const { api } = fleet.world;
    api.patch(SET, { spec: { ordinals: { start: 2 } } }, { kind: 'merge', fieldManager: 'me', user: 'me' });
    await forMinutes(fleet, 3);
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Failed');
  },
  ends: '2:0.6.1 3:0.6.1 4:0.6.1',
  harms: ['overlap', 'outage'],
  check: (fleet) => assert.match(sentenceOf(fleet, 'gate'), /starts at ordinal 2/),
});

plays({
  name: 'Y36 and Y49: a refusal while the fleet is mixed writes only its reason, and the mending commit goes on',
  first: { version: '0.6.0', size: [3, 6] },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.1', size: [3, 6] });
    await movedTo(fleet, 1);
    fleet.push('r3', { version: '0.4.1', size: [3, 6] });
    terminate(fleet);
    await until(fleet, 'full r3 Failed');
    const scaler = fleet.world.api.get(refOf(TYPES.scaledObject, 'chat-celld'));
    assert.equal(at(scaler, 'metadata', 'annotations', 'autoscaling.keda.sh/paused'), 'true');
    fleet.push('r4', { version: '0.6.1', size: [3, 6] });
    await until(fleet, 'full r4 Succeeded');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
});

plays({
  name: 'Y47: a fleet whose set was deleted is judged by what ran, not by what is left',
  first: { version: '0.3.0', claims: [{ metadata: { name: 'watch' }, spec: { size: '1Gi' } }] },
  options: { application: { selfHeals: false } },
  history: async (fleet) => {
    fleet.world.api.delete(SET, {}, ME);
    await forMinutes(fleet, 3);
    fleet.push('r2', { version: '0.2.1', claims: [{ metadata: { name: 'watch' }, spec: { size: '2Gi' } }] });
    await until(fleet, 'full r2 Failed');
    assert.match(sentenceOf(fleet, 'gate'), /from 0\.3\.0 \(the record of what ran\) to 0\.2\.1/);
    fleet.push('r3', { version: '0.3.0', claims: [{ metadata: { name: 'watch' }, spec: { size: '2Gi' } }] });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.3.0 1:0.3.0 2:0.3.0',
  harms: ['outage', 'overlap'],
  check: (fleet) => assert.ok(hasSaid(fleet, 'gate', /0\.3 -> 0\.2/)),
});

plays({
  name: 'an immutable field and a version boundary in one commit are refused with the runbook',
  first: { version: '0.3.0', claims: [{ metadata: { name: 'watch' }, spec: { size: '1Gi' } }] },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.4.1', claims: [{ metadata: { name: 'watch' }, spec: { size: '2Gi' } }] });
    await until(fleet, 'full r2 Failed');
  },
  ends: '0:0.3.0 1:0.3.0 2:0.3.0',
  check: (fleet) => assert.match(sentenceOf(fleet, 'gate'), /volumeClaimTemplates.*split it in two/),
});

plays({
  name: 'Y56: a webhook that adds a label is passed over, one that adds a container is refused by name',
  first: { version: '0.6.1' },
  options: {
    config: {
      admission: [
        ({ ref, after }) => {
          if (ref.type.plural !== 'statefulsets' || after === undefined) return undefined;
          const text = JSON.stringify(after);
          if (!text.includes('v0.6.2') || text.includes('injected')) return undefined;
          return JSON.parse(
            text.replace('"containers":[', '"containers":[{"name":"injected","image":"x"},'),
          ) as typeof after;
        },
      ],
    },
  },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Failed');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  withoutCrashes: true,
  check: (fleet) => assert.match(sentenceOf(fleet, 'rollout'), /container "injected"/),
});

plays({
  name: 'Y60: a set that was created open is closed before a second template is approved',
  first: { version: '0.6.1', size: 4 },
  options: { application: { respectsIgnoreDifferences: true } },
  history: async (fleet) => {
    const open = { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } };
    fleet.world.api.patch(SET, open, { kind: 'merge', fieldManager: 'me', user: 'me' });
    fleet.push('r2', { version: '0.6.2', size: 4 });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2 3:0.6.2',
  check: (fleet) => assert.equal(podsOf(fleet.world).length, 4),
});

plays({
  name: 'a StatefulSet that another operator controls is refused',
  first: { version: '0.6.1' },
  options: { application: { selfHeals: false } },
  history: async (fleet) => {
    const { api } = fleet.world;
    const owner = {
      apiVersion: 'celld-operator.io/v1alpha1',
      kind: 'WorkerApp',
      name: 'chat',
      uid: 'x',
      controller: true,
    };
    api.patch(
      SET,
      { metadata: { ownerReferences: [owner] } },
      { kind: 'merge', fieldManager: 'me', user: 'me' },
    );
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Failed');
  },
  ends: '0:0.6.1 1:0.6.1 2:0.6.1',
  check: (fleet) => {
    assert.match(sentenceOf(fleet, 'gate'), /controlled by WorkerApp\/chat/);
    assert.equal(NAMESPACE, 'prod');
  },
});
