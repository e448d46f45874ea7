import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test, type TestContext } from 'node:test';
import type { StateReading, UnreadableReason } from '../../fleet/state-reader.ts';
import {
  stateReader,
  stateUrl,
  type OpenStateReader,
  type StateReaderOptions,
} from '../../kube/state-reader.ts';
import { cutOff, drip, hang, json, ofSize, reset, text } from './harness/behaviours.ts';
import { type Behaviour, closedPort, httpServer, rawServer } from './harness/misbehaving-server.ts';

const STATE = { ownership: 's3', occupied: 1, restoring: 2, shedding: null };
const READ: StateReading = { kind: 'answer', state: STATE };

function reader(context: TestContext, options: StateReaderOptions = {}): OpenStateReader {
  const opened = stateReader({ timeoutMs: 300, ...options });
  context.after(() => opened.close());
  return opened;
}

function unreadable(reason: UnreadableReason): StateReading {
  return { kind: 'unreadable', reason };
}

test('stateReader() reads the state of a pod by its IP and keeps the connection', async (context) => {
  const server = await httpServer(context, [json(STATE)]);
  const pods = reader(context);
  for (let time = 0; time < 3; time += 1)
    assert.deepEqual(await pods.read({ ip: '127.0.0.1', port: server.port }), READ);
  assert.deepEqual(
    server.seen.map(({ method, url, connection }) => ({ method, url, connection })),
    Array.from({ length: 3 }, () => ({ method: 'GET', url: '/state', connection: 1 })),
  );
});

const hasIpv6 = Object.values(networkInterfaces()).some((found) =>
  found?.some(({ address }) => address === '::1'),
);
test('stateReader() reads a pod at an IPv6 address', { skip: !hasIpv6 && 'no IPv6' }, async (context) => {
  const server = await httpServer(context, [json(STATE)], '::1');
  assert.deepEqual(await reader(context).read({ ip: '::1', port: server.port }), READ);
  assert.equal(server.seen[0]?.headers.host, `[::1]:${server.port}`);
});

test('stateUrl() brackets IPv6 and takes nothing but an IP', () => {
  assert.equal(stateUrl({ ip: 'fd00::2', port: 8081 })?.href, 'http://[fd00::2]:8081/state');
  assert.equal(stateUrl({ ip: '10.0.0.2', port: 8081 })?.href, 'http://10.0.0.2:8081/state');
  for (const ip of ['', 'localhost', '10.0.0.2@evil', 'fe80::1%eth0', '10.0.0.2/x']) {
    assert.equal(stateUrl({ ip, port: 8081 }), undefined, ip);
  }
});

const MISBEHAVING: readonly [string, Behaviour, UnreadableReason][] = [
  ['hangs', hang, 'timeout'],
  ['drips a byte at a time', drip(50), 'timeout'],
  ['breaks the connection off', reset, 'reset'],
  ['sends 5 MB', ofSize(5 * 1024 * 1024), 'too-large'],
  ['sends 4 MiB of blanks', ofSize(4 * 1024 * 1024), 'not-json'],
  ['promises more than it sends', cutOff(JSON.stringify(STATE), 4_000), 'reset'],
  ['sends more than it promises', text(JSON.stringify(STATE), 200, { 'content-length': '9' }), 'not-json'],
  ['sends HTML with 200', text('<html></html>', 200, { 'content-type': 'text/html' }), 'not-json'],
  ['sends half a body', text('{"occupied":', 200, { 'content-type': 'application/json' }), 'not-json'],
  ['redirects', text('', 302, { location: 'http://169.254.169.254/latest/meta-data' }), 'redirect'],
  ['answers 503', json(STATE, 503), 'http-status'],
  ['reports an error', json({ error: 'actor_stopped' }), 'node-error'],
  ['answers {}', json({}), 'wrong-shape'],
  ['sends headers without end', text('', 200, { 'x-long': 'x'.repeat(20_000) }), 'too-large'],
  ['claims to be compressed', text('\u001f\u008b', 200, { 'content-encoding': 'gzip' }), 'not-json'],
];
for (const [name, behaviour, reason] of MISBEHAVING) {
  test(`stateReader() answers ${reason} for a pod that ${name}`, async (context) => {
    const server = await httpServer(context, [behaviour]);
    const started = performance.now();
    const reading = await reader(context).read({ ip: '127.0.0.1', port: server.port });
    assert.deepEqual(reading, unreadable(reason));
    assert.ok(performance.now() - started < 1_000);
    assert.equal(server.seen.length, 1, 'a fresh connection is not tried twice, and no redirect is followed');
  });
}

const RAW: readonly [string, string, UnreadableReason][] = [
  ['garbage', '\u0000\u0001SSH-2.0-OpenSSH\r\n', 'not-json'],
  ['a status line alone', 'HTTP/1.1 200 OK\r\n', 'reset'],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'reset',
  ],
  ['a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'not-json'],
  ['nothing', '', 'reset'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 4\r\n\r\n{}  ', 'not-json'],
];
for (const [name, bytes, reason] of RAW) {
  test(`stateReader() answers ${reason} for a listener that says ${name} and leaves`, async (context) => {
    const server = await rawServer(context, (socket) => socket.end(bytes));
    assert.deepEqual(await reader(context).read({ ip: '127.0.0.1', port: server.port }), unreadable(reason));
  });
}

test('stateReader() does not wait for headers that come a byte at a time', async (context) => {
  const server = await rawServer(context, (socket) => {
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
  });
  assert.deepEqual(await reader(context).read({ ip: '127.0.0.1', port: server.port }), unreadable('timeout'));
});

test('stateReader() answers refused where nobody listens, and unreachable for what is no IP', async (context) => {
  const pods = reader(context);
  assert.deepEqual(await pods.read({ ip: '127.0.0.1', port: await closedPort() }), unreadable('refused'));
  assert.deepEqual(await pods.read({ ip: 'metadata.internal', port: 80 }), unreadable('unreachable'));
  assert.deepEqual(await pods.read({ ip: '', port: 80 }), unreadable('unreachable'));
});

test('stateReader() asks again, once, where a kept connection had been closed', async (context) => {
  const server = await httpServer(context, [json(STATE), reset, json(STATE), reset, reset, json(STATE)]);
  const pods = reader(context);
  const pod = { ip: '127.0.0.1', port: server.port };
  assert.deepEqual(await pods.read(pod), READ);
  assert.deepEqual(await pods.read(pod), READ, 'reset on the kept connection, answered on a new one');
  assert.deepEqual(await pods.read(pod), unreadable('reset'), 'reset on both');
});

test('stateReader() reads sixteen pods at a time, and a hanging one costs its own limit only', async (context) => {
  let now = 0;
  let most = 0;
  const busy: Behaviour = (answer, request) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      json(STATE)(answer, request);
    }, 20);
  };
  const server = await httpServer(context, [hang, busy]);
  const pods = reader(context, { timeoutMs: 2_000 });
  const started = performance.now();
  const readings = Array.from({ length: 100 }, () => pods.read({ ip: '127.0.0.1', port: server.port }));
  const answered = await Promise.all(readings.slice(16));
  assert.ok(answered.every(({ kind }) => kind === 'answer'));
  assert.ok(performance.now() - started < 1_900, 'nobody waited for the one that hangs');
  assert.ok(most <= 16 && most >= 10, String(most));
  const last = await Promise.all(readings);
  assert.equal(last.filter(({ kind }) => kind === 'unreadable').length, 1);
});
