import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  AUTOMATED,
  commitFleets,
  createApplication,
  endJob,
  fleetState,
  generations,
  imageOf,
  isDone,
  RETRY,
  syncByHand,
  syncedAt,
  wholeFleet,
} from './argocd/fleets.ts';
import { type Lab, startLab } from './argocd/lab.ts';
import { neighbourBreaches } from './rollouts/celld-invariants.ts';
import { until } from './rollouts/fleet.ts';

const CLOSED = 1_000_000;
/** No node can pull this one. */
const BROKEN = '0.6.0';

suite('Argo CD', { concurrency: 3 }, () => {
  let lab: Lab;
  before(async () => {
    lab = await startLab({ behaviour: (pod) => (imageOf(pod) === BROKEN ? { start: 'no-image' } : {}) });
  });
  after(() => lab.stop());

  test('makes a fleet of a commit, and kubectl says so', async () => {
    const name = 'first-sync';
    const revision = await commitFleets(lab, name, [{ version: '0.6.1' }]);
    await createApplication(lab, { name });
    await syncedAt(lab, name, revision);
    const fleet = await fleetState(lab, name);
    assert.deepEqual(fleet.pods, wholeFleet('0.6.1'));
    assert.equal(fleet.partition, CLOSED);
    await lab.applications.waitFor(name, 'Healthy', ({ health }) => health === 'Healthy');
    const { stdout } = await lab.plane.kubectl(['get', 'applications', name, '-n', 'argocd', '--no-headers']);
    assert.match(stdout, /^first-sync +Synced +Healthy/);
  });

  test('changes nothing by a second sync of the same commit', async () => {
    const name = 'second-sync';
    const revision = await commitFleets(lab, name, [{ version: '0.6.1' }]);
    await createApplication(lab, { name });
    await syncedAt(lab, name, revision);
    const first = await generations(lab, name);
    const again = await syncByHand(lab, name);
    assert.equal(again.phase, 'Succeeded', again.message);
    assert.deepEqual(await generations(lab, name), first);
    assert.ok(first.size > 5);
  });

  test('shows a refusal as the message of the gate, and takes the mending commit by itself', async () => {
    const name = 'refusal';
    await createApplication(lab, { name });
    await syncedAt(lab, name, await commitFleets(lab, name, [{ version: '0.6.1' }]));
    const refused = await commitFleets(lab, name, [{ version: '0.4.0' }]);
    await lab.applications.refresh(name);
    const seen = await lab.applications.waitFor(
      name,
      'refused',
      ({ operationRevision, results }) =>
        operationRevision === refused &&
        results.some((line) => line.startsWith('Job/chat-celld-gate: Failed')),
    );
    const line = seen.results.find((result) => result.startsWith('Job/chat-celld-gate'));
    assert.match(line ?? '', /Failed Cannot .*0\.6\.1.*0\.4\.0/);
    assert.ok(!seen.results.some((result) => result.startsWith('StatefulSet/')));
    assert.deepEqual((await fleetState(lab, name)).pods, wholeFleet('0.6.1'));
    // No refresh here: nobody has to do anything but to commit.
    const mended = await commitFleets(lab, name, [{ version: '0.6.2' }]);
    await lab.applications.waitFor(
      name,
      'the mending commit is synced',
      (now) => isDone(now) && now.phase === 'Succeeded' && now.operationRevision === mended,
    );
    assert.deepEqual((await fleetState(lab, name)).pods, wholeFleet('0.6.2'));
  });

  test('repeats a refused revision for ever where retries do not refresh', async () => {
    const name = 'no-refresh';
    const retry = { ...RETRY, refresh: false, limit: 2 };
    await createApplication(lab, { name, syncPolicy: { ...AUTOMATED, retry } });
    await syncedAt(lab, name, await commitFleets(lab, name, [{ version: '0.6.1' }]));
    const refused = await commitFleets(lab, name, [{ version: '0.4.0' }]);
    await lab.applications.refresh(name);
    await lab.applications.waitFor(name, 'refused once', ({ results }) =>
      results.some((line) => line.startsWith('Job/chat-celld-gate: Failed')),
    );
    await commitFleets(lab, name, [{ version: '0.6.2' }]);
    const seen = await lab.applications.waitFor(name, 'no retry is left', isDone);
    assert.equal(seen.operationRevision, refused);
    assert.match(seen.message, /retried 2 times/);
  });

  test('ends the sync of an image that never starts once its Job has ended, and heals with the next commit', async () => {
    const name = 'broken-image';
    await commitFleets(lab, name, [{ version: BROKEN }]);
    await createApplication(lab, { name });
    await lab.applications.waitFor(name, 'the rollout waits', ({ message }) =>
      message.includes('waiting for completion of hook batch/Job/chat-celld-rollout'),
    );
    const mended = await commitFleets(lab, name, [{ version: '0.6.1' }]);
    await endJob(lab, name, 'chat-celld-rollout');
    await lab.applications.waitFor(
      name,
      'the mending commit is synced',
      (now) => isDone(now) && now.phase === 'Succeeded' && now.operationRevision === mended,
    );
    assert.deepEqual((await fleetState(lab, name)).pods, wholeFleet('0.6.1'));
  });

  test('takes a lowered partition for no drift, and heals a template drift without moving a pod', async () => {
    const name = 'self-heal';
    await createApplication(lab, {
      name,
      syncPolicy: { ...AUTOMATED, automated: { prune: true, selfHeal: true } },
    });
    await syncedAt(lab, name, await commitFleets(lab, name, [{ version: '0.6.1' }]));
    const settled = await fleetState(lab, name);
    const before = await lab.applications.waitFor(name, 'Synced', ({ sync }) => sync === 'Synced');
    const patch = (spec: object) =>
      lab.plane.kubectl(['patch', 'sts', 'chat-celld', '-n', name, '-p', JSON.stringify({ spec })]);
    await patch({ updateStrategy: { rollingUpdate: { partition: 1 } } });
    await lab.applications.refresh(name);
    await lab.applications.waitFor(name, 'compared', ({ refreshing }) => !refreshing);
    const lowered = await lab.applications.waitFor(name, 'Synced', ({ sync }) => sync === 'Synced');
    assert.equal(lowered.startedAt, before.startedAt);
    assert.equal((await fleetState(lab, name)).partition, 1);
    await patch({ updateStrategy: { rollingUpdate: { partition: CLOSED } } });
    await patch({ template: { spec: { terminationGracePeriodSeconds: 7 } } });
    const healed = await lab.applications.waitFor(
      name,
      'healed',
      (now) => isDone(now) && now.startedAt !== before.startedAt && now.sync === 'Synced',
    );
    assert.ok(!healed.results.some((line) => line.startsWith('Job/')), 'a heal runs no hook');
    assert.deepEqual((await fleetState(lab, name)).revisions, settled.revisions);
  });

  test('leaves a drift alone where self-heal is off', async () => {
    const name = 'no-self-heal';
    await createApplication(lab, { name });
    await syncedAt(lab, name, await commitFleets(lab, name, [{ version: '0.6.1' }]));
    const template = { spec: { terminationGracePeriodSeconds: 7 } };
    const how = ['patch', 'sts', 'chat-celld', '-n', name, '-p', JSON.stringify({ spec: { template } })];
    await lab.plane.kubectl(how);
    const seen = await lab.applications.waitFor(name, 'OutOfSync', ({ outOfSync }) =>
      outOfSync.includes('StatefulSet/chat-celld'),
    );
    assert.ok(isDone(seen));
    assert.deepEqual((await fleetState(lab, name)).pods, wholeFleet('0.6.1'));
  });

  test('applies a new image by a selective sync without hooks, which moves no pod until a full sync does', async () => {
    const name = 'selective';
    await createApplication(lab, { name, syncPolicy: { retry: RETRY } });
    await commitFleets(lab, name, [{ version: '0.6.1' }]);
    assert.equal((await syncByHand(lab, name)).phase, 'Succeeded');
    await commitFleets(lab, name, [{ version: '0.6.2' }]);
    const resources = [{ group: 'apps', kind: 'StatefulSet', name: 'chat-celld' }];
    const selective = await syncByHand(lab, name, { resources });
    assert.equal(selective.phase, 'Succeeded', selective.message);
    assert.equal(selective.results.length, 1);
    assert.deepEqual((await fleetState(lab, name)).pods, wholeFleet('0.6.1'));
    assert.equal((await syncByHand(lab, name)).phase, 'Succeeded');
    assert.deepEqual((await fleetState(lab, name)).pods, wholeFleet('0.6.2'));
  });

  test('terminates a sync in mid-roll where it is, and the next one ends the roll', async () => {
    const name = 'terminate';
    await createApplication(lab, { name, syncPolicy: { retry: RETRY } });
    await commitFleets(lab, name, [{ version: '0.6.1', replicas: 3 }]);
    assert.equal((await syncByHand(lab, name)).phase, 'Succeeded');
    const revision = await commitFleets(lab, name, [{ version: '0.6.2', replicas: 3 }]);
    await lab.applications.refresh(name);
    await lab.applications.waitFor(name, 'seen', (seen) => seen.revision === revision);
    await lab.applications.sync(name);
    await until('the top pod moves', async () =>
      (await fleetState(lab, name)).pods.some((pod) => pod.startsWith('2 0.6.2')),
    );
    await lab.applications.terminate(name);
    const ended = await lab.applications.waitFor(name, 'terminated', ({ phase }) => phase === 'Failed');
    assert.equal(ended.message, 'Operation terminated');
    const left = await fleetState(lab, name);
    assert.ok(left.partition <= 2, 'the released pods stay released');
    assert.ok(left.pods.some((pod) => pod.startsWith('0 0.6.1 ready')));
    assert.equal((await syncByHand(lab, name)).phase, 'Succeeded');
    assert.deepEqual((await fleetState(lab, name)).pods, wholeFleet('0.6.2', 3));
  });

  test('rolls two fleets of one folder, prunes one, and deletes the rest with the Application', async () => {
    const name = 'two-fleets';
    const fleets = (version: string) => ['chat', 'feed'].map((app) => ({ app, version }));
    await createApplication(lab, { name });
    await syncedAt(lab, name, await commitFleets(lab, name, fleets('0.6.1')));
    await syncedAt(lab, name, await commitFleets(lab, name, fleets('0.6.2')));
    for (const app of ['chat', 'feed'])
      assert.deepEqual((await fleetState(lab, name, app)).pods, wholeFleet('0.6.2'), app);
    const kept = await fleetState(lab, name, 'chat');
    await syncedAt(
      lab,
      name,
      await (await lab.repository(name)).commit({ [`fleets/${name}/feed.yaml`]: null }),
    );
    await until('feed is gone', async () => (await fleetState(lab, name, 'feed')).pods.length === 0);
    assert.deepEqual((await fleetState(lab, name, 'chat')).generation, kept.generation);
    assert.deepEqual((await fleetState(lab, name, 'chat')).pods, wholeFleet('0.6.2'));
    await lab.applications.remove(name);
    await lab.applications.waitFor(name, 'gone', ({ deleted }) => deleted);
    await until('chat is gone', async () => (await fleetState(lab, name, 'chat')).pods.length === 0);
  });

  test('stops a fleet for a change that needs it, and starts it again', async () => {
    const name = 'recreate';
    await createApplication(lab, { name });
    await syncedAt(lab, name, await commitFleets(lab, name, [{ version: '0.4.1' }]));
    await syncedAt(lab, name, await commitFleets(lab, name, [{ version: '0.5.2', recreate: true }]));
    const fleet = await fleetState(lab, name);
    assert.deepEqual(fleet.pods, wholeFleet('0.5.2'));
    const events = lab.kubelet.celldEvents().filter(({ bucket }) => bucket.includes(name));
    assert.ok(events.some(({ event, version }) => event === 'start' && version === '0.5.2'));
    assert.deepEqual(neighbourBreaches({ app: 'chat', changes: [], events }), []);
  });
});
