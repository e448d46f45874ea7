import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RESOURCES } from '../../fleet/resources.ts';
import { addFleet, testCluster, UNAVAILABLE } from './support/cluster.ts';
import { samplesOf, startExporter } from './support/exporter.ts';
import { WELL } from './support/nodes.ts';

suite('exporter', () => {
  test('it is ready after its first sweep, and then knows the load of a fleet', async (context) => {
    const cluster = testCluster();
    addFleet(cluster);
    const exporter = await startExporter(context, { cluster });
    assert.equal((await exporter.get('/readyz')).status, 503);
    assert.equal((await exporter.get('/scaler/prod/chat')).status, 503);
    await exporter.clock.advance(1000);
    assert.equal((await exporter.get('/readyz')).status, 200);
    const { status, json } = await exporter.get('/scaler/prod/chat');
    assert.equal(status, 200);
    const { age_seconds: age, ...load } = json();
    assert.ok(Number(age) < 2);
    assert.deepEqual(load, {
      utilization: 0.5,
      shedding: 0,
      capacity_waiting: 6,
      memory_headroom: 42,
      pods: 3,
    });
  });

  test('a fleet that nobody has is 404 to a scaler, once the fleets are known', async (context) => {
    const exporter = await startExporter(context);
    await exporter.clock.advance(1000);
    assert.equal((await exporter.get('/scaler/prod/none')).status, 404);
    assert.equal((await exporter.get('/scaler/prod/../../etc')).status, 404);
    assert.equal((await exporter.get('/')).status, 404);
  });

  test('a pod that hangs makes its own fleet unknown to the scaler, and no other fleet late', async (context) => {
    const cluster = testCluster();
    addFleet(cluster, { app: 'good', network: '10.0.1' });
    addFleet(cluster, { app: 'bad', network: '10.0.2' });
    const exporter = await startExporter(context, { cluster });
    exporter.nodes.answers.set('10.0.2.2', 'hang');
    await exporter.clock.advance(500);
    assert.equal((await exporter.get('/scaler/prod/good')).status, 200);
    assert.equal((await exporter.get('/scaler/prod/bad')).status, 503);
    await exporter.clock.advance(4000);
    const bad = await exporter.get('/scaler/prod/bad');
    assert.equal(bad.status, 503);
    assert.match(bad.text, /pod bad-celld-1 does not answer in time/);
    const { text } = await exporter.get('/metrics');
    assert.deepEqual(
      samplesOf(text, 'celld_state_up').map((line) => line.replace(/^.*fleet_pod="([^"]+)".* /, '$1 ')),
      [
        'bad-celld-0 1',
        'bad-celld-1 0',
        'bad-celld-2 1',
        'good-celld-0 1',
        'good-celld-1 1',
        'good-celld-2 1',
      ],
    );
  });

  test('without the API server the last sweep serves for a minute, then nothing is known', async (context) => {
    const cluster = testCluster();
    addFleet(cluster);
    const exporter = await startExporter(context, { cluster });
    await exporter.clock.advance(1000);
    cluster.trouble = UNAVAILABLE;
    await exporter.clock.advance(40_000);
    assert.equal((await exporter.get('/scaler/prod/chat')).status, 200);
    await exporter.clock.advance(25_000);
    const late = await exporter.get('/scaler/prod/chat');
    assert.equal(late.status, 503);
    assert.match(late.text, /the last sweep is 6\d s old/);
    const { text } = await exporter.get('/metrics');
    assert.deepEqual(samplesOf(text, 'celld_resident_cells'), []);
    assert.match(samplesOf(text, 'celld_fleet_complete').join(), / 0$/);
    cluster.trouble = undefined;
    await exporter.clock.advance(20_000);
    assert.equal((await exporter.get('/scaler/prod/chat')).status, 200);
  });

  test('a clock that is stepped makes nothing fresh or old', async (context) => {
    const cluster = testCluster();
    addFleet(cluster);
    const exporter = await startExporter(context, { cluster });
    await exporter.clock.advance(1000);
    for (const hours of [5, -10]) {
      exporter.clock.step(hours * 3_600_000);
      assert.equal((await exporter.get('/scaler/prod/chat')).status, 200);
      const { text } = await exporter.get('/metrics');
      const [sampled = ''] = samplesOf(text, 'celld_fleet_sample_timestamp_seconds');
      const age = exporter.clock.now() / 1000 - Number(sampled.split(' ').at(-1));
      assert.ok(age >= 0 && age < 2, `age ${age}`);
    }
  });

  test('a fleet that is deleted has no series and no load any more', async (context) => {
    const cluster = testCluster();
    addFleet(cluster);
    const exporter = await startExporter(context, { cluster });
    await exporter.clock.advance(1000);
    const me = { user: 'me', manager: 'me' };
    for (const [type, name] of [
      [RESOURCES.statefulSet, 'chat-celld'],
      [RESOURCES.workerApp, 'chat'],
    ] as const)
      cluster.server.delete({ type, namespace: 'prod', name }, {}, me);
    await exporter.clock.advance(16_000);
    const { text } = await exporter.get('/metrics');
    assert.equal(text.includes('workerapp="chat"'), false);
    assert.equal((await exporter.get('/scaler/prod/chat')).status, 404);
  });

  test('a node that sheds counts, and one that tells no residency cap makes the mean unknown', async (context) => {
    const cluster = testCluster();
    addFleet(cluster);
    addFleet(cluster, { app: 'old', cap: 0, network: '10.0.3' });
    const exporter = await startExporter(context, { cluster });
    exporter.nodes.answers.set('10.0.0.3', { ...(WELL as object), shedding: 'memory' });
    await exporter.clock.advance(1000);
    assert.equal((await exporter.get('/scaler/prod/chat')).json()['shedding'], 1);
    const old = await exporter.get('/scaler/prod/old');
    assert.equal(old.status, 503);
    assert.match(old.text, /CELLD_MAX_RESIDENT_CELLS/);
  });
});
