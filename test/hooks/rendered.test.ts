import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { joinObjects, writeObject } from '../../cmp/render/output-object.ts';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { decodeStateBody } from '../../fleet/state/decode-state.ts';
import { textAt } from '../../fleet/object-fields.ts';
import { readExample } from '../../scripts/examples/example.ts';
import { renderExample } from '../../scripts/examples/render-example.ts';
import { createApplication, lastOperation } from '../../sim/argocd/control.ts';
import { publishDeployment } from '../../sim/celld/lifecycle.ts';
import { simConfig } from '../../sim/config.ts';
import { World } from '../../sim/world.ts';
import { expandVariables } from '../fleet/expand-variables.ts';
import { watchInvariants } from './invariants.ts';
import { type JobRun, programOf } from './world.ts';

/** What Argo CD gets for an example, with what the kubelet would expand already expanded. */
async function manifestsOf(name: string): Promise<readonly JsonObject[]> {
  const { objects } = await renderExample(readExample(`examples/${name}`, name));
  const text = joinObjects(objects.map(writeObject));
  return parseAllDocuments(text).map((document) => expandPlan(document.toJS() as JsonObject));
}

function expandPlan(object: JsonObject): JsonObject {
  if (textAt(object, 'kind') !== 'Job') return object;
  const expand = (key: string, value: JsonValue) =>
    key === 'value' && typeof value === 'string' ? expandVariables(value, {}) : value;
  return JSON.parse(JSON.stringify(object, expand)) as JsonObject;
}

suite('what is rendered', () => {
  for (const name of ['quick-start', 'autoscaling-exporter', 'fleet-durability', 'virtual-service'])
    test(`for ${name} is synced by its own Jobs`, async () => {
      const runs: JobRun[] = [];
      // Not asserted: they look for the fleets of test/hooks/fleet.ts.
      const invariants = watchInvariants();
      const world: World = new World(
        simConfig({
          drain: () => setImmediate(),
          decodeState: decodeStateBody,
          program: (job) => programOf(job, runs, invariants),
        }),
      );
      const manifests = await manifestsOf(name);
      const namespace = textAt(manifests[0], 'metadata', 'namespace') ?? '';
      const application = { namespace, name };
      const apps = manifests.filter((object) => textAt(object, 'kind') === 'WorkerApp');
      for (const { spec } of apps)
        publishDeployment(world, textAt(spec, 'bucket', 'name') ?? '', textAt(spec, 'appVersion') ?? '');
      createApplication(world, { ...application, revision: { id: 'r1', manifests }, options: {} });
      const isDone = () => lastOperation(world, application)?.phase === 'Succeeded';
      await world.run({ milliseconds: 4 * 3_600_000, until: isDone });
      assert.ok(isDone(), runs.flatMap(({ lines }) => lines).join('\n'));
      assert.deepEqual(
        runs.map(({ code }) => code),
        [0, 0],
      );
      assert.deepEqual(world.state.harms, []);
    });
});
