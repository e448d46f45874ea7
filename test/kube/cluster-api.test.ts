import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAT, clientOf, PODS, STATEFUL_SETS, STORED } from './harness/api-client.ts';
import { json } from './harness/behaviours.ts';

test('clusterApi() gets an object by its path', async (context) => {
  const { api, server } = await clientOf(context, [json(STORED)]);
  assert.deepEqual(await api.get(CHAT), STORED);
  await api.get({ type: PODS, namespace: 'a/b', name: 'x?y' });
  await api.get({ type: { ...PODS, plural: 'nodes', kind: 'Node' }, namespace: '', name: 'n1' });
  assert.deepEqual(
    server.seen.map(({ method, url }) => `${method} ${url}`),
    [
      'GET /apis/apps/v1/namespaces/prod/statefulsets/chat-celld',
      'GET /api/v1/namespaces/a%2Fb/pods/x%3Fy',
      'GET /api/v1/nodes/n1',
    ],
  );
});

test('clusterApi() never takes an object without a name for its collection', async (context) => {
  const { api, server } = await clientOf(context, [json(STORED)]);
  await assert.rejects(api.delete({ ...CHAT, name: '' }, { uid: 'u' }), /it has no name/);
  assert.equal(server.seen.length, 0);
});

test('clusterApi() names the kind of every patch, and forces only an apply', async (context) => {
  const { api, server } = await clientOf(context, [json(STORED)]);
  const manager = { fieldManager: 'celld-gitops rollout' };
  await api.patch(CHAT, { spec: {} }, { kind: 'merge', ...manager });
  await api.patch(
    CHAT,
    { status: {} },
    { kind: 'strategic', subresource: 'status', force: true, ...manager },
  );
  await api.patch(CHAT, { spec: { replicas: 3 } }, { kind: 'merge', subresource: 'scale', ...manager });
  await api.patch(CHAT, { spec: {} }, { kind: 'apply', ...manager });
  await api.patch(CHAT, { spec: {} }, { kind: 'apply', force: true, ...manager });
  const path = '/apis/apps/v1/namespaces/prod/statefulsets/chat-celld';
  const query = '?fieldManager=celld-gitops+rollout';
  assert.deepEqual(
    server.seen.map(({ method, url, headers, body }) => [method, url, headers['content-type'], body]),
    [
      ['PATCH', `${path}${query}`, 'application/merge-patch+json', '{"spec":{}}'],
      ['PATCH', `${path}/status${query}`, 'application/strategic-merge-patch+json', '{"status":{}}'],
      ['PATCH', `${path}/scale${query}`, 'application/merge-patch+json', '{"spec":{"replicas":3}}'],
      ['PATCH', `${path}${query}`, 'application/apply-patch+yaml', '{"spec":{}}'],
      ['PATCH', `${path}${query}&force=true`, 'application/apply-patch+yaml', '{"spec":{}}'],
    ],
  );
});

test('clusterApi() applies JSON that YAML reads alike', async (context) => {
  const { api, server } = await clientOf(context, [json(STORED)]);
  const text = 'ü 😀 \u0085 \u2028 \ufeff \u007f end';
  await api.patch(CHAT, { a: text }, { kind: 'apply', fieldManager: 'm' });
  const body = server.seen[0]?.body ?? '';
  assert.equal(body, '{"a":"ü 😀 \\u0085 \\u2028 \\ufeff \\u007f end"}');
  assert.deepEqual(JSON.parse(body), { a: text });
});

test('clusterApi() creates with a field manager', async (context) => {
  const { api, server } = await clientOf(context, [json(STORED, 201)]);
  assert.deepEqual(await api.create(STATEFUL_SETS, 'prod', STORED, 'celld-gitops'), STORED);
  const [seen] = server.seen;
  assert.equal(seen?.url, '/apis/apps/v1/namespaces/prod/statefulsets?fieldManager=celld-gitops');
  assert.equal(seen.headers['content-type'], 'application/json');
  assert.deepEqual(JSON.parse(seen.body), STORED);
});

test('clusterApi() deletes only the object that it was told of, and what hangs on it', async (context) => {
  const { api, server } = await clientOf(context, [json({ kind: 'Status', status: 'Success' })]);
  await api.delete(CHAT, { uid: 'u1' });
  await api.delete(CHAT, { uid: 'u1', resourceVersion: '7' });
  assert.deepEqual(
    server.seen.map(({ body }) => JSON.parse(body) as unknown),
    [{ uid: 'u1' }, { uid: 'u1', resourceVersion: '7' }].map((preconditions) => ({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions,
      propagationPolicy: 'Background',
    })),
  );
});

test('clusterApi() says who it is, and keeps a connection', async (context) => {
  const { api, server } = await clientOf(context, [json(STORED)]);
  await api.get(CHAT);
  await api.get(CHAT);
  const [first, second] = server.seen;
  assert.equal(first?.headers.authorization, 'Bearer token-1');
  assert.equal(first.headers['user-agent'], 'celld-gitops');
  assert.equal(first.headers['accept-encoding'], undefined);
  assert.equal(second?.connection, 1);
});
