import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import { CLOSED_PARTITION } from '../../fleet/bounds.ts';
import { type Kubelet, startKubelet } from '../support/kubelet/start-kubelet.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { installGuard } from './harness/guard.ts';
import { identityOf } from './harness/guard-identities.ts';
import { installCrds, ownCrds } from './harness/install-crds.ts';
import { valueAt } from './harness/json-at.ts';
import { DEPLOYMENT, imageOf, live, podsOf, renderCommit, until } from './rollouts/fleet.ts';
import { isReady } from './rollouts/fleet-view.ts';
import { sync, type SyncOptions } from './rollouts/sync.ts';

const NAME = 'chat';
const ARGO_CD = identityOf('argocd', NAME).user;
const MODES = ['server-side', 'client-side'] as const;
type How = Pick<SyncOptions, 'how' | 'withoutHooks'>;

let plane: ControlPlane;
let kubelet: Kubelet;
let folder: string;

async function synced(namespace: string, version: string, options: How & { spec?: JsonObject }) {
  const { spec = {}, ...how } = options;
  const objects = await renderCommit({ name: NAME, namespace, version, spec });
  return await sync(plane, { objects, namespace, as: ARGO_CD, ...how });
}

async function settled(namespace: string, versions: readonly string[]): Promise<void> {
  await until(`${versions.join(' ')} in ${namespace}`, async () => {
    const pods = await podsOf(plane, { namespace, name: NAME });
    return pods.every(isReady) && pods.map(imageOf).join(' ') === versions.join(' ');
  });
}

suite('The guard lets whole syncs pass: Argo CD, both Jobs, a kubelet', { concurrency: 2 }, () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'celld-gitops-guard-'));
    plane = await startControlPlane();
    await installCrds(plane, await ownCrds());
    await installGuard(plane, ['.']);
    kubelet = await startKubelet({ kubeconfig: plane.kubeconfig, folder, deployment: DEPLOYMENT });
  });
  after(async () => {
    await kubelet.stop();
    await plane.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  for (const how of MODES)
    test(`${how}: first start, roll, shrink, and a sync without hooks that is told what to do`, async () => {
      const namespace = how;
      assert.equal((await plane.kubectl(['create', 'namespace', namespace])).code, 0);
      const passed = { ok: true, phase: 'Sync', message: '' };
      assert.deepEqual(await synced(namespace, '0.6.1', { how }), passed);
      await settled(namespace, ['0.6.1', '0.6.1', '0.6.1']);
      assert.deepEqual(await synced(namespace, '0.6.2', { how }), passed);
      await settled(namespace, ['0.6.2', '0.6.2', '0.6.2']);
      assert.deepEqual(await synced(namespace, '0.6.2', { how, spec: { replicas: 2 } }), passed);
      await settled(namespace, ['0.6.2', '0.6.2']);
      const spec = { replicas: 2, restartToken: 'again' };
      await assert.rejects(synced(namespace, '0.6.2', { how, spec, withoutHooks: true }), {
        message: /fleet "chat": template .+ was not approved by its gate.*sync the whole Application/,
      });
      assert.deepEqual(await synced(namespace, '0.6.2', { how, spec }), passed);
      const set = await live(plane, 'statefulset', { namespace, name: `${NAME}-celld` });
      const partition = valueAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
      assert.equal(partition, CLOSED_PARTITION);
    });
});
