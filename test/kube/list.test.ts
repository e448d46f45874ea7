import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '../../documents/json.ts';
import { clientOf, PODS, STATEFUL_SETS } from './harness/api-client.ts';
import { json, status, text } from './harness/behaviours.ts';
import type { Behaviour } from './harness/misbehaving-server.ts';

function page(names: readonly string[], next = ''): Behaviour {
  const items = names.map((name) => ({ metadata: { name } }));
  return json({
    kind: 'PodList',
    metadata: { resourceVersion: '9', ...(next && { continue: next }) },
    items,
  });
}

test('clusterApi() lists every page, and says of each item what it is', async (context) => {
  const { api, server } = await clientOf(context, [page(['a', 'b'], 'n=1&x'), page(['c'])]);
  const { items, resourceVersion } = await api.list(PODS, 'prod', 'app=chat,tier in (a, b)');
  assert.deepEqual(
    items,
    ['a', 'b', 'c'].map((name) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } })),
  );
  assert.equal(resourceVersion, '9');
  const queries = server.seen.map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams));
  const labelSelector = 'app=chat,tier in (a, b)';
  assert.deepEqual(queries, [
    { labelSelector, limit: '100' },
    { labelSelector, limit: '100', continue: 'n=1&x' },
  ]);
});

test('clusterApi() lists without a resourceVersion, so that no cache answers', async (context) => {
  const { api, server } = await clientOf(context, [page([])]);
  assert.deepEqual(await api.list(STATEFUL_SETS, 'prod'), { items: [], resourceVersion: '9' });
  assert.equal(server.seen[0]?.url, '/apis/apps/v1/namespaces/prod/statefulsets?limit=100');
});

test('clusterApi() begins a list again that was forgotten between two pages', async (context) => {
  const { api } = await clientOf(context, [
    page(['a'], 'n'),
    status(410, 'Expired'),
    page(['b'], 'm'),
    page(['c']),
  ]);
  const { items } = await api.list(PODS, 'prod');
  assert.deepEqual(
    items.map(({ metadata }) => metadata),
    [{ name: 'b' }, { name: 'c' }],
  );
});

test('clusterApi() gives a list up that is forgotten again and again', async (context) => {
  const { api } = await clientOf(context, [
    ...Array.from({ length: 3 }, () => [page(['a'], 'n'), status(410, 'Expired')]).flat(),
    page(['z']),
  ]);
  await assert.rejects(api.list(PODS, 'prod'), { status: 410, reason: 'Expired' });
});

test('clusterApi() takes nothing for an empty list but one', async (context) => {
  const wrong: readonly JsonValue[] = [
    {},
    { metadata: {} },
    { metadata: {}, items: {} },
    { items: [] },
    { metadata: {}, items: ['a'] },
    [],
  ];
  for (const answer of wrong) {
    const { api } = await clientOf(context, [json(answer)]);
    await assert.rejects(api.list(PODS, 'prod'), { status: 0 }, JSON.stringify(answer));
  }
  const { api } = await clientOf(context, [json({ metadata: { resourceVersion: '1' }, items: null })]);
  assert.deepEqual(await api.list(PODS, 'prod'), { items: [], resourceVersion: '1' });
});

test('clusterApi() ends a list that has no end', async (context) => {
  const { api, server } = await clientOf(context, [page([], 'again')]);
  await assert.rejects(api.list(PODS, 'prod'), { status: 0, message: /a list without an end/ });
  // A read whose connection was lost is asked again, so a busy machine may show a few more.
  const asked = server.seen.length;
  assert.ok(asked >= 500 && asked < 520, String(asked));
});

test('clusterApi() says of a kind that is not installed that it is not found', async (context) => {
  const { api } = await clientOf(context, [text('404 page not found\n', 404)]);
  await assert.rejects(api.list(PODS, 'prod'), { status: 404, reason: 'NotFound' });
});
