import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import type { ResourceType } from '../../fleet/cluster-api.ts';
import { RESOURCES } from '../../fleet/resources.ts';
import { LEASE_NAME } from '../../metrics/leader.ts';
import { LISTS } from '../../metrics/lists.ts';
import { type Kubelet, startKubelet } from '../support/kubelet/start-kubelet.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { EXPORTER, type ExporterProcess, startExporterProcess } from './harness/exporter-process.ts';
import { allCrds, installCrds } from './harness/install-crds.ts';
import { objectsAt, textAt } from './harness/json-at.ts';
import { applyObjects, kustomize } from './harness/kustomize.ts';
import { waitForServers } from './harness/wait-for-servers.ts';
import { DEPLOYMENT, podsOf, renderCommit, until } from './rollouts/fleet.ts';
import { isReady } from './rollouts/fleet-view.ts';

const FLEET = { namespace: 'media', name: 'chat' } as const;
const SHIPPED = join(import.meta.dirname, '../../argocd/exporter');
const USER = `system:serviceaccount:${EXPORTER.namespace}:${EXPORTER.name}`;
const RESTRICTED = { enforce: 'restricted', warn: 'restricted' } as const;
/** The second replica reads what the default does not; Istio's kinds are served here. */
const MESH_PLATFORM = `
apiVersion: celld-gitops.io/v1alpha1
kind: Platform
ingress: { mode: virtualservice, gateway: { name: public, namespace: gateways } }
mesh: { mode: ambient }
exporter: { pollSeconds: 5 }
tenants: [{ name: everyone, projects: ['*'], namespaces: ['*'] }]
`;

let plane: ControlPlane;
let scratch: string;
let kubelet: Kubelet | undefined;
let shipped: readonly JsonObject[];
let replicas: readonly ExporterProcess[] = [];

function namespace(name: string): JsonObject {
  const labels = Object.fromEntries(
    Object.entries(RESTRICTED).map(([mode, level]) => [`pod-security.kubernetes.io/${mode}`, level]),
  );
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

/** What an administrator applies, without pods: those would run by the kubelet of this suite, both on one port. */
function withoutPods(object: JsonObject): JsonObject {
  if (textAt(object, 'kind') !== 'Deployment') return object;
  return { ...object, spec: { ...(object['spec'] as JsonObject), replicas: 0 } };
}

async function commitFleet(): Promise<void> {
  const objects = await renderCommit({ ...FLEET, version: '0.6.2' });
  await applyObjects(
    plane,
    objects.filter((object) => textAt(object, 'kind') !== 'Job'),
  );
  await until('the pod of the fleet is ready', async () => (await podsOf(plane, FLEET)).some(isReady));
}

/** What the API server was asked by the exporter, as it logged it. */
async function audited(): Promise<readonly JsonObject[]> {
  const lines = (await readFile(join(plane.logs, 'audit.log'), 'utf8')).split('\n').slice(0, -1);
  return lines
    .map((line) => JSON.parse(line) as JsonObject)
    .filter((entry) => textAt(entry, 'user', 'username') === USER);
}

function decision(entry: JsonObject): string {
  return textAt(entry, 'annotations', 'authorization.k8s.io/decision');
}

suite('The exporter as it is installed', () => {
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'celld-gitops-exporter-'));
    plane = await startControlPlane();
    await installCrds(plane, await allCrds('standard'));
    await applyObjects(plane, [namespace(EXPORTER.namespace), namespace(FLEET.namespace)]);
    shipped = await kustomize(plane, {
      namespace: EXPORTER.namespace,
      resources: [SHIPPED],
      components: [join(SHIPPED, 'mesh')],
    });
  });
  after(async () => {
    for (const { server, client } of replicas) {
      client.connection.close();
      await server.stop(10_000);
    }
    await kubelet?.stop();
    await plane.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  test('is accepted by a strict server without a warning, in a restricted namespace', async () => {
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: shipped });
    const flags = ['apply', '--dry-run=server', '--validate=strict', '-f', '-'];
    const { code, stderr } = await plane.kubectl(flags, list);
    assert.deepEqual([code, stderr], [0, '']);
  });

  test('is bound to its own ServiceAccount, in whatever namespace it is put', async () => {
    const elsewhere = await kustomize(plane, { namespace: 'watch', resources: [SHIPPED] });
    const bindings = elsewhere.filter((object) => textAt(object, 'kind').endsWith('RoleBinding'));
    assert.deepEqual(
      bindings.map((binding) => objectsAt(binding, 'subjects').map((one) => one['namespace'])),
      [['watch'], ['watch']],
    );
  });

  test('two replicas answer for a fleet, and one leads', async () => {
    await applyObjects(plane, shipped.map(withoutPods));
    kubelet = await startKubelet({ kubeconfig: plane.kubeconfig, folder: scratch, deployment: DEPLOYMENT });
    await commitFleet();
    const platforms = [readFileSync(join(SHIPPED, 'platform.yaml'), 'utf8'), MESH_PLATFORM];
    replicas = await Promise.all(
      platforms.map((platform, index) => {
        const name = `exporter-${String(index)}`;
        return startExporterProcess(plane, { name, folder: join(scratch, name), platform });
      }),
    );
    const path = `/scaler/${FLEET.namespace}/${FLEET.name}`;
    for (const replica of replicas) {
      const get = (what: string) => replica.get(what);
      await waitForServers(
        'the exporter',
        [replica.server],
        async () => (await get('/readyz')).status === 200,
      );
      const { status, text } = await until('the load is known', async () => {
        const answer = await get(path);
        return answer.status === 200 && answer;
      });
      assert.equal(status, 200);
      assert.equal((JSON.parse(text) as JsonObject)['pods'], 1);
      const metrics = (await get('/metrics')).text;
      assert.match(metrics, /^celld_fleet_complete\{.*fleet_namespace="media".*\} 1$/m);
      assert.match(metrics, /^celld_state_up\{.*fleet_pod="chat-celld-0".*\} 1$/m);
      assert.equal((await get('/healthz')).status, 200);
    }
    const leaders = await until('one leads', async () => {
      const texts = await Promise.all(replicas.map(async (one) => (await one.get('/metrics')).text));
      const count = texts.filter((text) => /^celld_exporter_leader 1$/m.test(text)).length;
      return count > 0 && count;
    });
    assert.equal(leaders, 1);
  });

  test('is denied nothing of what it asks', async () => {
    await until('the Lease is renewed', async () =>
      (await audited()).some((entry) => textAt(entry, 'verb') === 'patch'),
    );
    const asked = await audited();
    const denied = asked.filter((entry) => decision(entry) !== 'allow');
    assert.deepEqual(
      denied.map((entry) => textAt(entry, 'requestURI')),
      [],
    );
    const lists = asked.filter((entry) => textAt(entry, 'verb') === 'list');
    const kinds = new Set(lists.map((entry) => textAt(entry, 'objectRef', 'resource')));
    // Neither replica has an Ingress to look after.
    const expected = [RESOURCES.pod, ...Object.values(LISTS).map(({ type }) => type)]
      .map(({ plural }) => plural)
      .filter((plural) => plural !== 'ingresses');
    assert.deepEqual([...kinds].sort(), expected.sort());
  });

  test('may list every kind of its table, and no Secret; other Leases are not its own', async () => {
    const { api } = replicas[0]?.client ?? assert.fail();
    for (const { type } of Object.values(LISTS)) await api.list(type, '');
    const forbidden = { status: 403, reason: 'Forbidden' };
    const secrets: ResourceType = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret' };
    await assert.rejects(api.list(secrets, EXPORTER.namespace), forbidden);
    const change = { metadata: { annotations: { tried: 'yes' } } };
    const merge = { kind: 'merge', fieldManager: 'celld-gitops-test' } as const;
    for (const [type, place, name] of [
      [RESOURCES.lease, EXPORTER.namespace, 'other'],
      [RESOURCES.lease, FLEET.namespace, LEASE_NAME],
      [RESOURCES.statefulSet, FLEET.namespace, 'chat-celld'],
      [RESOURCES.workerApp, FLEET.namespace, FLEET.name],
    ] as const)
      await assert.rejects(api.patch({ type, namespace: place, name }, change, merge), forbidden);
  });
});
