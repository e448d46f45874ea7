import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TYPES } from '../../sim/api/resource-types.ts';
import { lastOperation, syncNow, syncWithoutHooks } from '../../sim/argocd/control.ts';
import { terminateOperation } from '../../sim/argocd/operation.ts';
import { at, withAt } from '../../sim/json.ts';
import { loseJobMachine } from '../../sim/jobs/job-pods.ts';
import { jobCondition } from '../../sim/jobs/job-status.ts';
import type { World } from '../../sim/world.ts';
import {
  APPLICATION,
  applicationWorld,
  ended,
  GATE,
  operation,
  push,
  refuse,
  ROLLOUT,
} from './applications.ts';
import { CLOSED, imageOf, ME, merge, NAMESPACE, refOf, SET } from './objects.ts';
import { scale, seen, setOf, setPartition, settle } from './worlds.ts';

const [A, B] = [imageOf('0.6.0'), imageOf('0.6.1')];
const MODES = ['client', 'server'] as const;
const partition = (world: World) => at(setOf(world), 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
const WORKER_APP = refOf(TYPES.workerApp, 'chat');

describe('a full sync (facts/argocd.md 3, facts/proven.md 3)', () => {
  test('the gate runs first, the rollout beside the StatefulSet, the last wave is not waited for', async () => {
    const { world, started } = applicationWorld();
    await world.run({ until: () => started.length === 1 });
    assert.equal(world.api.find(SET), undefined);
    await ended(world, 'Succeeded');
    assert.deepEqual(started, [GATE, ROLLOUT]);
    assert.equal(operation(world), 'full r1 Succeeded');
    assert.notEqual(world.api.find(WORKER_APP), undefined);
  });

  test('a refusal of the gate ends it before the Sync phase, with the gate’s own sentence, and is retried', async () => {
    const programs = { [GATE]: (outside: Parameters<typeof refuse>[0]) => refuse(outside, 'set Recreate') };
    const { world, started } = applicationWorld({ programs });
    await ended(world, 'Failed');
    assert.equal(lastOperation(world, APPLICATION)?.message, 'set Recreate');
    assert.equal(world.api.find(SET), undefined);
    await world.run({ milliseconds: 900_000 });
    assert.deepEqual(started, Array<string>(6).fill(GATE));
  });

  test('a Job that exits with a code of its policy fails with the controller’s words', async () => {
    const { world } = applicationWorld({ programs: { [GATE]: () => Promise.resolve(10) } });
    await ended(world, 'Failed');
    assert.match(
      lastOperation(world, APPLICATION)?.message ?? '',
      /failed with exit code 10 matching FailJob rule at index 0/,
    );
  });

  test('a newer commit waits for the running operation, and then is taken', async () => {
    const { world, started } = applicationWorld({
      programs: { [ROLLOUT]: async ({ clock }) => (await clock.sleep(600_000), 0) },
    });
    await world.run({ until: () => started.includes(ROLLOUT) });
    push(world, 'r2', { image: B });
    await world.run({ milliseconds: 300_000 });
    assert.equal(operation(world), 'full r1 Running');
    await world.run({ milliseconds: 3_600_000 });
    assert.equal(operation(world), 'full r2 Succeeded');
  });

  test('a failed Job ends the operation only with the health override, while the set is not ready', async () => {
    for (const hasHealthOverride of [true, false]) {
      const { world } = applicationWorld({
        programs: { [ROLLOUT]: async ({ clock }) => (await clock.sleep(60_000), 12) },
        application: { hasHealthOverride, isAutomated: false },
        config: { behaviour: () => ({ start: 'crash' }) },
      });
      syncNow(world, APPLICATION);
      await world.run({ milliseconds: 600_000 });
      assert.equal(operation(world), `full r1 ${hasHealthOverride ? 'Failed' : 'Running'}`);
    }
  });

  test('retries take the mending commit only where they refresh (Y50)', async () => {
    for (const retryRefreshes of [true, false]) {
      let failing = true;
      const { world } = applicationWorld({
        programs: { [GATE]: () => Promise.resolve(failing ? 10 : 0) },
        application: { retryRefreshes },
      });
      await ended(world, 'Failed');
      push(world, 'r2', {});
      failing = false;
      await ended(world, 'Succeeded');
      assert.equal(operation(world), `full ${retryRefreshes ? 'r2' : 'r1'} Succeeded`);
    }
  });

  test('terminated, the Job is told to stop and deleted, and automated sync starts again', async () => {
    let told = 0;
    const { world, started } = applicationWorld({
      programs: {
        [ROLLOUT]: async ({ clock, signal }) => {
          signal.addEventListener('abort', () => (told += 1));
          await clock.sleep(3_600_000);
          return 0;
        },
      },
    });
    await world.run({ until: () => started.includes(ROLLOUT) });
    terminateOperation(world, APPLICATION);
    await world.run({ milliseconds: 120_000 });
    assert.equal(told, 1);
    assert.equal(started.filter((name) => name === ROLLOUT).length, 2);
  });

  test('hooks without health, such as the gate’s ServiceAccount, are made anew each time and removed after success', async () => {
    const { world, started } = applicationWorld();
    const account = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: {
        name: GATE,
        namespace: NAMESPACE,
        annotations: {
          'argocd.argoproj.io/hook': 'PreSync',
          'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation,HookSucceeded',
          'argocd.argoproj.io/sync-wave': '-1',
        },
      },
    };
    const ref = refOf(TYPES.serviceAccount, GATE);
    world.state.applications.set('prod/chat', {
      ...appOf(world),
      head: { id: 'r1', manifests: [...appOf(world).head.manifests, account] },
    });
    for (let round = 1; round <= 2; round += 1) {
      syncNow(world, APPLICATION);
      await world.run({ until: () => started.length === round * 2 - 1 });
      assert.notEqual(world.api.find(ref), undefined);
      await world.run({ milliseconds: 120_000 });
      assert.equal(operation(world), 'full r1 Succeeded');
      assert.equal(world.api.find(ref), undefined);
    }
  });

  test('what git no longer has is pruned', async () => {
    const { world } = applicationWorld();
    await ended(world, 'Succeeded');
    const revision = { id: 'r2', manifests: [] };
    world.state.applications.set('prod/chat', { ...appOf(world), head: revision });
    syncNow(world, APPLICATION);
    await settle(world);
    assert.equal(world.api.find(SET), undefined);
    assert.equal(world.api.find(WORKER_APP), undefined);
  });
});

function appOf(world: World) {
  const application = world.state.applications.get('prod/chat');
  assert.ok(application);
  return application;
}

describe('what a sync does to size and partition', () => {
  for (const apply of MODES) {
    test(`${apply}-side apply leaves a size set through the scale subresource, and closes the partition`, async () => {
      const { world } = applicationWorld({ application: { apply }, set: { image: A } });
      await ended(world, 'Succeeded');
      scale(world, 3);
      await settle(world);
      setPartition(world, 2);
      assert.ok(syncNow(world, APPLICATION));
      await ended(world, 'Succeeded');
      await settle(world);
      assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.0');
      assert.equal(partition(world), CLOSED);
    });

    test(`${apply}-side apply: a lowered partition is no drift with the ignore rule, and is closed by self-heal without`, async () => {
      for (const ignoresPartition of [true, false]) {
        const { world, started } = applicationWorld({ application: { apply, ignoresPartition } });
        await ended(world, 'Succeeded');
        setPartition(world, 1);
        await settle(world);
        assert.equal(partition(world), ignoresPartition ? 1 : CLOSED);
        assert.equal(started.length, 2, 'self-heal runs no hook');
      }
    });

    test(`${apply}-side apply: with RespectIgnoreDifferences a new template moves the released pods at once (Y40)`, async () => {
      const { world } = applicationWorld({
        application: { apply, respectsIgnoreDifferences: true },
        set: { image: A },
      });
      await ended(world, 'Succeeded');
      scale(world, 3);
      await settle(world);
      setPartition(world, 2);
      push(world, 'r2', { image: B });
      await settle(world);
      assert.equal(seen(world), '0:0.6.0 1:0.6.0 2:0.6.1');
    });

    test(`${apply}-side apply: a hand edit of the template is healed without a pod moving`, async () => {
      const { world } = applicationWorld({ application: { apply }, set: { image: A } });
      await ended(world, 'Succeeded');
      await settle(world);
      const edited = withAt(
        setOf(world),
        ['spec', 'template', 'spec', 'containers'],
        [{ name: 'celld', image: B }],
      );
      world.api.replace(SET, edited, ME);
      await settle(world);
      assert.deepEqual(at(setOf(world), 'spec', 'template', 'spec', 'containers', '0'), undefined);
      assert.match(JSON.stringify(at(setOf(world), 'spec', 'template')), /0\.6\.0/);
      assert.equal(seen(world), '0:0.6.0');
    });
  }

  test('client-side apply of an object that has lost a field takes the field away', async () => {
    const { world } = applicationWorld({ application: { apply: 'client' }, set: { image: A, replicas: 3 } });
    await ended(world, 'Succeeded');
    push(world, 'r2', { image: A });
    await settle(world);
    assert.equal(at(setOf(world), 'spec', 'replicas'), 1);
  });

  test('Replace=true falls to one replica', async () => {
    const { world } = applicationWorld({ application: { replaces: true }, set: { image: A } });
    await ended(world, 'Succeeded');
    scale(world, 3);
    await settle(world);
    syncNow(world, APPLICATION);
    await settle(world);
    assert.equal(seen(world), '0:0.6.0');
  });

  test('a sync without hooks applies a new template that moves nothing', async () => {
    const { world, started } = applicationWorld({ set: { image: A }, application: { isAutomated: false } });
    syncNow(world, APPLICATION);
    await ended(world, 'Succeeded');
    push(world, 'r2', { image: B });
    assert.ok(syncWithoutHooks(world, APPLICATION, ['StatefulSet']));
    await settle(world);
    assert.equal(seen(world), '0:0.6.0');
    assert.equal(operation(world), 'partial r2 Succeeded');
    assert.equal(started.length, 2);
  });

  test('a commit that changes only hooks starts nothing', async () => {
    const { world, started } = applicationWorld();
    await ended(world, 'Succeeded');
    const head = appOf(world).head;
    const changed = head.manifests.map((object) =>
      at(object, 'kind') === 'Job' ? withAt(object, ['metadata', 'labels'], { changed: 'yes' }) : object,
    );
    world.state.applications.set('prod/chat', { ...appOf(world), head: { id: 'r2', manifests: changed } });
    world.api.patch(WORKER_APP, { metadata: { labels: { touched: 'yes' } } }, merge());
    await settle(world);
    assert.equal(started.length, 2);
  });
});

describe('Jobs (facts/proven.md 2)', () => {
  test('FailureTarget written by the program ends the Job: SIGTERM, then Failed with the same words', async () => {
    let told = false;
    const programs = {
      [GATE]: (outside: Parameters<typeof refuse>[0]) => {
        outside.signal.addEventListener('abort', () => (told = true));
        return refuse(outside, 'never');
      },
    };
    const { world } = applicationWorld({ programs, application: { isAutomated: false } });
    syncNow(world, APPLICATION);
    await ended(world, 'Failed');
    assert.ok(told);
    const job = world.api.get(refOf(TYPES.job, GATE));
    assert.deepEqual(jobCondition(job, 'Failed'), { reason: 'Refused', message: 'never' });
  });

  test('on a lost machine the Job never becomes Failed and cannot be deleted (Y15)', async () => {
    const programs = { [GATE]: (outside: Parameters<typeof refuse>[0]) => refuse(outside, 'never') };
    const { world, started } = applicationWorld({ programs, application: { isAutomated: false } });
    syncNow(world, APPLICATION);
    await world.run({ until: () => started.length === 1 });
    const [uid = ''] = world.processes.keys();
    const pod = [...world.api.objects(TYPES.pod, NAMESPACE)].find(
      (found) => at(found, 'metadata', 'uid') === uid,
    );
    assert.ok(pod);
    world.state.lostPods.add(uid);
    await world.run({ milliseconds: 600_000 });
    assert.equal(operation(world), 'full r1 Running');
    loseJobMachine(world, uid);
    terminateOperation(world, APPLICATION);
    await world.run({ milliseconds: 600_000 });
    assert.notEqual(world.api.find(refOf(TYPES.job, GATE)), undefined);
  });

  test('activeDeadlineSeconds ends a Job that does not end itself', async () => {
    const { world } = applicationWorld({
      programs: { [GATE]: async ({ clock }) => (await clock.sleep(3_600_000), 0) },
      application: { isAutomated: false },
    });
    const manifests = appOf(world).head.manifests.map((object) =>
      at(object, 'metadata', 'name') === GATE
        ? withAt(object, ['spec', 'activeDeadlineSeconds'], 60)
        : object,
    );
    world.state.applications.set('prod/chat', { ...appOf(world), head: { id: 'r1', manifests } });
    syncNow(world, APPLICATION);
    await world.run({ milliseconds: 200_000 });
    assert.match(lastOperation(world, APPLICATION)?.message ?? '', /active longer than specified deadline/);
  });
});
