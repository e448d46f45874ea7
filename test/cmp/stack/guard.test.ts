import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { generate } from '../../../cmp/generate.ts';
import type { OutputObject } from '../../../cmp/render/output-object.ts';
import { sha256Hex } from '../../../cmp/sha256.ts';
import { stackPlan } from '../../../cmp/stack/stack-plan.ts';
import { defaultPlatform } from '../../../cmp/platform/default-platform.ts';
import { textAt } from '../../../fleet/object-fields.ts';
import type { JsonMap } from '../../../schemas/json-schema.ts';
import { temporaryFolder } from '../io/temporary-folder.ts';
import { stackDocument, stackOf } from './stacks.ts';

const SOURCE = { repoURL: 'https://git.example.com/fleets.git', path: 'app', targetRevision: 'main' };
const TOOLS = { sha256Hex, monotonic: () => 0 };

async function guardOf(guard: string, namespace = 'celld') {
  const objects: OutputObject[] = [];
  const parameters = JSON.stringify([{ name: 'guard', string: guard }]);
  const request = { folder: '/nowhere', namespace, parameters };
  const result = await generate(request, TOOLS, (object) => objects.push(object));
  return { result, objects };
}

function planOf(spec: JsonMap, annotations: JsonMap = {}) {
  const stack = stackOf({ bucket: 's3://cells/one', ...spec }, { annotations });
  return stackPlan({ stack, platform: defaultPlatform(), sha256Hex });
}

suite('The guard of a stack', () => {
  test('has gate, rollout, as whom they run, and the policy; and reads no folder', async () => {
    const { result, objects } = await guardOf(JSON.stringify(stackDocument({ bucket: 's3://cells/one' })));
    assert.ok(result.ok);
    assert.deepEqual(
      objects.map(({ object, wave, hook }) => [textAt(object, 'kind'), wave, hook?.phase ?? 'normal']),
      [
        ['NetworkPolicy', -1, 'normal'],
        ['ServiceAccount', -1, 'PreSync'],
        ['Role', -1, 'PreSync'],
        ['RoleBinding', -1, 'PreSync'],
        ['Job', 0, 'PreSync'],
        ['ServiceAccount', -1, 'normal'],
        ['Role', -1, 'normal'],
        ['RoleBinding', -1, 'normal'],
        ['Job', 0, 'Sync'],
      ],
    );
  });

  test('is the policy alone where there is no bucket: nothing can be lost yet', async () => {
    const { objects } = await guardOf(JSON.stringify(stackDocument()));
    assert.deepEqual(
      objects.map(({ object }) => object['kind']),
      ['NetworkPolicy'],
    );
  });

  test('judges the stack again, and refuses what its own render would', async () => {
    const { result, objects } = await guardOf(
      JSON.stringify(stackDocument({ bucket: 's3://a', azurite: { enabled: true } })),
    );
    assert.ok(!result.ok);
    assert.deepEqual(
      result.problems.map(({ code }) => code),
      ['STACK_CONTRADICTION'],
    );
    assert.deepEqual(objects, []);
  });

  test('refuses a stack that is released elsewhere', async () => {
    const { result } = await guardOf(JSON.stringify(stackDocument({ bucket: 's3://a' })), 'other');
    assert.ok(!result.ok);
    assert.deepEqual(
      result.problems.map(({ code }) => code),
      ['STACK_GUARD'],
    );
  });
});

suite('The plan of a chart’s fleet', () => {
  test('says chart, the chart’s size, and the part of the template that it knows', () => {
    const plan = planOf({
      replicaCount: 3,
      endpoint: 'https://store.example.com',
      values: { image: { tag: 'v0.3.1' } },
    });
    assert.ok(plan);
    assert.deepEqual(plan.chart, { release: 'cells', version: '0.3.1' });
    assert.deepEqual(plan.size, { mode: 'fixed', replicas: 3 });
    assert.deepEqual([plan.app, plan.version, plan.expectedApp.source], ['cells-celld', '0.3.1', 'any']);
    assert.match(plan.bucket.key, /^endpoint:store\.example\.com/);
  });

  test('takes its levers from the annotations of the stack', () => {
    const prefix = 'celld-gitops.io/';
    const plan = planOf(
      {},
      {
        [`${prefix}update-strategy`]: 'Recreate',
        [`${prefix}paused`]: 'true',
        [`${prefix}acknowledge-downgrade`]: '0.6.1->0.6.0',
        [`${prefix}data-written-by`]: '0.3.0',
      },
    );
    assert.deepEqual(
      [plan?.updateStrategy, plan?.paused, plan?.acknowledgeDowngrade, plan?.dataWrittenBy],
      ['Recreate', true, '0.6.1->0.6.0', '0.3.0'],
    );
  });

  test('has no claim where the chart makes none', () => {
    for (const persistence of [{ enabled: false }, { existingClaim: 'data' }])
      assert.deepEqual(planOf({ persistence })?.volumeClaimTemplates, []);
    assert.equal(planOf({})?.volumeClaimTemplates.length, 1);
  });
});

test('STACK_TOO_LARGE: a stack that no process could be handed is refused where it is written', async (context) => {
  const large = stackDocument({ bucket: 's3://cells/one', values: { note: 'x'.repeat(70_000) } });
  const folder = temporaryFolder(context, { 'cells.json': JSON.stringify(large) });
  const result = await generate({ folder, namespace: 'cells', source: SOURCE }, TOOLS, () => undefined);
  assert.ok(!result.ok);
  assert.deepEqual(
    result.problems.map(({ code, position }) => [code, position?.file]),
    [['STACK_TOO_LARGE', 'cells.json']],
  );
});
