import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import { sha256Hex } from '../../cmp/sha256.ts';
import type { ObjectRef, ResourceType } from '../../fleet/cluster-api.ts';
import { type Hook, roleRules } from '../../fleet/hook-permissions.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { textsAt } from '../../fleet/object-fields.ts';
import type { FleetPlan } from '../../fleet/plan.ts';
import { RESOURCES } from '../../fleet/resources.ts';
import { performRollout } from '../../hooks/act-rollout.ts';
import { MANAGERS, type RolloutOptions } from '../../hooks/options.ts';
import { readPlan } from '../../hooks/read-plan.ts';
import { realClock } from '../../kube/clock.ts';
import { expandVariables } from '../fleet/expand-variables.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { eventually } from './harness/client-fixtures.ts';
import { exampleOf, type RenderedExample } from './harness/examples.ts';
import { startHook } from './harness/hook-process.ts';
import { allCrds, installCrds } from './harness/install-crds.ts';
import { objectsAt, textAt, valueAt } from './harness/json-at.ts';
import { accountClient, type AccountClient } from './harness/kube-clients.ts';
import { renderWorkerApp } from './harness/render-workerapp.ts';
import { createNamespaces } from './harness/apply-example.ts';
import { MINIMAL_SPEC } from './specs/accepted.ts';
import { OPEN_PLATFORM } from './specs/rendered-edges.ts';

const NAMESPACE = 'hook-jobs';
const APP = 'chat';
const SET = 'chat-celld';
const MERGE = { kind: 'merge', fieldManager: 'celld-gitops-test' } as const;

let plane: ControlPlane;
let scratch: string;
const clients = new Map<Hook, AccountClient>();

const ref = (type: ResourceType, name: string): ObjectRef => ({ type, namespace: NAMESPACE, name });
const SECRETS: ResourceType = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret' };
const FORBIDDEN = { status: 403, reason: 'Forbidden' };

/** What a tenant's commit becomes, with this version of celld. */
async function rendered(version: string): Promise<RenderedExample> {
  const spec = {
    ...MINIMAL_SPEC,
    celld: { image: `ghcr.io/denoland/celld:v${version}` },
    autoscaling: { enabled: true, minReplicas: 1, maxReplicas: 3, targets: { residentCellUtilization: 60 } },
  };
  const platform = OPEN_PLATFORM;
  const { code, stdout, stderr } = await renderWorkerApp({ name: APP, namespace: NAMESPACE, spec, platform });
  assert.equal(code, 0, stderr);
  return exampleOf({ name: version, text: stdout });
}

/** Applies some objects of a render, as Argo CD does wave by wave; hooks of an earlier sync go first. */
async function apply(
  example: RenderedExample,
  wanted: (kind: string, name: string) => boolean,
): Promise<void> {
  const items = example.objects.filter((object) =>
    wanted(textAt(object, 'kind'), textAt(object, 'metadata', 'name')),
  );
  assert.ok(items.length > 0);
  const jobs = items.filter((object) => textAt(object, 'kind') === 'Job');
  for (const job of jobs) {
    const target = ['job', textAt(job, 'metadata', 'name'), '-n', NAMESPACE, '--ignore-not-found'];
    assert.equal((await plane.kubectl(['delete', ...target])).code, 0);
  }
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const { code, stderr } = await plane.kubectl(['apply', '--server-side', '-f', '-'], list);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '', 'a warning, such as of pod security');
}

async function client(hook: Hook): Promise<AccountClient> {
  const known = clients.get(hook);
  if (known !== undefined) return known;
  const folder = join(scratch, hook);
  const made = await accountClient(plane, { namespace: NAMESPACE, name: `${SET}-${hook}`, folder });
  await writeFile(join(folder, 'namespace'), NAMESPACE);
  clients.set(hook, made);
  return made;
}

function planTextOf(example: RenderedExample, hook: Hook): string {
  const job = example.objects.find(
    (object) => textAt(object, 'kind') === 'Job' && textAt(object, 'metadata', 'name') === `${SET}-${hook}`,
  );
  const [container] = objectsAt(job, 'spec', 'template', 'spec', 'containers');
  const variable = objectsAt(container, 'env').find((entry) => entry['name'] === 'FLEET_PLAN');
  return expandVariables(textAt(variable, 'value'), {});
}

function planOf(example: RenderedExample): FleetPlan {
  const reading = readPlan(planTextOf(example, 'rollout'), sha256Hex);
  return reading.ok ? reading.plan : assert.fail(reading.sentence);
}

async function live(type: string, name: string): Promise<JsonObject> {
  const { stdout } = await plane.kubectl(['get', type, name, '-n', NAMESPACE, '-o', 'json']);
  return JSON.parse(stdout) as JsonObject;
}

async function run(hook: Hook, example: RenderedExample) {
  const name = `${SET}-${hook}`;
  const job = { name, uid: textAt(await live('job', name), 'metadata', 'uid') };
  const { folder } = await client(hook);
  const plan = planTextOf(example, hook);
  return await startHook(plane, { hook, plan, job, podUid: randomUUID(), folder });
}

/** There is no kubelet here: the pod's status is written for it. */
async function pretendRunning(pod: string): Promise<void> {
  const startedAt = new Date().toISOString();
  const state = { running: { startedAt } };
  const container = {
    name: 'celld',
    image: 'x',
    imageID: 'x',
    ready: true,
    started: true,
    restartCount: 0,
    state,
  };
  const status = { phase: 'Running', containerStatuses: [container] };
  const how = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })];
  const { code, stderr } = await plane.kubectl(['patch', 'pod', pod, '-n', NAMESPACE, ...how]);
  assert.equal(code, 0, stderr);
}

/** Every pair of a rule, as `verb group/resource name`; `*` where every name is meant. */
function pairsOf(rules: readonly JsonObject[]): readonly string[] {
  const pairs = rules.flatMap((rule) => {
    const names = textsAt(rule, 'resourceNames');
    return textsAt(rule, 'verbs').flatMap((verb) =>
      textsAt(rule, 'apiGroups').flatMap((group) =>
        textsAt(rule, 'resources').flatMap((resource) =>
          (names.length === 0 ? ['*'] : names).map((name) => `${verb} ${group}/${resource} ${name}`),
        ),
      ),
    );
  });
  return pairs.sort();
}

suite('The Jobs on a real API server', () => {
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'celld-gitops-hooks-'));
    plane = await startControlPlane();
    await installCrds(plane, await allCrds('standard'));
  });
  after(async () => {
    for (const { connection } of clients.values()) connection.close();
    await plane.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  test('the gate approves a first sync, before anything of the fleet is there', async () => {
    const first = await rendered('0.6.1');
    await createNamespaces(plane, { ...first, namespace: NAMESPACE });
    await apply(first, (_, name) => name === `${SET}-gate`);
    const { code, lines, sentence } = await (await run('gate', first)).ended;
    assert.equal(code, 0, JSON.stringify(lines));
    assert.notEqual(sentence, '');
  });

  for (const hook of ['gate', 'rollout'] as const) {
    test(`the ${hook} may do what its table says, and nothing else`, async () => {
      await apply(await rendered('0.6.1'), (kind, name) => name === `${SET}-${hook}` && kind !== 'Job');
      const { api } = await client(hook);
      const kind = 'SelfSubjectRulesReview';
      const type = { group: 'authorization.k8s.io', version: 'v1', plural: 'selfsubjectrulesreviews', kind };
      const apiVersion = 'authorization.k8s.io/v1';
      const review = await api.create(
        type,
        '',
        { apiVersion, kind, spec: { namespace: NAMESPACE } },
        MERGE.fieldManager,
      );
      const rules = objectsAt(review, 'status', 'resourceRules');
      // Everybody may ask what he may do.
      const own = pairsOf(rules).filter((pair) => !/ auth(entication|orization)\.k8s\.io\/self/.test(pair));
      assert.deepEqual(own, pairsOf(roleRules(hook, { app: APP })));
    });
  }

  test('the rollout creates and renews the Lease of its fleet, and no other', async () => {
    const { api } = await client('rollout');
    const plan = planOf(await rendered('0.6.1'));
    const optionsOf = (podUid: string): RolloutOptions => ({
      api,
      plan,
      clock: realClock(),
      job: { name: `${SET}-rollout`, uid: 'job', podUid },
      log: () => undefined,
      signal: new AbortController().signal,
      setTerminationMessage: () => undefined,
      states: { read: () => Promise.resolve({ kind: 'unreadable', reason: 'unreachable' }) },
    });
    const target = ref(RESOURCES.lease, SET);
    await assert.rejects(api.get(target), { status: 404 });
    const settled = await Promise.allSettled(
      ['one', 'two'].map((podUid) => performRollout(optionsOf(podUid), { kind: 'createLease' })),
    );
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    assert.equal(reasons.length, 1);
    assert.deepEqual(
      reasons.map((reason) => (reason as { readonly status?: number }).status),
      [409],
    );
    const lease = await api.get(target);
    const winner = textAt(lease, 'spec', 'holderIdentity').slice('job/'.length);
    const resourceVersion = textAt(lease, 'metadata', 'resourceVersion');
    await performRollout(optionsOf(winner), { kind: 'takeLease', resourceVersion });
    await assert.rejects(performRollout(optionsOf('two'), { kind: 'takeLease', resourceVersion }), {
      status: 409,
    });
    const other = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'other' } };
    const how = { kind: 'apply', fieldManager: MANAGERS.rollout } as const;
    await assert.rejects(api.patch(ref(RESOURCES.lease, 'other'), other, how), FORBIDDEN);
    await assert.rejects(api.create(RESOURCES.lease, NAMESPACE, other, MANAGERS.rollout), FORBIDDEN);
    assert.equal((await plane.kubectl(['delete', 'lease', SET, '-n', NAMESPACE])).code, 0);
  });

  test('both patch the StatefulSet of their fleet, and no other; Secrets are nobody’s', async () => {
    const first = await rendered('0.6.1');
    await apply(first, (kind) => ['StatefulSet', 'ServiceAccount'].includes(kind));
    for (const hook of ['gate', 'rollout'] as const) {
      const { api } = await client(hook);
      const body = { metadata: { annotations: { tried: hook } } };
      await api.patch(ref(RESOURCES.statefulSet, SET), body, MERGE);
      await assert.rejects(api.patch(ref(RESOURCES.statefulSet, 'feed-celld'), body, MERGE), FORBIDDEN);
      await assert.rejects(api.list(SECRETS, NAMESPACE), FORBIDDEN);
      await assert.rejects(api.get(ref(SECRETS, 'any')), FORBIDDEN);
      await assert.rejects(api.list(RESOURCES.pod, 'kube-system'), FORBIDDEN);
    }
    const gate = await client('gate');
    const scale = { ...MERGE, subresource: 'scale' } as const;
    await assert.rejects(
      gate.api.patch(ref(RESOURCES.statefulSet, SET), { spec: { replicas: 3 } }, scale),
      FORBIDDEN,
    );
  });

  test('the gate approves an upgrade that may roll: closed partition, hash of the template', async () => {
    const next = await rendered('0.6.2');
    await apply(next, (kind, name) => kind === 'Job' && name === `${SET}-gate`);
    const { code, lines } = await (await run('gate', next)).ended;
    assert.equal(code, 0, JSON.stringify(lines));
    const set = await live('statefulset', SET);
    const annotations = valueAt(set, 'metadata', 'annotations');
    assert.equal(textAt(annotations, ANNOTATIONS.approvedTemplateHash), planOf(next).templateHash);
    assert.equal(textAt(annotations, ANNOTATIONS.approvedPlan), planOf(next).planHash);
    assert.equal(valueAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition'), 1_000_000);
  });

  test('the gate refuses a forbidden upgrade, and the Job says so', async () => {
    await pretendRunning(`${SET}-0`);
    const before = await live('statefulset', SET);
    const back = await rendered('0.6.0');
    await apply(back, (kind, name) => kind === 'Job' && name === `${SET}-gate`);
    const { code, lines, sentence } = await (await run('gate', back)).ended;
    assert.ok(code === 10 || code === 11, `${String(code)} ${JSON.stringify(lines)}`);
    const failed = await eventually(async () =>
      objectsAt(await live('job', `${SET}-gate`), 'status', 'conditions').find(
        ({ type, status }) => type === 'Failed' && status === 'True',
      ),
    );
    assert.equal(failed['message'], sentence);
    assert.match(sentence, /0\.6\.1.*0\.6\.0/s);
    const set = await live('statefulset', SET);
    assert.deepEqual(set, before, 'a refusal writes nothing but its reason');
    const events = await plane.kubectl(['get', 'events', '-n', NAMESPACE, '-o', 'json']);
    const told = objectsAt(JSON.parse(events.stdout) as JsonObject, 'items').map((event) => event['message']);
    assert.ok(told.includes(sentence));
  });

  test('a plan of another plugin is refused by name, in the Job’s status too', async () => {
    const next = await rendered('0.6.2');
    await apply(next, (kind, name) => kind === 'Job' && name === `${SET}-gate`);
    const text = planTextOf(next, 'gate').replace('"planVersion":1', '"planVersion":2');
    const job = { name: `${SET}-gate`, uid: textAt(await live('job', `${SET}-gate`), 'metadata', 'uid') };
    const { folder } = await client('gate');
    const started = await startHook(plane, { hook: 'gate', plan: text, job, podUid: randomUUID(), folder });
    const { code, sentence } = await started.ended;
    assert.equal(code, 64);
    assert.match(sentence, /written by a newer plugin/);
    const failed = await eventually(async () =>
      objectsAt(await live('job', job.name), 'status', 'conditions').find(({ type }) => type === 'Failed'),
    );
    assert.equal(failed['message'], sentence);
  });

  test('the rollout takes its Lease, waits, and gives it back when it is told to stop', async () => {
    const next = await rendered('0.6.2');
    await apply(next, (kind, name) => kind === 'StatefulSet' || name === `${SET}-rollout`);
    const { api } = await client('rollout');
    const started = await run('rollout', next);
    const target = ref(RESOURCES.lease, SET);
    await eventually(async () => {
      const lease = await api.get(target).catch(() => undefined);
      return textAt(lease, 'spec', 'holderIdentity') === '' ? undefined : lease;
    });
    started.signal('SIGTERM');
    const { code, lines, sentence } = await started.ended;
    assert.equal(code, 1, JSON.stringify(lines));
    assert.match(sentence, /told to stop/);
    assert.equal(textAt(await api.get(target), 'spec', 'holderIdentity'), '');
  });
});
