import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import type { ClusterApi, KubeObject, ResourceType } from '../../fleet/cluster-api.ts';
import { realClock } from '../../kube/clock.ts';
import { RESOURCES } from '../../fleet/resources.ts';
import { failOwnJob } from '../../kube/job-status.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import {
  ACCOUNTS,
  CONFIG_MAPS,
  eventually,
  jobSpec,
  LEASES,
  MANAGER,
  NAMESPACE,
  NAMESPACES,
  object,
  outcomes,
  ref,
  SCALED,
  setSpec,
  SETS,
} from './harness/client-fixtures.ts';
import { objectsAt, textAt } from './harness/json-at.ts';
import { accountClient, accountToken, kubeconfigClient, type OpenClient } from './harness/kube-clients.ts';
import { losingProxy } from './harness/losing-proxy.ts';

let plane: ControlPlane;
let scratch: string;
let clients: readonly [OpenClient, OpenClient];
let api: ClusterApi;

async function create(type: ResourceType, name: string, rest: JsonObject = {}): Promise<KubeObject> {
  return await api.create(type, NAMESPACE, object(type, name, rest), MANAGER);
}

suite('The client on a real API server', () => {
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'celld-gitops-client-'));
    plane = await startControlPlane();
    clients = [await kubeconfigClient(plane), await kubeconfigClient(plane)];
    api = clients[0].api;
    await api.create(
      NAMESPACES,
      '',
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
      MANAGER,
    );
  });
  after(async () => {
    for (const { connection } of clients) connection.close();
    await plane.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  test('creates, gets and lists, page after page', async () => {
    const names = Array.from({ length: 230 }, (_, index) => `page-${String(index).padStart(3, '0')}`);
    const labels = { metadata: { labels: { pages: 'yes' } } };
    for (let from = 0; from < names.length; from += 30) {
      await Promise.all(
        names
          .slice(from, from + 30)
          .map((name) =>
            api.create(
              CONFIG_MAPS,
              NAMESPACE,
              { ...object(CONFIG_MAPS, name), metadata: { name, ...labels.metadata } },
              MANAGER,
            ),
          ),
      );
    }
    const { items, resourceVersion } = await api.list(CONFIG_MAPS, NAMESPACE, 'pages=yes');
    assert.deepEqual(
      items.map((item) => textAt(item, 'metadata', 'name')),
      names,
    );
    assert.ok(items.every((item) => item['kind'] === 'ConfigMap' && item['apiVersion'] === 'v1'));
    assert.match(resourceVersion, /^\d+$/);
    const one = await api.get(ref(CONFIG_MAPS, 'page-007'));
    assert.equal(objectsAt(one, 'metadata', 'managedFields')[0]?.['manager'], MANAGER);
    assert.deepEqual((await api.list(CONFIG_MAPS, NAMESPACE, 'pages=no')).items, []);
  });

  test('tells the refusals of the API server apart', async () => {
    await create(CONFIG_MAPS, 'taken');
    await assert.rejects(create(CONFIG_MAPS, 'taken'), { status: 409, reason: 'AlreadyExists' });
    await assert.rejects(api.get(ref(CONFIG_MAPS, 'none')), {
      status: 404,
      reason: 'NotFound',
      message: 'Cannot get configmaps "none" in namespace "kube-client": configmaps "none" not found',
    });
    await assert.rejects(api.list(SCALED, NAMESPACE), { status: 404, reason: 'NotFound' });
    await assert.rejects(api.get(ref(SCALED, 'none')), { status: 404, reason: 'NotFound' });
    await assert.rejects(create(CONFIG_MAPS, 'Not A Name'), { status: 422, reason: 'Invalid' });
    await assert.rejects(api.list(CONFIG_MAPS, NAMESPACE, 'a=b=c'), { status: 400, reason: 'BadRequest' });
  });

  test('patches a status strategically: conditions are kept by their type', async () => {
    await create(RESOURCES.job, 'conditions', { spec: { ...jobSpec(), suspend: true } });
    const now = '2026-11-29T16:00:00Z';
    for (const type of ['First', 'Second', 'First']) {
      const condition = { type, status: 'True', lastTransitionTime: now };
      await api.patch(
        ref(RESOURCES.job, 'conditions'),
        { status: { conditions: [condition] } },
        { kind: 'strategic', subresource: 'status', fieldManager: MANAGER },
      );
    }
    const types = objectsAt(await api.get(ref(RESOURCES.job, 'conditions')), 'status', 'conditions').map(
      ({ type }) => type,
    );
    assert.equal(types.filter((type) => type === 'First').length, 1);
    assert.equal(types.filter((type) => type === 'Second').length, 1);
  });

  test('ends its own Job with a sentence, and never the next Job of that name', async () => {
    const created = await create(RESOURCES.job, 'gate', { spec: jobSpec() });
    const uid = textAt(created, 'metadata', 'uid');
    const options = { api, clock: realClock(), fieldManager: MANAGER };
    const own = { namespace: NAMESPACE, name: 'gate', uid };
    const sentence = { reason: 'Refused', message: 'Cannot move "chat" from 0.4 to 0.3' };
    const strange = { ...own, uid: '11111111-2222-3333-4444-555555555555' };
    assert.equal(await failOwnJob(strange, sentence, options), 'gone');
    assert.equal(await condition('gate', 'FailureTarget'), undefined);
    assert.equal(await failOwnJob(own, sentence, options), 'written');
    const failed = await eventually(() => condition('gate', 'Failed'));
    assert.deepEqual({ reason: failed['reason'], message: failed['message'] }, sentence);
    assert.equal(await failOwnJob({ ...own, name: 'none' }, sentence, options), 'gone');
  });

  test('patches only the version that it has read', async () => {
    const before = await create(CONFIG_MAPS, 'versioned', { data: { a: '1' } });
    const resourceVersion = textAt(before, 'metadata', 'resourceVersion');
    const merge = { kind: 'merge', fieldManager: MANAGER } as const;
    const body = { metadata: { resourceVersion }, data: { a: '2' } };
    assert.equal(textAt(await api.patch(ref(CONFIG_MAPS, 'versioned'), body, merge), 'data', 'a'), '2');
    await assert.rejects(api.patch(ref(CONFIG_MAPS, 'versioned'), body, merge), {
      status: 409,
      reason: 'Conflict',
    });
    const removed = await api.patch(ref(CONFIG_MAPS, 'versioned'), { data: { a: null } }, merge);
    assert.equal(removed['data'], undefined);
  });

  test('applies on the server: a conflict without force, taken over with it', async () => {
    const apply = { kind: 'apply', fieldManager: MANAGER } as const;
    const body = (value: string): KubeObject => object(CONFIG_MAPS, 'applied', { data: { a: value } });
    const target = ref(CONFIG_MAPS, 'applied');
    assert.equal(textAt(await api.patch(target, body('1 ü 😀 \u0085'), apply), 'data', 'a'), '1 ü 😀 \u0085');
    await api.patch(target, body('2'), { ...apply, fieldManager: 'other', force: true });
    await assert.rejects(api.patch(target, body('3'), apply), {
      status: 409,
      reason: 'Conflict',
      message: /"other"/,
    });
    assert.equal(textAt(await api.patch(target, body('3'), { ...apply, force: true }), 'data', 'a'), '3');
    const stale = { ...body('4'), metadata: { name: 'applied', resourceVersion: '1' } };
    await assert.rejects(api.patch(target, stale, apply), { status: 409, reason: 'Conflict' });
  });

  test('scales, and lowers a partition, without touching the rest', async () => {
    await create(SETS, 'scaled', { spec: setSpec('scaled') });
    const target = ref(SETS, 'scaled');
    const merge = { kind: 'merge', fieldManager: MANAGER } as const;
    const scale = await api.patch(target, { spec: { replicas: 2 } }, { ...merge, subresource: 'scale' });
    assert.equal(scale['kind'], 'Scale');
    await api.patch(target, { spec: { updateStrategy: { rollingUpdate: { partition: 5 } } } }, merge);
    const { spec } = await api.get(target);
    const { replicas, updateStrategy } = spec as JsonObject;
    assert.equal(replicas, 2);
    assert.deepEqual(updateStrategy, { type: 'RollingUpdate', rollingUpdate: { partition: 5 } });
    await assert.rejects(api.patch(target, { spec: { serviceName: 'other' } }, merge), {
      status: 422,
      reason: 'Invalid',
    });
  });

  test('deletes only the very object that it was told of', async () => {
    const created = await create(CONFIG_MAPS, 'deleted');
    const uid = textAt(created, 'metadata', 'uid');
    const target = ref(CONFIG_MAPS, 'deleted');
    await assert.rejects(api.delete(target, { uid: '11111111-2222-3333-4444-555555555555' }), {
      status: 409,
      reason: 'Conflict',
    });
    await assert.rejects(api.delete(target, { uid, resourceVersion: '1' }), { status: 409 });
    await api.delete(target, { uid });
    await assert.rejects(api.delete(target, { uid }), { status: 404 });
  });

  test('lets exactly one of two clients create a Lease, and exactly one take it over', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `lease-${round}`;
      const holders = clients.map((client, index) => ({ client: client.api, holder: `h${index}` }));
      const created = await Promise.allSettled(
        holders.map(({ client, holder }) =>
          client.create(
            LEASES,
            NAMESPACE,
            object(LEASES, name, { spec: { holderIdentity: holder } }),
            holder,
          ),
        ),
      );
      assert.deepEqual(outcomes(created), ['AlreadyExists', 'won']);
      const resourceVersion = textAt(await api.get(ref(LEASES, name)), 'metadata', 'resourceVersion');
      const taken = await Promise.allSettled(
        holders.map(({ client, holder }) =>
          client.patch(
            ref(LEASES, name),
            { metadata: { resourceVersion }, spec: { holderIdentity: `${holder}-again` } },
            { kind: 'merge', fieldManager: holder },
          ),
        ),
      );
      assert.deepEqual(outcomes(taken), ['Conflict', 'won']);
      const winner = taken[0]?.status === 'fulfilled' ? 'h0-again' : 'h1-again';
      assert.equal(textAt(await api.get(ref(LEASES, name)), 'spec', 'holderIdentity'), winner);
    }
  });

  test('does as a ServiceAccount what its Role lets it, and takes a rotated token up', async () => {
    await create(ACCOUNTS, 'hook');
    const account = { namespace: NAMESPACE, name: 'hook', folder: join(scratch, 'hook') };
    const hook = await accountClient(plane, account);
    await assert.rejects(hook.api.list(LEASES, NAMESPACE), {
      status: 403,
      reason: 'Forbidden',
      message: /:hook"/,
    });
    await allow('hook', ['leases']);
    await eventually(() => hook.api.list(LEASES, NAMESPACE).catch(() => undefined));
    await writeFile(join(hook.folder, 'token'), 'no-token-at-all');
    const before = await hook.connection.credentials({ renew: true });
    assert.equal(before.headers['authorization'], 'Bearer no-token-at-all');
    await assert.rejects(hook.api.list(LEASES, NAMESPACE), { status: 401, reason: 'Unauthorized' });
    await writeFile(join(hook.folder, 'token'), `${await accountToken(plane, account)}\n`);
    assert.ok((await hook.api.list(LEASES, NAMESPACE)).items.length > 0);
    hook.connection.close();
  });

  test('believes no API server whose certificate is of another authority', async () => {
    await create(ACCOUNTS, 'wary');
    const wary = await accountClient(plane, {
      namespace: NAMESPACE,
      name: 'wary',
      folder: join(scratch, 'wary'),
    });
    await writeFile(join(wary.folder, 'ca.crt'), '');
    await assert.rejects(wary.api.list(LEASES, NAMESPACE), {
      status: 0,
      message: /its certificate is not trusted$/,
    });
    wary.connection.close();
  });

  test('reports a write whose answer was lost as unknown, and does not repeat it', async () => {
    await create(CONFIG_MAPS, 'lost', { data: { count: '0' } });
    const proxy = await losingProxy(Number(new URL(plane.url).port));
    await create(ACCOUNTS, 'loser');
    const account = { namespace: NAMESPACE, name: 'loser', folder: join(scratch, 'loser'), port: proxy.port };
    const loser = await accountClient(plane, account);
    await allow('loser', ['configmaps']);
    await eventually(() => loser.api.get(ref(CONFIG_MAPS, 'lost')).catch(() => undefined));
    proxy.loseAnswers();
    const created = loser.api.create(CONFIG_MAPS, NAMESPACE, object(CONFIG_MAPS, 'lost-create'), MANAGER);
    await assert.rejects(created, { status: 0, reason: 'Timeout' });
    await eventually(() => api.get(ref(CONFIG_MAPS, 'lost-create')).catch(() => undefined));
    loser.connection.close();
    proxy.close();
  });
});

async function condition(job: string, type: string): Promise<JsonObject | undefined> {
  const stored = await api.get(ref(RESOURCES.job, job));
  return objectsAt(stored, 'status', 'conditions').find((found) => found['type'] === type);
}

async function allow(account: string, resources: readonly string[]): Promise<void> {
  const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' };
  const roles: ResourceType = { ...rbac, plural: 'roles', kind: 'Role' };
  const bindings: ResourceType = { ...rbac, plural: 'rolebindings', kind: 'RoleBinding' };
  const rules = [
    { apiGroups: ['', 'coordination.k8s.io'], resources, verbs: ['get', 'list', 'create', 'patch'] },
  ];
  await create(roles, account, { rules });
  await create(bindings, account, {
    roleRef: { apiGroup: rbac.group, kind: 'Role', name: account },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace: NAMESPACE }],
  });
}
