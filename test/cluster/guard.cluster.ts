import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import { CLOSED_PARTITION } from '../../fleet/bounds.ts';
import { ANNOTATIONS, fleetSelector, LABELS } from '../../fleet/labels.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { NAMESPACE_CONTROLLERS } from './harness/control-plane-flags.ts';
import {
  denialOf,
  eventuallyTrue,
  installGuard,
  sendAs,
  setPath,
  storedSet,
  typeChecks,
} from './harness/guard.ts';
import { GUARDED_NAMESPACE, identityOf } from './harness/guard-identities.ts';
import { guardedSets, type SetState, stored } from './harness/guarded-sets.ts';
import { textAt, valueAt } from './harness/json-at.ts';
import type { KubeAnswer, KubeRequest } from './harness/kube-api.ts';
import { GUARD_ATTEMPTS, type Attempt, type Try } from './specs/guard-attempts.ts';

const MERGE = 'application/merge-patch+json';
const SETS = `/apis/apps/v1/namespaces/${GUARDED_NAMESPACE}/statefulsets`;

let plane: ControlPlane;
let states: ReturnType<typeof guardedSets>;

async function create(path: string, body: JsonObject): Promise<JsonObject> {
  const { status, body: answer } = await plane.api.send({ method: 'POST', path, body });
  assert.equal(status, 201, JSON.stringify(answer));
  return answer;
}

async function requestOf(tries: Try, { object }: SetState): Promise<KubeRequest> {
  const name = textAt(object, 'metadata', 'name');
  const path = setPath(GUARDED_NAMESPACE, name);
  const dry = '?dryRun=All';
  if ('patch' in tries) return { method: 'PATCH', path: path + dry, body: tries.patch, contentType: MERGE };
  if ('scale' in tries) {
    const body = { spec: { replicas: tries.scale } };
    return { method: 'PATCH', path: `${path}/scale${dry}`, body, contentType: MERGE };
  }
  // With a body the query does not count.
  if ('remove' in tries) return { method: 'DELETE', path, body: { ...tries.remove, dryRun: ['All'] } };
  const live = await storedSet(plane, GUARDED_NAMESPACE, name);
  const spec = Object.fromEntries(
    Object.entries(live['spec'] as JsonObject).filter(([key]) => key !== tries.replaceWithout),
  );
  return { method: 'PUT', path: path + dry, body: { ...live, spec } };
}

async function attempt({ who, on, tries }: Attempt): Promise<KubeAnswer> {
  const state = states[on];
  return sendAs(plane, identityOf(who, state.app), await requestOf(tries, state));
}

suite('The guard on a real API server', () => {
  before(async () => {
    plane = await startControlPlane({
      controllers: [...NAMESPACE_CONTROLLERS, 'validatingadmissionpolicy-status-controller'],
    });
    for (const name of [GUARDED_NAMESPACE, 'elsewhere', 'argocd'])
      await create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const owner = await create(`/api/v1/namespaces/${GUARDED_NAMESPACE}/configmaps`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'owner' },
    });
    states = guardedSets(textAt(owner, 'metadata', 'uid'));
    for (const { object } of Object.values(states)) await create(SETS, object);
    await installGuard(plane, ['.']);
    await eventuallyTrue(async () => {
      const last = GUARD_ATTEMPTS.filter(({ who, denied }) => who === 'someone' && denied !== undefined);
      const denials = await Promise.all(last.map(async (one) => denialOf(await attempt(one))));
      return denials.every((denial) => denial !== '');
    });
  });
  after(() => plane.stop());

  test('has expressions whose types the API server finds right', async () => {
    const checks = await typeChecks(plane);
    assert.equal(checks.length, 3);
    for (const { name, warnings } of checks) assert.deepEqual(warnings, [], name);
  });

  for (const one of GUARD_ATTEMPTS) {
    const { what, who, on, tries, denied } = one;
    const how = 'remove' in tries ? 'deletes' : 'gives';
    test(`${who} ${how} a set that is ${on}: ${what}: ${denied ? 'denied' : 'passes'}`, async () => {
      const denial = denialOf(await attempt(one));
      if (denied === undefined) assert.equal(denial, '');
      else assert.match(denial, denied);
    });
  }

  const labels = { [LABELS.workerapp]: 'new' };
  const selector = fleetSelector('new');
  const created = (parts: { partition?: number; annotations?: JsonObject }) =>
    stored('new-celld', { labels, selector, ...parts });
  const CREATIONS = [
    ['closed', created({}), undefined],
    [
      'open',
      created({ partition: 0 }),
      /created with spec\.updateStrategy\.rollingUpdate\.partition 1000000/,
    ],
    [
      'approved',
      created({ annotations: { [ANNOTATIONS.approvedTemplateHash]: 'x' } }),
      /remove the annotations celld-gitops\.io\/approved-\*/,
    ],
    [
      'by a chart, open (DESIGN 8)',
      stored('new', { labels, selector: { [LABELS.name]: 'celld', [LABELS.instance]: 'new' }, partition: 0 }),
      undefined,
    ],
    ['by somebody else, open', stored('new', { selector: { app: 'new' }, partition: 0 }), undefined],
  ] as const;
  for (const who of ['argocd', 'someone'] as const)
    for (const [what, body, denied] of CREATIONS)
      test(`${who} creates a set, ${what}: ${denied ? 'denied' : 'passes'}`, async () => {
        const call = { method: 'POST', path: `${SETS}?dryRun=All`, body } as const;
        const denial = denialOf(await sendAs(plane, identityOf(who, 'new'), call));
        if (denied === undefined) assert.equal(denial, '');
        else assert.match(denial, denied);
      });

  test('every set is still as it was made: nothing above was more than tried', async () => {
    for (const { object } of Object.values(states)) {
      const live = await storedSet(plane, GUARDED_NAMESPACE, textAt(object, 'metadata', 'name'));
      assert.equal(valueAt(live, 'metadata', 'generation'), 1);
    }
  });

  test('a collection is not deleted past the guard', async () => {
    const query = `?dryRun=All&labelSelector=${encodeURIComponent(`${LABELS.workerapp}=whole`)}`;
    const call = { method: 'DELETE', path: SETS + query } as const;
    const denial = denialOf(await sendAs(plane, identityOf('someone', ''), call));
    assert.match(denial, /fleet "whole": only Argo CD deletes its StatefulSet/);
  });

  test('the garbage collector removes a set whose owner is gone', async () => {
    const path = `/api/v1/namespaces/${GUARDED_NAMESPACE}/configmaps`;
    const metadata = { name: 'gone' };
    const owner = await create(path, { apiVersion: 'v1', kind: 'ConfigMap', metadata });
    const uid = textAt(owner, 'metadata', 'uid');
    const owners = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid }];
    await create(SETS, stored('orphan-celld', { selector: fleetSelector('orphan'), owners }));
    await plane.api.send({ method: 'DELETE', path: `${path}/gone` });
    const set = setPath(GUARDED_NAMESPACE, 'orphan-celld');
    await eventuallyTrue(async () => (await plane.api.send({ method: 'GET', path: set })).status === 404);
  });

  test('a namespace with fleets goes when it is deleted (Y59)', async () => {
    const moving = await storedSet(plane, GUARDED_NAMESPACE, 'moving-celld');
    assert.notEqual(
      valueAt(moving, 'spec', 'updateStrategy', 'rollingUpdate', 'partition'),
      CLOSED_PARTITION,
    );
    const path = `/api/v1/namespaces/${GUARDED_NAMESPACE}`;
    assert.equal((await plane.api.send({ method: 'DELETE', path })).status, 200);
    await eventuallyTrue(async () => (await plane.api.send({ method: 'GET', path })).status === 404);
  });
});
