import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { METRICS } from '../../metrics/metric-table.ts';
import { addFleet, addPod, testCluster } from './support/cluster.ts';
import { samplesOf, startExporter } from './support/exporter.ts';
import { WELL } from './support/nodes.ts';

/** The names that celld-operator has, so that its dashboards go on working. facts/operators.md A6. */
const OPERATORS = [
  'celld_fleet_complete',
  'celld_fleet_sample_timestamp_seconds',
  'celld_state_up',
  'celld_resident_cells',
  'celld_evicting',
  'celld_restoring',
  'celld_resident_cell_utilization',
  'celld_shedding',
  'celld_rss_bytes',
  'celld_in_use_bytes',
  'celld_cgroup_current_bytes',
  'celld_cgroup_working_set_bytes',
  'celld_container_restarts',
  'celld_self_fenced',
];

const POD =
  'namespace="prod",workerapp="chat",pod="chat-celld-0",fleet_namespace="prod",fleet_pod="chat-celld-0"';

suite('/metrics', () => {
  test('it has every series of celld-operator, with its labels and their collision-free twins (D7)', async (context) => {
    const cluster = testCluster();
    addFleet(cluster, { replicas: 1 });
    const exporter = await startExporter(context, { cluster });
    exporter.nodes.answers.set('10.0.0.1', { ...(WELL as object), cgroup_current_bytes: 5000 });
    await exporter.clock.advance(1000);
    const { text, type } = await exporter.get('/metrics');
    assert.equal(type, 'text/plain; version=0.0.4; charset=utf-8');
    for (const name of OPERATORS) {
      const labels = name.startsWith('celld_fleet_')
        ? 'namespace="prod",workerapp="chat",fleet_namespace="prod"'
        : POD;
      const [sample = ''] = samplesOf(text, name);
      assert.ok(sample.startsWith(`{${labels}} `), `${name}${sample}`);
    }
    assert.deepEqual(samplesOf(text, 'celld_resident_cell_utilization'), [`{${POD}} 0.5`]);
    assert.deepEqual(
      samplesOf(text, 'celld_fleet_complete').map((line) => line.at(-1)),
      ['1'],
    );
  });

  test('OpenMetrics is answered where it is asked for, again and again, and text in between', async (context) => {
    const exporter = await startExporter(context);
    await exporter.clock.advance(1000);
    const accept = 'application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5';
    for (let time = 0; time < 2; time += 1) {
      const open = await exporter.get('/metrics', { accept });
      assert.equal(open.type, 'application/openmetrics-text; version=1.0.0; charset=utf-8');
      assert.ok(open.text.endsWith('# EOF\n'));
      assert.match(open.text, /# TYPE celld_exporter_lists counter\ncelld_exporter_lists_total 1\n/);
      const { text } = await exporter.get('/metrics');
      assert.match(text, /# TYPE celld_exporter_lists_total counter\ncelld_exporter_lists_total 1\n/);
    }
  });

  test('what a node does not tell has no sample, and restarts and self-fences are told without it', async (context) => {
    const cluster = testCluster();
    addFleet(cluster, { replicas: 1 });
    addPod(cluster, { ordinal: 1, owner: 'another', lastExit: 3 });
    const exporter = await startExporter(context, { cluster });
    exporter.nodes.answers.set('10.0.0.1', { ownership: 's3', occupied: 1, shedding: null, restoring: 0 });
    exporter.nodes.answers.set('10.0.0.2', { error: 'actor_stopped' });
    await exporter.clock.advance(1000);
    const { text } = await exporter.get('/metrics');
    for (const name of [
      'celld_evicting',
      'celld_rss_bytes',
      'celld_cgroup_current_bytes',
      'celld_memory_headroom',
    ])
      assert.deepEqual(samplesOf(text, name), [], name);
    assert.deepEqual(samplesOf(text, 'celld_resident_cells'), [`{${POD}} 1`]);
    const last = (name: string) => samplesOf(text, name).map((line) => line.split(' ').at(-1));
    assert.deepEqual(last('celld_self_fenced'), ['0', '1']);
    assert.deepEqual(last('celld_container_restarts'), ['0', '1']);
    assert.deepEqual(last('celld_state_up'), ['1', '0']);
    assert.deepEqual(last('celld_fleet_complete'), ['0']);
    assert.equal(/NaN|Inf/.test(text), false);
  });

  test('the reference has every metric, and says what it means', () => {
    const reference = readFileSync('docs/reference/metrics.md', 'utf8');
    for (const { name, help } of METRICS) {
      assert.ok(reference.includes(`\`${name}\``), name);
      assert.ok(help.length > 10, name);
    }
    assert.equal(new Set(METRICS.map(({ name }) => name)).size, METRICS.length);
  });
});
