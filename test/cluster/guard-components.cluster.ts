import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import { CLOSED_PARTITION } from '../../fleet/bounds.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { NAMESPACE_CONTROLLERS } from './harness/control-plane-flags.ts';
import { denialOf, eventuallyTrue, type Identity, installGuard, sendAs, setPath } from './harness/guard.ts';
import { GUARDED_NAMESPACE, identityOf, type Who } from './harness/guard-identities.ts';
import { guardedSets } from './harness/guarded-sets.ts';
import { valueAt } from './harness/json-at.ts';
import type { KubeRequest } from './harness/kube-api.ts';
import { NEWEST_KUBERNETES, wantedKubernetes } from './harness/kubernetes-versions.ts';

const MERGE = 'application/merge-patch+json';
const { moving } = guardedSets('owner');
const SET = setPath(GUARDED_NAMESPACE, 'moving-celld');
const isNewest = wantedKubernetes(process.env['CLUSTER_KUBERNETES']) === NEWEST_KUBERNETES;

let plane: ControlPlane;

async function start(components: Parameters<typeof installGuard>[1]): Promise<void> {
  plane = await startControlPlane({
    controllers: [...NAMESPACE_CONTROLLERS, 'validatingadmissionpolicy-status-controller'],
  });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: GUARDED_NAMESPACE } };
  await plane.api.send({ method: 'POST', path: '/api/v1/namespaces', body: namespace });
  const path = `/apis/apps/v1/namespaces/${GUARDED_NAMESPACE}/statefulsets`;
  assert.equal((await plane.api.send({ method: 'POST', path, body: moving.object })).status, 201);
  await installGuard(plane, components);
}

function patch(body: JsonObject, path = SET): KubeRequest {
  return { method: 'PATCH', path: `${path}?dryRun=All`, body, contentType: MERGE };
}

suite('The component that keeps a released partition', { skip: !isNewest }, () => {
  const close = { spec: { updateStrategy: { rollingUpdate: { partition: CLOSED_PARTITION } } } };
  const partitionAfter = async (who: Who, body: JsonObject) => {
    const answer = await sendAs(plane, identityOf(who, 'moving'), patch(body));
    assert.equal(denialOf(answer), '');
    return valueAt(answer.body, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  };
  before(async () => {
    await start(['.', 'keep-partition']);
    await eventuallyTrue(async () => (await partitionAfter('argocd', close)) === 2);
  });
  after(() => plane.stop());

  for (const who of ['argocd', 'someone', 'keda'] as const)
    test(`${who} closes it in mid-roll, and it stays where it is (Y10)`, async () => {
      assert.equal(await partitionAfter(who, close), 2);
    });

  for (const who of ['gate', 'rollout'] as const)
    test(`the ${who} closes it`, async () => {
      assert.equal(await partitionAfter(who, close), CLOSED_PARTITION);
    });

  test('another template comes with the closed partition, which is kept', async () => {
    const template = { metadata: { annotations: { [ANNOTATIONS.restartToken]: 'again' } } };
    const metadata = { annotations: { [ANNOTATIONS.templateHash]: 'next' } };
    const body = { metadata, spec: { ...close.spec, template } };
    assert.equal(await partitionAfter('argocd', body), CLOSED_PARTITION);
  });

  test('the rest of a write that closes it is written', async () => {
    const body = { ...close, metadata: { annotations: { 'example.com/note': 'x' } } };
    const answer = await sendAs(plane, identityOf('argocd', 'moving'), patch(body));
    assert.equal(valueAt(answer.body, 'metadata', 'annotations', 'example.com/note'), 'x');
  });
});

const GATE = 'moving-celld-gate';
const ROLLOUT = 'moving-celld-rollout';
const HOOK_IMAGE = 'ghcr.io/celld-gitops/celld-gitops:v0.1.0';
const CORE = `/api/v1/namespaces/${GUARDED_NAMESPACE}`;
const JOB_CONTROLLER: Identity = { user: 'system:serviceaccount:kube-system:job-controller' };

function post(path: string, body: JsonObject): KubeRequest {
  return { method: 'POST', path: `${path}?dryRun=All`, body };
}

function podOf(account: string, container: JsonObject = {}): JsonObject {
  const containers = [{ name: 'gate', image: HOOK_IMAGE, ...container }];
  const spec = { serviceAccountName: account, restartPolicy: 'Never', containers };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: `${account}-abcde` }, spec };
}

function jobOf(account: string, container: JsonObject = {}): JsonObject {
  const { spec = {} } = podOf(account, container);
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: account }, spec: { template: { spec } } };
}

const TOKEN = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
const LOWER = patch({ spec: { updateStrategy: { rollingUpdate: { partition: 1 } } } });
const JOBS = `/apis/batch/v1/namespaces/${GUARDED_NAMESPACE}/jobs`;
const hook = (account: string, pod?: string): Identity => ({
  user: `system:serviceaccount:${GUARDED_NAMESPACE}:${account}`,
  ...(pod !== undefined && { pod }),
});
const someone: Identity = { user: 'someone' };
const argoCd = identityOf('argocd', 'moving');
const scale = patch({ spec: { replicas: 3 } }, `${SET}/scale`);

const HARDENED: readonly (readonly [string, Identity, KubeRequest, RegExp?])[] = [
  ['the rollout’s token without a pod', hook(ROLLOUT), LOWER, /acts only from a pod of its Job/],
  ['the rollout’s token of another pod', hook(ROLLOUT, 'shell'), LOWER, /acts only from a pod of its Job/],
  ['a pod whose name only begins so', hook(ROLLOUT, `${ROLLOUT}-abcde-x`), LOWER, /acts only from a pod/],
  ['the gate’s pod as the rollout', hook(ROLLOUT, `${GATE}-abcde`), LOWER, /acts only from a pod/],
  ['the rollout’s own pod', hook(ROLLOUT, `${ROLLOUT}-abcde`), LOWER],
  ['fewer pods without a pod', hook(ROLLOUT), scale, /acts only from a pod of its Job/],
  ['fewer pods from its own', hook(ROLLOUT, `${ROLLOUT}-abcde`), scale],
  [
    'a token for anybody',
    someone,
    post(`${CORE}/serviceaccounts/${ROLLOUT}/token`, TOKEN),
    /are for their own/,
  ],
  ['a token of another account', someone, post(`${CORE}/serviceaccounts/default/token`, TOKEN)],
  ['a Job by anybody', someone, post(JOBS, jobOf(GATE)), /only Argo CD makes the Jobs of a fleet/],
  ['a Job by Argo CD', argoCd, post(JOBS, jobOf(GATE))],
  [
    'a Job with another image',
    argoCd,
    post(JOBS, jobOf(GATE, { image: 'x:1' })),
    /add the image to jobImages/,
  ],
  ['a Job with a command', argoCd, post(JOBS, jobOf(GATE, { command: ['sh'] })), /run the hook image and/],
  ['a Job of somebody else', someone, post(JOBS, jobOf('default', { image: 'x:1' }))],
  ['a pod by anybody', someone, post(`${CORE}/pods`, podOf(GATE)), /only the Job controller makes pods/],
  ['a pod by the Job controller', JOB_CONTROLLER, post(`${CORE}/pods`, podOf(GATE))],
  [
    'a pod with another image',
    JOB_CONTROLLER,
    post(`${CORE}/pods`, podOf(GATE, { image: 'x:1' })),
    /run the hook image and nothing else/,
  ],
  ['a pod of somebody else', someone, post(`${CORE}/pods`, podOf('default', { image: 'x:1' }))],
];

suite('The hardened component', () => {
  before(async () => {
    await start(['.', 'hardened']);
    for (const name of ['default', GATE, ROLLOUT]) {
      const body = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } };
      await plane.api.send({ method: 'POST', path: `${CORE}/serviceaccounts`, body });
    }
    const denied = HARDENED.flatMap(([, who, call, sentence]) =>
      sentence === undefined ? [] : [{ who, call }],
    );
    await eventuallyTrue(async () => {
      const answers = await Promise.all(denied.map(({ who, call }) => sendAs(plane, who, call)));
      return answers.every(({ status }) => status === 422);
    });
  });
  after(() => plane.stop());

  for (const [what, who, call, denied] of HARDENED)
    test(`${what}: ${denied ? 'denied' : 'passes'}`, async () => {
      const denial = denialOf(await sendAs(plane, who, call));
      if (denied === undefined) assert.equal(denial, '');
      else assert.match(denial, denied);
    });

  test('nobody enters a pod of a Job, changes its image or adds a container to it', async () => {
    const pod = podOf(GATE);
    const made = { method: 'POST', path: `${CORE}/pods`, body: pod } as const;
    assert.equal((await sendAs(plane, JOB_CONTROLLER, made)).status, 201);
    const path = `${CORE}/pods/${GATE}-abcde`;
    const exec = { method: 'POST', path: `${path}/exec?command=node&stdout=true` } as const;
    assert.match(denialOf(await sendAs(plane, someone, exec)), /nobody enters a pod of a fleet's Job/);
    const image = {
      method: 'PATCH',
      path: `${path}?dryRun=All`,
      body: { spec: { containers: [{ name: 'gate', image: 'x:1' }] } },
      contentType: 'application/strategic-merge-patch+json',
    } as const;
    assert.match(denialOf(await sendAs(plane, someone, image)), /nothing is put into a pod/);
    const ephemeralContainers = [{ name: 'shell', image: 'x:1', terminationMessagePolicy: 'File' }];
    const debug = { ...image, path: `${path}/ephemeralcontainers`, body: { spec: { ephemeralContainers } } };
    assert.match(denialOf(await sendAs(plane, someone, debug)), /nothing is put into a pod/);
  });
});
