import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import { withDefaults } from '../../schemas/defaults.ts';
import type { JsonSchema } from '../../schemas/json-schema.ts';
import { workerAppSchema } from '../../schemas/workerapp-schema.ts';
import { startControlPlane, type ControlPlane } from './control-plane.ts';
import { NAMESPACE_CONTROLLERS } from './harness/control-plane-flags.ts';
import { installCrds, ownCrds } from './harness/install-crds.ts';
import { objectsAt, textAt } from './harness/json-at.ts';
import type { KubeAnswer } from './harness/kube-api.ts';
import { ACCEPTED, MINIMAL_SPEC } from './specs/accepted.ts';
import { CHANGES } from './specs/changes.ts';
import { REFUSED_FIELDS, REFUSED_NAMES, REFUSED_SPECS } from './specs/refused.ts';
import { STATUS } from './specs/status.ts';

const CRD = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/workerapps.celld-operator.io';
const WORKERAPPS = '/apis/celld-operator.io/v1alpha1/namespaces/default/workerapps';

let plane: ControlPlane;

suite('WorkerApp CRD on a real API server', () => {
  before(async () => {
    plane = await startControlPlane({ controllers: NAMESPACE_CONTROLLERS });
    await installCrds(plane, await ownCrds());
  });
  after(() => plane.stop());

  test('is established and has no condition against it', async () => {
    const { body } = await plane.api.send({ method: 'GET', path: CRD });
    const conditions = objectsAt(body, 'status', 'conditions');
    const bad = conditions.filter(
      ({ type, status }) => (type === 'Established' || type === 'NamesAccepted') !== (status === 'True'),
    );
    assert.deepEqual(bad, []);
    assert.ok(conditions.some(({ type }) => type === 'Established'));
  });

  for (const [what, fields] of Object.entries(ACCEPTED)) {
    test(`accepts ${what}, with the defaults that the plugin fills in`, async () => {
      const spec = { ...MINIMAL_SPEC, ...fields };
      const answer = await create('accepted', spec, DRY_RUN);
      assert.equal(answer.status, 201, causes(answer).join('\n'));
      assert.deepEqual(answer.body['spec'], withDefaults(crdDefaults(specSchema()), spec));
    });
  }

  test('drops a null of an optional field as the plugin does', async () => {
    const spec = { ...MINIMAL_SPEC, replicas: null, storage: null, autoscaling: { enabled: null } };
    const answer = await create('nulls', spec, DRY_RUN);
    assert.equal(answer.status, 201, causes(answer).join('\n'));
    assert.deepEqual(answer.body['spec'], withDefaults(crdDefaults(specSchema()), spec));
  });

  for (const { because, fields, causes: wanted } of REFUSED_SPECS) {
    test(`refuses a spec because ${because}`, async () => {
      const answer = await create('refused', { ...MINIMAL_SPEC, ...fields }, DRY_RUN);
      assert.equal(answer.status, 422);
      assert.deepEqual(causes(answer), wanted);
    });
  }

  for (const { path, fields } of REFUSED_FIELDS) {
    test(`refuses ${path} in ${JSON.stringify(fields)}`, async () => {
      const answer = await create('refused', { ...MINIMAL_SPEC, ...fields }, DRY_RUN);
      assert.equal(answer.status, 422);
      assert.ok(
        causes(answer).some((cause) => cause.startsWith(`${path}: `)),
        causes(answer).join('\n'),
      );
    });
  }

  for (const { name, cause } of REFUSED_NAMES) {
    test(`refuses the name ${name}`, async () => {
      const answer = await create(name, MINIMAL_SPEC, DRY_RUN);
      assert.equal(answer.status, 422);
      assert.ok(
        causes(answer).some((line) => line.endsWith(cause)),
        causes(answer).join('\n'),
      );
    });
  }

  test('accepts the longest name', async () => {
    const answer = await create('a'.repeat(46), MINIMAL_SPEC, DRY_RUN);
    assert.equal(answer.status, 201, causes(answer).join('\n'));
  });

  test('refuses a field that it does not know', async () => {
    const answer = await create('unknown', { ...MINIMAL_SPEC, replica: 3 }, DRY_RUN);
    assert.equal(answer.status, 400);
    assert.match(textAt(answer.body, 'message'), /unknown field "spec\.replica"/);
  });

  for (const [index, { what, from, to, causes: wanted }] of CHANGES.entries()) {
    test(`${wanted.length === 0 ? 'accepts' : 'refuses'} a change: ${what}`, async () => {
      const name = `change-${String(index)}`;
      const created = await create(name, { ...MINIMAL_SPEC, ...from });
      assert.equal(created.status, 201, causes(created).join('\n'));
      const body = { ...created.body, spec: { ...MINIMAL_SPEC, ...to } };
      const answer = await plane.api.send({ method: 'PUT', path: `${WORKERAPPS}/${name}`, body });
      assert.deepEqual(causes(answer), wanted);
      assert.equal(answer.status, wanted.length === 0 ? 200 : 422);
    });
  }

  test('has a table row for every CEL rule', () => {
    const asserted = [
      ...REFUSED_SPECS.flatMap((row) => row.causes),
      ...REFUSED_NAMES.map((row) => row.cause),
      ...CHANGES.flatMap((row) => row.causes),
    ];
    const missing = celMessages(workerAppSchema).filter(
      (message) => !asserted.some((cause) => cause.endsWith(message)),
    );
    assert.deepEqual(missing, []);
  });

  test('keeps every status field and prints it in columns', async () => {
    assert.equal((await create('columns', MINIMAL_SPEC)).status, 201);
    const answer = await plane.api.send({
      method: 'PATCH',
      path: `${WORKERAPPS}/columns/status?fieldValidation=Strict`,
      contentType: 'application/merge-patch+json',
      body: { status: STATUS },
    });
    assert.equal(answer.status, 200, causes(answer).join('\n'));
    assert.deepEqual(answer.body['status'], STATUS);
    assert.deepEqual(await columns([]), {
      header: ['NAME', 'PHASE', 'APP', 'READY', 'RESTORING', 'AGE'],
      row: ['columns', 'RollingOut', '3f2a9c0d1e4b5a67', '2', '41'],
    });
    assert.deepEqual(await columns(['-o', 'wide']), {
      header: ['NAME', 'PHASE', 'APP', 'READY', 'RESTORING', 'AGE', 'MESSAGE'],
      row: ['columns', 'RollingOut', '3f2a9c0d1e4b5a67', '2', '41'],
    });
  });

  test('never lets a write of the object touch its status', async () => {
    const created = await create('status', MINIMAL_SPEC, '?fieldValidation=Strict', { phase: 'Ready' });
    assert.equal(created.status, 201, causes(created).join('\n'));
    assert.equal(created.body['status'], undefined);
  });
});

const DRY_RUN = '?dryRun=All&fieldValidation=Strict';

// eslint-disable-next-line max-params -- a name, a spec and two things that few tests give
function create(name: string, spec: JsonObject, query = '?fieldValidation=Strict', status?: JsonObject) {
  const body = {
    apiVersion: 'celld-operator.io/v1alpha1',
    kind: 'WorkerApp',
    metadata: { name },
    spec,
    ...(status === undefined ? {} : { status }),
  };
  return plane.api.send({ method: 'POST', path: `${WORKERAPPS}${query}`, body });
}

/** `field: message` of every cause that the server names, or its whole message. */
function causes({ status, body }: KubeAnswer): readonly string[] {
  if (status < 300) return [];
  const named = objectsAt(body, 'details', 'causes').map(
    (cause) => `${textAt(cause, 'field')}: ${textAt(cause, 'message')}`,
  );
  return named.length === 0 ? [textAt(body, 'message')] : named;
}

/** Header and the words of the row of the WorkerApp "columns" up to its age. */
async function columns(flags: readonly string[]) {
  const { stdout } = await plane.kubectl(['get', 'workerapps', 'columns', ...flags]);
  const [header = '', row = ''] = stdout.trim().split('\n');
  return { header: header.split(/\s+/), row: row.split(/\s+/).slice(0, 5) };
}

function specSchema(): JsonSchema {
  const spec = workerAppSchema.properties?.['spec'];
  assert.ok(spec);
  return spec;
}

/** The schema without the defaults that the CRD leaves out (`x-crd-default: false`). */
function crdDefaults(schema: JsonSchema): JsonSchema {
  const { default: ours, properties, items, ...rest } = schema;
  const kept = ours === undefined || schema['x-crd-default'] === false ? {} : { default: ours };
  const fields = Object.entries(properties ?? {}).map(([name, child]) => [name, crdDefaults(child)] as const);
  return {
    ...rest,
    ...kept,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: crdDefaults(items) }),
  };
}

function celMessages(schema: JsonSchema): readonly string[] {
  const own = (schema['x-kubernetes-validations'] ?? []).map((rule) => rule.message);
  const children = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [...own, ...children.flatMap(celMessages)];
}
