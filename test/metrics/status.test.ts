import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError, type KubeObject } from '../../fleet/cluster-api.ts';
import type { JsonObject } from '../../documents/json.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { fieldAt, objectAt, objectsAt, textAt } from '../../fleet/object-fields.ts';
import { RESOURCES } from '../../fleet/resources.ts';
import { liveCondition } from '../../fleet/status/worker-app.ts';
import { LEASE_NAME } from '../../metrics/leader.ts';
import { testClock } from './support/clock.ts';
import { addFleet, type TestCluster, testCluster } from './support/cluster.ts';
import { startExporter } from './support/exporter.ts';
import { testNodes, WELL } from './support/nodes.ts';

const CHAT = { type: RESOURCES.workerApp, namespace: 'prod', name: 'chat' };
const SET = { type: RESOURCES.statefulSet, namespace: 'prod', name: 'chat-celld' };
const JOBS = {
  kind: 'apply',
  subresource: 'status',
  fieldManager: 'celld-gitops-rollout',
  force: true,
} as const;
const WRITE = 'patch workerapps/status chat';

function statusOf({ server }: TestCluster): JsonObject {
  return objectAt(server.get(CHAT), 'status');
}

function writesIn({ calls }: TestCluster): number {
  return calls.filter((call) => call === WRITE).length;
}

function eventsIn({ server }: TestCluster): readonly KubeObject[] {
  return server.list(RESOURCES.event, 'prod').items;
}

function quietFleet(): TestCluster {
  const cluster = testCluster();
  addFleet(cluster);
  return cluster;
}

/** The pods serve another deployment than expected: wrong at once, for a pinned fleet. */
const OTHER = {
  ...(WELL as JsonObject),
  deployment: { version: 'v9', generation: 2, draining: [], swapping: 0 },
};

suite('status', () => {
  test('a quiet fleet is Ready, with what each pod serves, counts and conditions', async (context) => {
    const cluster = quietFleet();
    const exporter = await startExporter(context, { cluster });
    await exporter.clock.advance(16_000);
    const { conditions, deployments, ...status } = statusOf(cluster);
    assert.deepEqual(status, {
      phase: 'Ready',
      message: 'every pod runs the plan and serves the expected deployment',
      expectedAppVersion: 'v1',
      rolledOutAppVersion: 'v1',
      observedPlanHash: 'p1',
      fleet: { ready: 3, restoring: 0 },
    });
    assert.deepEqual(
      deployments,
      [0, 1, 2].map((ordinal) => ({
        name: `chat-celld-${ordinal}`,
        version: 'v1',
        generation: 1,
        draining: 0,
        swapping: 0,
      })),
    );
    assert.deepEqual(
      objectsAt({ conditions: conditions ?? [] }, 'conditions').map((one) =>
        ['type', 'status', 'reason'].map((field) => textAt(one, field)).join(' '),
      ),
      [
        'SpecValid True Validated',
        'BucketCredentialsReady True Configured',
        'FleetStateReady True Observed',
        'Available True Ready',
        'Progressing False Ready',
        'Degraded False Ready',
      ],
    );
  });

  test('it is written once while nothing changes, and conditions keep their moment', async (context) => {
    const cluster = quietFleet();
    const exporter = await startExporter(context, { cluster });
    await exporter.clock.advance(16_000);
    const since = textAt(liveCondition(statusOf(cluster), 'SpecValid'), 'lastTransitionTime');
    await exporter.clock.advance(120_000);
    assert.equal(writesIn(cluster), 1);
    exporter.nodes.answers.set('10.0.0.1', OTHER);
    await exporter.clock.advance(16_000);
    assert.equal(writesIn(cluster), 2);
    const status = statusOf(cluster);
    assert.equal(status['rolledOutAppVersion'], '');
    assert.equal(textAt(liveCondition(status, 'SpecValid'), 'lastTransitionTime'), since);
    assert.notEqual(textAt(liveCondition(status, 'Available'), 'lastTransitionTime'), since);
  });

  test('what the Jobs own stays theirs', async (context) => {
    const cluster = quietFleet();
    const refused = {
      type: 'RolloutRefused',
      status: 'True',
      reason: 'Refused',
      message: 'not from 0.5 to 0.7',
      lastTransitionTime: '2026-11-29T11:00:00Z',
    };
    const rollout = { partition: 2, waitingOn: 'chat-celld-2' };
    const body = { apiVersion: 'celld-operator.io/v1alpha1', kind: 'WorkerApp', metadata: { name: 'chat' } };
    cluster.server.patch(
      CHAT,
      { ...body, status: { rollout, conditions: [refused] } },
      { ...JOBS, user: 'job' },
    );
    const exporter = await startExporter(context, { cluster });
    await exporter.clock.advance(60_000);
    const status = statusOf(cluster);
    assert.deepEqual(status['rollout'], rollout);
    assert.deepEqual(liveCondition(status, 'RolloutRefused'), refused);
    assert.equal(status['phase'], 'Degraded');
    assert.equal(status['message'], 'not from 0.5 to 0.7');
    assert.equal(textAt(liveCondition(status, 'Degraded'), 'reason'), 'Refused');
    assert.equal(writesIn(cluster), 1);
    const managers = objectsAt(cluster.server.get(CHAT), 'metadata', 'managedFields')
      .filter(({ manager }) => manager === 'celld-gitops-exporter')
      .map((entry) => fieldAt(entry, 'fieldsV1', 'f:status', 'f:rollout'));
    assert.deepEqual(managers, [undefined]);
  });

  test('a status that somebody else has left behind is taken over, and not written for ever', async (context) => {
    const cluster = quietFleet();
    const leftover = { type: 'IngressReady', status: 'True', reason: 'RouteObserved', message: 'm' };
    const status = { phase: 'Degraded', rolledOutAppVersion: 'v0', message: 'old', conditions: [leftover] };
    cluster.server.replaceStatus(CHAT, status, { user: 'operator', manager: 'celld-operator' });
    const exporter = await startExporter(context, { cluster });
    await exporter.clock.advance(120_000);
    assert.equal(statusOf(cluster)['rolledOutAppVersion'], 'v1');
    assert.equal(statusOf(cluster)['phase'], 'Ready');
    assert.equal(writesIn(cluster), 1);
  });

  test('of two exporters one writes; when it dies the other goes on', async (context) => {
    const cluster = quietFleet();
    const first = await startExporter(context, { cluster });
    await first.clock.advance(16_000);
    const clock = testClock();
    const nodes = testNodes((milliseconds) => clock.sleep(milliseconds));
    const second = await startExporter(context, { cluster, clock, nodes, me: 'exporter-b' });
    for (const { answers } of [first.nodes, nodes])
      for (const ordinal of [1, 2, 3]) answers.set(`10.0.0.${ordinal}`, OTHER);
    await second.clock.advance(5_000);
    assert.equal(writesIn(cluster), 1, 'the second one does not lead, and writes nothing');
    // The first one's time stands still from here on: to everybody else it is dead, and gives nothing back.
    await second.clock.advance(45_000);
    const lease = cluster.server.get({ type: RESOURCES.lease, namespace: 'celld-gitops', name: LEASE_NAME });
    assert.equal(textAt(lease, 'spec', 'holderIdentity'), 'exporter-b');
    assert.equal(writesIn(cluster), 2);
    assert.equal(statusOf(cluster)['phase'], 'Degraded');
    // It comes back: its Lease is over by its own clock, and it writes nothing before it has one.
    for (const ordinal of [1, 2, 3]) first.nodes.answers.delete(`10.0.0.${ordinal}`);
    await first.clock.advance(14_500);
    assert.equal(statusOf(cluster)['phase'], 'Degraded');
    assert.equal(writesIn(cluster), 2);
  });

  for (const [status, reason, isFailure] of [
    [404, 'NotFound', false],
    [409, 'Conflict', false],
    [403, 'Forbidden', true],
    [422, 'Invalid', true],
    [0, 'Timeout', true],
  ] as const)
    test(`a write that ends with ${status} is tried once a sweep, and harms nothing else`, async (context) => {
      const cluster = quietFleet();
      let isBroken = true;
      const api = {
        ...cluster.api,
        patch: async (...asked: Parameters<typeof cluster.api.patch>) => {
          if (asked[2].subresource !== 'status' || !isBroken) return await cluster.api.patch(...asked);
          cluster.calls.push(WRITE);
          throw new ApiError('no', { status, reason });
        },
      };
      const exporter = await startExporter(context, { cluster, api });
      await exporter.clock.advance(50_000);
      assert.equal((await exporter.get('/scaler/prod/chat')).status, 200);
      assert.equal(writesIn(cluster), 4);
      assert.equal(exporter.lines.join('').includes('Cannot write a status'), isFailure);
      assert.equal(exporter.lines.join('').includes('Cannot sweep'), false);
      assert.equal(eventsIn(cluster).length, 0);
      isBroken = false;
      await exporter.clock.advance(16_000);
      assert.equal(statusOf(cluster)['phase'], 'Ready');
    });

  test('a WorkerApp that was made anew never gets the status of the one before', async (context) => {
    const cluster = quietFleet();
    const before = cluster.server.get(CHAT);
    let isReplaced = false;
    const api = {
      ...cluster.api,
      patch: async (...asked: Parameters<typeof cluster.api.patch>) => {
        if (asked[2].subresource === 'status' && !isReplaced) {
          isReplaced = true;
          const me = { user: 'me', manager: 'me' };
          cluster.server.delete(CHAT, {}, me);
          const { apiVersion = '', kind = '', spec = {} } = before;
          const annotations = { [ANNOTATIONS.planHash]: 'p2' };
          const metadata = { name: 'chat', namespace: 'prod', annotations };
          cluster.server.create(RESOURCES.workerApp, { apiVersion, kind, metadata, spec }, me);
        }
        return await cluster.api.patch(...asked);
      },
    };
    const exporter = await startExporter(context, { cluster, api });
    await exporter.clock.advance(1000);
    assert.equal(isReplaced, true);
    assert.deepEqual(statusOf(cluster), {});
    await exporter.clock.advance(16_000);
    assert.equal(statusOf(cluster)['observedPlanHash'], 'p2');
    assert.equal(statusOf(cluster)['phase'], 'RollingOut');
  });

  test('a change of phase is one Event on the WorkerApp, and a flapping fleet has five', async (context) => {
    const cluster = quietFleet();
    const exporter = await startExporter(context, { cluster });
    await exporter.clock.advance(16_000);
    const [event, ...others] = eventsIn(cluster);
    assert.equal(others.length, 0);
    assert.equal(textAt(event, 'involvedObject', 'uid'), textAt(cluster.server.get(CHAT), 'metadata', 'uid'));
    assert.match(textAt(event, 'message') ?? '', /^New -> Ready: /);
    assert.equal(textAt(event, 'type'), 'Normal');
    for (let round = 0; round < 10; round += 1) {
      const replicas = round % 2 === 0 ? 0 : 3;
      cluster.server.patch(SET, { spec: { replicas } }, { kind: 'merge', fieldManager: 'me', user: 'me' });
      await exporter.clock.advance(16_000);
    }
    assert.ok(writesIn(cluster) >= 10);
    assert.equal(eventsIn(cluster).length, 5);
    assert.ok(eventsIn(cluster).some((one) => textAt(one, 'type') === 'Warning'));
  });
});
