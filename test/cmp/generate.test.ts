import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { generate } from '../../cmp/generate.ts';
import type { GenerateRequest } from '../../cmp/generate-request.ts';
import type { OutputObject } from '../../cmp/render/output-object.ts';
import { sha256Hex } from '../../cmp/sha256.ts';
import { isJsonObject, type JsonObject } from '../../documents/json.ts';
import { formatProblem } from '../../documents/problem.ts';

const scratch = mkdtempSync(join(tmpdir(), 'celld-gitops-generate-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(scratch, `${String((folders += 1))}-`));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function workerApp(name: string, spec = ''): string {
  return `apiVersion: celld-operator.io/v1alpha1
kind: WorkerApp
metadata:
  name: ${name}
spec:
  appVersion: "3f9a1c0b7d2e4856"
  celld:
    image: ghcr.io/denoland/celld:v0.6.2
  bucket:
    name: s3://cells/${name}
${spec}`;
}

interface Outcome {
  readonly objects: readonly OutputObject[];
  readonly warnings: readonly string[];
  readonly problems: readonly string[];
}

async function render(
  files: Readonly<Record<string, string>>,
  request: Partial<GenerateRequest> = {},
  clock = () => 0,
): Promise<Outcome> {
  const objects: OutputObject[] = [];
  const result = await generate(
    { folder: folderWith(files), namespace: 'chat', ...request },
    { sha256Hex, monotonic: clock },
    (object) => objects.push(object),
  );
  return result.ok
    ? { objects, warnings: result.warnings, problems: [] }
    : { objects, warnings: [], problems: result.problems.map(formatProblem) };
}

function find({ objects }: Outcome, kind: string): JsonObject {
  const found = objects.find(({ object }) => object['kind'] === kind);
  assert.ok(found, kind);
  return found.object;
}

function annotations(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  return isJsonObject(metadata) && isJsonObject(metadata['annotations']) ? metadata['annotations'] : {};
}

const SCALED = '  hostnames: [chat.example.com]\n  autoscaling:\n    enabled: true\n';

suite('generate()', () => {
  test('leaves out what the cluster does not serve, warns, and says so on the WorkerApp', async () => {
    const outcome = await render({ 'a.yaml': workerApp('chat', SCALED) }, { kubeApiVersions: 'v1,apps/v1' });
    assert.deepEqual(outcome.problems, []);
    assert.ok(
      !outcome.objects.some(({ object }) => ['HTTPRoute', 'ScaledObject'].includes(object['kind'] as string)),
    );
    const omitted = 'HTTPRoute (gateway.networking.k8s.io/v1), ScaledObject (keda.sh/v1alpha1)';
    assert.deepEqual(outcome.warnings, [
      `WorkerApp "chat": left out what the cluster does not serve: ${omitted}`,
    ]);
    assert.equal(annotations(find(outcome, 'WorkerApp'))['celld-gitops.io/omitted-objects'], omitted);
  });

  test('refuses an ambient mesh without AuthorizationPolicy instead of opening the internal port (T22)', async () => {
    const platformFile = join(
      folderWith({
        'p.yaml':
          'apiVersion: celld-gitops.io/v1alpha1\nkind: Platform\nmesh:\n  mode: ambient\ntenants:\n  - projects: ["*"]\n    namespaces: ["*"]\n    imagePrefixes: ["ghcr.io/denoland/celld:"]\n    bucketPrefixes: ["*"]\n',
      }),
      'p.yaml',
    );
    const outcome = await render(
      { 'a.yaml': workerApp('chat') },
      { platformFile, kubeApiVersions: 'v1,apps/v1' },
    );
    assert.match(outcome.problems[0] ?? '', /\[MESH_POLICY_NEEDED\]/);
    assert.deepEqual(outcome.objects, []);
  });

  test('changes the template’s hash, and so the plan’s, with the deployed version and the digest of the Secrets', async () => {
    const parameters = (version: string, digest: string): string =>
      JSON.stringify([
        { name: 'appVersion', map: { chat: version } },
        { name: 'configDigest', map: { chat: digest } },
      ]);
    const files = { 'a.yaml': workerApp('chat').replace('"3f9a1c0b7d2e4856"', 'auto') };
    const hashes = await Promise.all(
      [parameters('v1', 'd1'), parameters('v2', 'd1'), parameters('v1', 'd2'), parameters('v1', 'd1')].map(
        async (text) => {
          const outcome = await render(files, { parameters: text });
          return [
            annotations(find(outcome, 'StatefulSet'))['celld-operator.io/template-hash'],
            annotations(find(outcome, 'WorkerApp'))['celld-gitops.io/plan-hash'],
          ];
        },
      ),
    );
    assert.equal(new Set(hashes.map(([template]) => template)).size, 3);
    assert.equal(new Set(hashes.map(([, plan]) => plan)).size, 3);
    assert.deepEqual(hashes[0], hashes[3]);
  });

  test('writes the smallest size and the bucket beside the pod template, whose hash they do not change', async () => {
    const stamps = async (extra: string) =>
      annotations(find(await render({ 'a.yaml': workerApp('chat', extra) }, {}), 'StatefulSet'));
    const fixed = await stamps('  replicas: 4\n');
    const scaled = await stamps(
      '  autoscaling: { enabled: true, minReplicas: 2, maxReplicas: 9, targets: { residentCellUtilization: 60 } }\n',
    );
    assert.equal(fixed['celld-gitops.io/floor'], '4');
    assert.equal(scaled['celld-gitops.io/floor'], '2');
    assert.ok(JSON.stringify(fixed['celld-gitops.io/bucket']).startsWith('"aws/'));
    assert.equal(fixed['celld-operator.io/template-hash'], scaled['celld-operator.io/template-hash']);
  });

  test('changes only the plan, and no pod template, with the deployed version under deploymentPolicy InPlace', async () => {
    const app = workerApp('chat', '  deploymentPolicy: InPlace\n').replace('"3f9a1c0b7d2e4856"', 'auto');
    const [one, two] = await Promise.all(
      ['v1', 'v2'].map((version) =>
        render({ 'a.yaml': app }, { parameters: JSON.stringify([{ name: 'appVersion', string: version }]) }),
      ),
    );
    assert.ok(one && two);
    assert.deepEqual(find(one, 'StatefulSet'), find(two, 'StatefulSet'));
    assert.notDeepEqual(annotations(find(one, 'WorkerApp')), annotations(find(two, 'WorkerApp')));
  });

  test('passes other objects through with their values unchanged, empty maps included, and null members dropped', async () => {
    const settings =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  annotations: ~\ndata:\n  on-off: "yes"\n  empty: ""\nbinaryData: {}\n';
    const outcome = await render({ 'a.yaml': workerApp('chat'), 'b.yaml': settings });
    assert.deepEqual(find(outcome, 'ConfigMap'), {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings' },
      data: { 'on-off': 'yes', empty: '' },
      binaryData: {},
    });
  });

  test('takes Lists apart', async () => {
    const list = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })),
    });
    const outcome = await render({ 'list.json': list, 'app.yaml': workerApp('chat') });
    assert.equal(outcome.objects.filter(({ object }) => object['kind'] === 'ConfigMap').length, 2);
  });

  test('renders a folder without any WorkerApp, but never an empty one (A7)', async () => {
    const only = await render({ 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n' });
    assert.equal(only.objects.length, 1);
    for (const files of [{}, { 'a.yaml': '' }, { 'a.yaml': '---\n# nothing\n---\n' }, { 'a.txt': 'x' }]) {
      const outcome = await render(files);
      assert.equal(outcome.problems.length, 1, JSON.stringify(files));
      assert.match(outcome.problems[0] ?? '', /\[(NOTHING_TO_RENDER|FOLDER_EMPTY)\]/);
    }
  });

  test('shows problems of several files, stages and settings at once', async () => {
    const outcome = await render(
      {
        'a.yaml': 'a: yes\n',
        'b.yaml': workerApp('chat', '  replicas: 0\n'),
        'c.yaml': workerApp('shop', '  durability: fleet\n'),
        'd.yaml': 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n',
      },
      { parameters: JSON.stringify([{ name: 'appVerison', string: 'x' }]) },
    );
    const codes = outcome.problems.map((text) => /\[([A-Z_]+)\]/.exec(text)?.[1]);
    for (const code of [
      'YAML_AMBIGUOUS_WORD',
      'SCHEMA_RANGE',
      'DURABILITY_FLEET',
      'PASS_KIND',
      'PARAMETER_UNKNOWN',
    ]) {
      assert.ok(codes.includes(code), `${code} in ${codes.join(', ')}`);
    }
    assert.deepEqual(outcome.objects, []);
  });

  test('ends at its own deadline, between two documents or two fleets', async () => {
    let now = 0;
    const outcome = await render(
      { 'a.yaml': workerApp('chat'), 'b.yaml': workerApp('shop') },
      {},
      () => (now += 15_000),
    );
    assert.match(outcome.problems.at(-1) ?? '', /\[DEADLINE\]/);
  });

  test('refuses a plan that no Job could carry, at the WorkerApp', async () => {
    const env = Array.from(
      { length: 40 },
      (_, index) => `      - name: V${String(index)}\n        value: "${'x'.repeat(1000)}"\n`,
    ).join('');
    const outcome = await render({ 'a.yaml': workerApp('chat', `  podTemplate:\n    env:\n${env}`) });
    assert.match(
      outcome.problems[0] ?? '',
      /^a\.yaml:4:9 spec: Cannot render WorkerApp "chat": its plan must be at most 32768 bytes: it has \d+ \[PLAN_TOO_LARGE\]/,
    );
  });

  test('writes what a user wrote with `$(` so that Kubernetes does not expand it (T11)', async () => {
    const env = '  podTemplate:\n    env:\n      - name: STAGE\n        value: "$(POD_NAME) costs $5"\n';
    const outcome = await render({ 'a.yaml': workerApp('chat', env) });
    assert.match(JSON.stringify(find(outcome, 'StatefulSet')), /"\$\$\(POD_NAME\) costs \$5"/);
  });

  test('names a platform file or a template folder that cannot be read, and uses no default', async () => {
    const outcome = await render(
      { 'a.yaml': workerApp('chat') },
      { platformFile: join(scratch, 'none.yaml'), templatesFolder: join(scratch, 'none') },
    );
    assert.deepEqual(
      outcome.problems.map((text) => /\[([A-Z_]+)\]/.exec(text)?.[1]),
      ['SETTING_FILE_UNREADABLE', 'SETTING_FILE_UNREADABLE'],
    );
  });

  test('uses a template of the platform team, and says at its place what is wrong with one', async () => {
    const good = folderWith({
      'pod-disruption-budget.yaml.hbs':
        'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: {{json names.podDisruptionBudget}}\n  namespace: {{json namespace}}\n  labels: {{json labels}}\n  annotations: {"team": "sre"}\nspec:\n  maxUnavailable: 1\n  unhealthyPodEvictionPolicy: AlwaysAllow\n  selector:\n    matchLabels: {{json selector}}\n',
    });
    const used = await render({ 'a.yaml': workerApp('chat') }, { templatesFolder: good });
    assert.deepEqual(annotations(find(used, 'PodDisruptionBudget')), { team: 'sre' });
    const bad = folderWith({
      'service-acount.yaml.hbs': 'a: 1',
      'ingress.yaml.hbs': 'a: {{x}}',
      'stateful-set.yaml.hbs': 'apiVersion: apps/v1\nkind: StatefulSet\n',
    });
    const refused = await render({ 'a.yaml': workerApp('chat') }, { templatesFolder: bad });
    assert.match(
      refused.problems.join('\n'),
      /service-acount\.yaml\.hbs:1:1 .*\[TEMPLATE_UNKNOWN\]\n {2}hint: did you mean service-account\.yaml\.hbs\?/,
    );
    assert.match(refused.problems.join('\n'), /ingress\.yaml\.hbs:1:4 .*\[TEMPLATE_OVERRIDE\]/);
  });

  test('refuses an override that takes away what keeps a fleet safe, naming each field (T27)', async () => {
    const templatesFolder = folderWith({
      'stateful-set.yaml.hbs':
        'apiVersion: apps/v1\nkind: StatefulSet\nmetadata:\n  name: {{json names.statefulSet}}\n',
    });
    const outcome = await render({ 'a.yaml': workerApp('chat') }, { templatesFolder });
    assert.match(outcome.problems.join('\n'), /metadata\.labels.*\[TEMPLATE_OVERRIDE\]/);
    assert.match(outcome.problems.join('\n'), /spec.*\[TEMPLATE_OVERRIDE\]/);
    assert.deepEqual(outcome.objects, []);
  });
});
