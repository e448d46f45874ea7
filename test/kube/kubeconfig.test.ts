import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { kubeconfigConnection } from '../../kube/connection/kubeconfig.ts';

interface Entry {
  readonly name: string;
  readonly user: Readonly<Record<string, string>>;
  readonly server?: string;
}

function kubeconfig(context: TestContext, { name, user, server }: Entry): string {
  const folder = mkdtempSync(join(tmpdir(), 'celld-gitops-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: server ?? `https://${name}.example:6443/k8s` } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

test('kubeconfigConnection() takes server and token of the current context, or of the one that is named', async (context) => {
  const files = [
    kubeconfig(context, { name: 'one', user: { token: 't1' } }),
    kubeconfig(context, { name: 'two', user: { token: 't2' } }),
  ];
  const one = await kubeconfigConnection({ files });
  const two = await kubeconfigConnection({ files, context: 'two' });
  assert.equal(one.server.href, 'https://one.example:6443/k8s');
  assert.equal((await one.credentials({ renew: false })).headers['Authorization'], 'Bearer t1');
  assert.equal(two.server.href, 'https://two.example:6443/k8s');
  assert.equal((await two.credentials({ renew: false })).headers['Authorization'], 'Bearer t2');
});

test('kubeconfigConnection() reads the file again where its token is refused', async (context) => {
  const file = kubeconfig(context, { name: 'one', user: { token: 't1' } });
  const connection = await kubeconfigConnection({ files: [file] });
  const later = kubeconfig(context, { name: 'one', user: { token: 't2' } });
  copyFileSync(later, file);
  assert.equal((await connection.credentials({ renew: false })).headers['Authorization'], 'Bearer t1');
  assert.equal((await connection.credentials({ renew: true })).headers['Authorization'], 'Bearer t2');
});

test('kubeconfigConnection() takes a name and password too', async (context) => {
  const file = kubeconfig(context, { name: 'one', user: { username: 'u', password: 'p' } });
  const { headers } = await (await kubeconfigConnection({ files: [file] })).credentials({ renew: false });
  assert.equal(headers['authorization'], `Basic ${Buffer.from('u:p').toString('base64')}`);
});

test('kubeconfigConnection() refuses what it cannot use', async (context) => {
  await assert.rejects(kubeconfigConnection({ files: [] }), /no file was named/);
  const file = kubeconfig(context, { name: 'one', user: {} });
  await assert.rejects(
    kubeconfigConnection({ files: [file], context: 'none' }),
    /its context names no cluster/,
  );
  const plain = kubeconfig(context, { name: 'plain', user: { token: 't' }, server: 'http://plain.example' });
  const connection = await kubeconfigConnection({ files: [plain] });
  await assert.rejects(connection.credentials({ renew: false }), /HTTP protocol is not allowed/);
});
