import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { inClusterConnection } from '../../kube/connection/in-cluster.ts';

const ENVIRONMENT = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

function account(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'celld-gitops-'));
  context.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'token'), 'first\n');
  writeFileSync(join(folder, 'ca.crt'), 'an authority');
  return folder;
}

test('inClusterConnection() finds the API server, at IPv6 too', () => {
  const clock = { monotonic: () => 0 };
  const table: readonly [string, string, string][] = [
    ['10.0.0.1', '443', 'https://10.0.0.1/'],
    ['fd00::1', '6443', 'https://[fd00::1]:6443/'],
    ['kubernetes.default.svc', '443', 'https://kubernetes.default.svc/'],
    ['10.0.0.1', '8080', 'https://10.0.0.1:8080/'],
  ];
  for (const [host, port, href] of table) {
    const environment = { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port };
    assert.equal(inClusterConnection({ environment, clock })?.server.href, href);
  }
  assert.equal(inClusterConnection({ environment: {}, clock }), undefined);
  assert.equal(inClusterConnection({ environment: { KUBERNETES_SERVICE_HOST: 'x' }, clock }), undefined);
});

test('inClusterConnection() reads the token again after a minute, or when it is told to', async (context) => {
  const folder = account(context);
  let now = 0;
  const connection = inClusterConnection({
    environment: ENVIRONMENT,
    clock: { monotonic: () => now },
    folder,
  });
  const token = async (renew = false): Promise<string | undefined> =>
    (await connection?.credentials({ renew }))?.headers['authorization'];
  assert.equal(await token(), 'Bearer first');
  writeFileSync(join(folder, 'token'), 'second');
  now = 59_999;
  assert.equal(await token(), 'Bearer first');
  now = 60_000;
  assert.equal(await token(), 'Bearer second');
  writeFileSync(join(folder, 'token'), 'third');
  assert.equal(await token(), 'Bearer second');
  assert.equal(await token(true), 'Bearer third');
  assert.equal(await token(), 'Bearer third');
});

test('inClusterConnection() keeps its connections until the authority is replaced', async (context) => {
  const folder = account(context);
  const connection = inClusterConnection({ environment: ENVIRONMENT, clock: { monotonic: () => 0 }, folder });
  const first = await connection?.credentials({ renew: false });
  assert.equal((await connection?.credentials({ renew: true }))?.agent, first?.agent);
  writeFileSync(join(folder, 'ca.crt'), 'another authority');
  assert.notEqual((await connection?.credentials({ renew: true }))?.agent, first?.agent);
});

test('inClusterConnection() refuses a file that holds no token, without showing it', async (context) => {
  const folder = account(context);
  const connection = inClusterConnection({ environment: ENVIRONMENT, clock: { monotonic: () => 0 }, folder });
  for (const text of ['', '\n', 'two words', 'a\nb', 'ü']) {
    writeFileSync(join(folder, 'token'), text);
    await assert.rejects(connection?.credentials({ renew: true }) ?? Promise.resolve(), {
      message: 'Cannot use the ServiceAccount token: the file holds no token',
    });
  }
  rmSync(join(folder, 'token'));
  await assert.rejects(connection?.credentials({ renew: true }) ?? Promise.resolve(), { code: 'ENOENT' });
});
