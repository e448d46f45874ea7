import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import type { ControlPlane } from './control-plane.ts';
import { objectsAt } from './harness/json-at.ts';
import type { KubeAnswer } from './harness/kube-api.ts';
import {
  causesOf,
  createWorkerApp,
  startWithOwnCrds,
  WORKERAPP_HEAD,
  WORKERAPPS_PATH,
} from './harness/workerapps.ts';
import { MINIMAL_SPEC } from './specs/accepted.ts';
import { STATUS } from './specs/status.ts';

const DEFINITION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/workerapps.celld-operator.io';
const WANTED_CONDITIONS = new Set<unknown>(['Established', 'NamesAccepted']);
const COLUMNS = ['NAME', 'PHASE', 'APP', 'READY', 'RESTORING', 'AGE'];

let plane: ControlPlane;

suite('The WorkerApp CRD on a real API server', () => {
  before(async () => {
    plane = await startWithOwnCrds();
  });
  after(() => plane.stop());

  test('is established and has no condition against it, such as NonStructuralSchema', async () => {
    const { body } = await plane.api.send({ method: 'GET', path: DEFINITION });
    const conditions = objectsAt(body, 'status', 'conditions');
    const isTrue = conditions.filter(({ status }) => status === 'True').map(({ type }) => type);
    assert.deepEqual(new Set(isTrue), WANTED_CONDITIONS);
  });

  test('keeps every status field and prints it in columns', async () => {
    assert.equal((await createWorkerApp(plane, { name: 'columns', spec: MINIMAL_SPEC })).status, 201);
    const answer = await plane.api.send({
      method: 'PATCH',
      path: `${WORKERAPPS_PATH}/columns/status?fieldValidation=Strict`,
      contentType: 'application/merge-patch+json',
      body: { status: STATUS },
    });
    assert.equal(answer.status, 200, causesOf(answer).join('\n'));
    assert.deepEqual(answer.body['status'], STATUS);
    const row = ['columns', STATUS.phase, STATUS.rolledOutAppVersion, '2', '41'];
    assert.deepEqual(await columns([]), { header: COLUMNS, row, rest: '' });
    assert.deepEqual(await columns(['-o', 'wide']), {
      header: [...COLUMNS, 'MESSAGE'],
      row,
      rest: STATUS.message,
    });
  });

  test('lets the exporter and the Jobs each own their conditions by server-side apply', async () => {
    assert.equal((await createWorkerApp(plane, { name: 'shared', spec: MINIMAL_SPEC })).status, 201);
    const [available, refused] = [condition('Available'), condition('RolloutRefused')];
    await applyStatus('shared', 'exporter', { fleet: { ready: 3 }, conditions: [available] });
    await applyStatus('shared', 'rollout', { rollout: { partition: 2 }, conditions: [refused] });
    const { body } = await applyStatus('shared', 'exporter', { conditions: [available] });
    assert.deepEqual(body['status'], { rollout: { partition: 2 }, conditions: [available, refused] });
  });

  test('never lets a write of the object touch its status', async () => {
    const created = await createWorkerApp(plane, {
      name: 'status',
      spec: MINIMAL_SPEC,
      status: { phase: 'Ready' },
    });
    assert.equal(created.status, 201, causesOf(created).join('\n'));
    assert.equal(created.body['status'], undefined);
  });
});

async function applyStatus(name: string, owner: string, status: JsonObject): Promise<KubeAnswer> {
  const answer = await plane.api.send({
    method: 'PATCH',
    path: `${WORKERAPPS_PATH}/${name}/status?fieldManager=${owner}&fieldValidation=Strict`,
    contentType: 'application/apply-patch+yaml',
    body: { ...WORKERAPP_HEAD, metadata: { name }, status },
  });
  assert.equal(answer.status, 200, causesOf(answer).join('\n'));
  return answer;
}

function condition(type: string): JsonObject {
  const lastTransitionTime = '2026-11-29T12:00:00Z';
  return { type, status: 'True', reason: 'Tested', message: 'Is tested', lastTransitionTime };
}

/** What kubectl prints for the WorkerApp "columns": the words before its age, and what follows the age. */
async function columns(flags: readonly string[]) {
  const { stdout } = await plane.kubectl(['get', 'workerapps', 'columns', ...flags]);
  const [header = '', row = ''] = stdout.trim().split('\n');
  const words = row.split(/\s{2,}/);
  return { header: header.split(/\s+/), row: words.slice(0, 5), rest: words.slice(6).join(' ') };
}
