import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type ClusterApi } from '../../fleet/cluster-api.ts';
import { CHAT, clientAt, clientOf, STATEFUL_SETS, STORED } from './harness/api-client.ts';
import { cutOff, drip, hang, json, ofSize, reset, status, text } from './harness/behaviours.ts';
import { type Behaviour, closedPort, rawServer } from './harness/misbehaving-server.ts';

const WRITES: readonly [string, (api: ClusterApi) => Promise<unknown>][] = [
  ['patch', (api) => api.patch(CHAT, { spec: {} }, { kind: 'merge', fieldManager: 'm' })],
  ['create', (api) => api.create(STATEFUL_SETS, 'prod', STORED, 'm')],
  ['delete', (api) => api.delete(CHAT, { uid: 'u' })],
];
const CALLS: typeof WRITES = [['get', (api) => api.get(CHAT)], ...WRITES];

test('clusterApi() reads the token again once where it is refused, also for a write', async (context) => {
  for (const [name, call] of CALLS) {
    const { api, server, renewals } = await clientOf(context, [status(401, 'Unauthorized'), json(STORED)]);
    await call(api);
    assert.deepEqual(renewals, [false, true], name);
    assert.deepEqual(
      server.seen.map(({ headers }) => headers.authorization),
      ['Bearer token-1', 'Bearer token-2'],
    );
  }
});

test('clusterApi() gives up where the new token is refused too', async (context) => {
  const { api, server } = await clientOf(context, [status(401, 'Unauthorized')]);
  await assert.rejects(api.get(CHAT), { status: 401, reason: 'Unauthorized' });
  assert.equal(server.seen.length, 2);
});

test('clusterApi() leaves 403, 404, 409 and 422 to the caller, with the words of the API server', async (context) => {
  const table: readonly [number, string][] = [
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [409, 'Conflict'],
    [409, 'AlreadyExists'],
    [422, 'Invalid'],
  ];
  for (const [code, reason] of table) {
    for (const [name, call] of CALLS) {
      const { api, server } = await clientOf(context, [status(code, reason)]);
      await assert.rejects(call(api), (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual({ status: error.status, reason: error.reason }, { status: code, reason });
        assert.match(
          error.message,
          new RegExp(`^Cannot ${name} statefulsets "chat-celld" .*: ${reason} it is$`),
        );
        return true;
      });
      assert.equal(server.seen.length, 1);
    }
  }
});

test('clusterApi() waits as long as a 429 asks, also before a write, as nothing was done', async (context) => {
  for (const [name, call] of CALLS) {
    const busy = [
      text('busy', 429, { 'retry-after': '2' }),
      status(429, 'TooManyRequests', { retryAfterSeconds: 3 }),
    ];
    const { api, sleeps } = await clientOf(context, [...busy, text('', 429), json(STORED)]);
    await call(api);
    assert.deepEqual(sleeps, [2_000, 3_000, 1_000], name);
  }
});

test('clusterApi() hands a 429 on that asks for longer than it waits, or comes too often', async (context) => {
  const long = await clientOf(context, [text('', 429, { 'retry-after': '60' })]);
  await assert.rejects(long.api.get(CHAT), { status: 429, retryAfterSeconds: 60, reason: 'TooManyRequests' });
  assert.deepEqual(long.sleeps, []);
  const often = await clientOf(context, [text('', 429, { 'retry-after': '1' })]);
  await assert.rejects(often.api.get(CHAT), { status: 429, retryAfterSeconds: 1 });
  assert.deepEqual(often.sleeps, [1_000, 1_000, 1_000]);
  const date = await clientOf(context, [text('', 429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })]);
  await assert.rejects(date.api.get(CHAT), { status: 429, retryAfterSeconds: undefined });
});

const TROUBLE: readonly [string, Behaviour][] = [
  ['hangs', hang],
  ['breaks off', reset],
  ['drips', drip(20)],
  ['cuts its answer off', cutOff('{"metadata":{', 400)],
];
for (const [name, behaviour] of TROUBLE) {
  test(`clusterApi() repeats a read, never a write, where the API server ${name}`, async (context) => {
    const reading = await clientOf(context, [behaviour, json(STORED)]);
    assert.deepEqual(await reading.api.get(CHAT), STORED);
    assert.deepEqual(reading.sleeps, [250]);
    for (const [, call] of WRITES) {
      const { api, server } = await clientOf(context, [behaviour]);
      await assert.rejects(call(api), { name: 'ApiError', status: 0, reason: 'Timeout' });
      assert.equal(server.seen.length, 1);
    }
  });
}

test('clusterApi() repeats a read after 500, 502, 503 and 504, and hands them on for a write', async (context) => {
  for (const code of [500, 502, 503, 504]) {
    const page = text('<html>token-1</html>', code, { 'content-type': 'text/html' });
    const { api, sleeps } = await clientOf(context, [page, page, page, json(STORED)]);
    assert.deepEqual(await api.get(CHAT), STORED);
    assert.deepEqual(sleeps, [250, 500, 1_000]);
    for (const [, call] of WRITES) {
      const failing = await clientOf(context, [page]);
      await assert.rejects(call(failing.api), { status: code, message: /the API server answered 50\d \w+$/ });
      assert.equal(failing.server.seen.length, 1);
    }
  }
});

test('clusterApi() gives a read up after four attempts', async (context) => {
  const { api, server } = await clientOf(context, [text('', 503)]);
  await assert.rejects(api.get(CHAT), { status: 503, reason: 'ServiceUnavailable' });
  assert.equal(server.seen.length, 4);
});

test('clusterApi() tries a write again where nobody took its connection', async (context) => {
  const port = await closedPort();
  for (const [, call] of CALLS) {
    const { api, sleeps } = clientAt(context, new URL(`http://127.0.0.1:${port}`));
    await assert.rejects(call(api), { status: 0, reason: 'Timeout', message: /: it refuses connections$/ });
    assert.deepEqual(sleeps, [250, 500, 1_000]);
  }
});

test('clusterApi() takes no answer for a yes that is not of the API server', async (context) => {
  const answers: readonly Behaviour[] = [
    text('<html>Welcome</html>', 200, { 'content-type': 'text/html' }),
    text('', 200),
    json([]),
    json('ok'),
    json({ kind: 'StatefulSet' }),
  ];
  for (const answer of answers) {
    const { api } = await clientOf(context, [answer]);
    await assert.rejects(api.get(CHAT), {
      status: 0,
      message: /the answer is not an object of the API server$/,
    });
    await assert.rejects(api.patch(CHAT, {}, { kind: 'merge', fieldManager: 'm' }), { status: 0 });
  }
});

test('clusterApi() takes no 404 for "there is none" that is not of the API server', async (context) => {
  for (const answer of [text('<html>404</html>', 404), text('', 404), json({ message: 'no route' }, 404)]) {
    const { api } = await clientOf(context, [answer]);
    await assert.rejects(api.get(CHAT), { status: 0, message: /a 404 that is not of the API server$/ });
  }
});

test('clusterApi() follows no redirect', async (context) => {
  const { api, server } = await clientOf(context, [text('', 307, { location: 'http://127.0.0.1:1/' })]);
  await assert.rejects(api.get(CHAT), { status: 307, reason: 'Unknown' });
  assert.equal(server.seen.length, 1);
});

test('clusterApi() shows the words of the API server in one line of bounded length', async (context) => {
  const message = `a\nb\u001b[31m${'x'.repeat(5_000)}`;
  const { api } = await clientOf(context, [json({ kind: 'Status', reason: 'Forbidden', message }, 403)]);
  await assert.rejects(api.get(CHAT), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, /: a b \[31mx+\.\.\.$/);
    assert.ok(error.message.length < 1_200);
    return true;
  });
});

test('clusterApi() never shows a token', async (context) => {
  for (const behaviour of [status(403, 'Forbidden'), hang, reset, text('token-1', 418)]) {
    const { api } = await clientOf(context, [behaviour]);
    await assert.rejects(api.delete(CHAT, { uid: 'u' }), (error) => {
      assert.ok(error instanceof Error);
      const shown = `${JSON.stringify(error)} ${error.stack ?? ''} ${JSON.stringify(error.cause)} ${String(error.cause)}`;
      assert.doesNotMatch(shown, /token-1/);
      return true;
    });
  }
});

test('clusterApi() reads no answer without end, and none that is no HTTP', async (context) => {
  const large = await clientOf(context, [ofSize(17 * 1024 * 1024)], 5_000);
  await assert.rejects(large.api.get(CHAT), { status: 0, message: /larger than is read$/ });
  assert.equal(large.server.seen.length, 1);
  const raw = await rawServer(context, (socket) => socket.end('SSH-2.0-x\r\n'));
  const { api } = clientAt(context, raw.url);
  await assert.rejects(api.get(CHAT), { status: 0, message: /the answer is not HTTP$/ });
});
