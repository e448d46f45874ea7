import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { generate } from '../../../cmp/generate.ts';
import type { OutputObject } from '../../../cmp/render/output-object.ts';
import { sha256Hex } from '../../../cmp/sha256.ts';
import type { JsonObject } from '../../../documents/json.ts';
import { formatProblem } from '../../../documents/problem.ts';
import { numberAt, objectAt, objectsAt, textAt } from '../../../fleet/object-fields.ts';
import { temporaryFolder } from '../io/temporary-folder.ts';

const APP = `apiVersion: celld-operator.io/v1alpha1
kind: WorkerApp
metadata:
  name: chat
spec:
  appVersion: "3f2a9c0d1e4b5a67"
  celld:
    image: ghcr.io/denoland/celld:v0.6.2
  bucket:
    name: s3://cells/chat
`;

/** Renders one fleet under these settings of the platform file. */
async function render(context: test.TestContext, settings: JsonObject): Promise<readonly OutputObject[]> {
  const tenant = {
    namespaces: ['*'],
    projects: ['*'],
    imagePrefixes: ['ghcr.io/denoland/celld:'],
    bucketPrefixes: ['*'],
  };
  const platform = {
    apiVersion: 'celld-gitops.io/v1alpha1',
    kind: 'Platform',
    tenants: [tenant],
    ...settings,
  };
  const folder = temporaryFolder(context, {
    'app/chat.yaml': APP,
    'platform.yaml': JSON.stringify(platform),
  });
  const objects: OutputObject[] = [];
  const request = {
    folder: `${folder}/app`,
    platformFile: `${folder}/platform.yaml`,
    namespace: 'team-a',
    project: 'default',
  };
  const tools = { sha256Hex, monotonic: () => performance.now() };
  const result = await generate(request, tools, (object) => objects.push(object));
  if (!result.ok) assert.fail(result.problems.map(formatProblem).join('\n'));
  return objects;
}

function ofJobs(objects: readonly OutputObject[]): readonly string[] {
  return objects
    .filter(({ object }) => textAt(object, 'metadata', 'labels', 'celld-gitops.io/component') !== undefined)
    .map(({ object }) => `${textAt(object, 'kind') ?? ''} ${textAt(object, 'metadata', 'name') ?? ''}`)
    .sort();
}

function jobOf(objects: readonly OutputObject[], name: string): JsonObject {
  const found = objects.find(
    ({ object }) => textAt(object, 'kind') === 'Job' && textAt(object, 'metadata', 'name') === name,
  );
  return found?.object ?? assert.fail(`no Job ${name}`);
}

function planIn(job: JsonObject): JsonObject {
  const [container] = objectsAt(job, 'spec', 'template', 'spec', 'containers');
  const variable = objectsAt(container, 'env').find((entry) => entry['name'] === 'FLEET_PLAN');
  return JSON.parse((textAt(variable, 'value') ?? '').replaceAll('$$(', '$(')) as JsonObject;
}

suite('the platform file', () => {
  test('renders whom the Jobs run as, or leaves them to onboarding (rbacMode, T7)', async (t) => {
    const identities = ['Role', 'RoleBinding', 'ServiceAccount'].flatMap((kind) => [
      `${kind} chat-celld-gate`,
      `${kind} chat-celld-rollout`,
    ]);
    const jobs = ['Job chat-celld-gate', 'Job chat-celld-rollout'];
    assert.deepEqual(ofJobs(await render(t, {})), [...jobs, ...identities]);
    assert.deepEqual(ofJobs(await render(t, { rollout: { rbacMode: 'preinstalled' } })), jobs);
  });

  test('chooses image and deadlines of the Jobs', async (t) => {
    const rollout = {
      jobImage: 'registry.example.com/celld-gitops@sha256:abc',
      jobDeadlineSeconds: 2000,
      stepDeadlineSeconds: 1000,
    };
    const objects = await render(t, { rollout });
    for (const [name, deadline] of [
      ['chat-celld-gate', 600],
      ['chat-celld-rollout', 2120],
    ] as const) {
      const job = jobOf(objects, name);
      const [container] = objectsAt(job, 'spec', 'template', 'spec', 'containers');
      assert.equal(textAt(container, 'image'), rollout.jobImage);
      assert.equal(numberAt(job, 'spec', 'activeDeadlineSeconds'), deadline);
    }
  });

  test('tells the Jobs what webhooks may add, where it is anything', async (t) => {
    const allowedMutations = { containers: ['istio-proxy'] };
    const meshed = planIn(jobOf(await render(t, { allowedMutations }), 'chat-celld-rollout'));
    assert.deepEqual(objectAt(meshed, 'allowedMutations')['containers'], ['istio-proxy']);
    const plain = planIn(jobOf(await render(t, {}), 'chat-celld-rollout'));
    assert.equal(plain['allowedMutations'], undefined);
  });
});
