import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import { withDefaults } from '../../schemas/defaults.ts';
import { workerAppSchema } from '../../schemas/workerapp-schema.ts';
import type { ControlPlane } from './control-plane.ts';
import { textAt } from './harness/json-at.ts';
import type { KubeAnswer } from './harness/kube-api.ts';
import { renderWorkerApp } from './harness/render-workerapp.ts';
import {
  causesOf,
  celMessages,
  createWorkerApp,
  DRY_RUN,
  specSchemaOfCrd,
  startWithOwnCrds,
  WORKERAPPS_PATH,
} from './harness/workerapps.ts';
import { ACCEPTED, MINIMAL_SPEC } from './specs/accepted.ts';
import { CHANGES } from './specs/changes.ts';
import { randomSpecs, withoutConflicts } from './specs/random-specs.ts';
import { REFUSED_FIELDS, REFUSED_NAMES, REFUSED_SPECS } from './specs/refused.ts';
import { OPEN_PLATFORM } from './specs/rendered-edges.ts';

let plane: ControlPlane;

suite('WorkerApp specs on a real API server', () => {
  before(async () => {
    plane = await startWithOwnCrds();
  });
  after(() => plane.stop());

  for (const [what, fields] of Object.entries(ACCEPTED)) {
    test(`accepts ${what}, with the defaults that the plugin fills in`, async () => {
      await acceptsWithDefaults({ ...MINIMAL_SPEC, ...fields });
    });
  }

  test('drops a null of an optional field as the plugin does', async () => {
    await acceptsWithDefaults({
      ...MINIMAL_SPEC,
      replicas: null,
      storage: null,
      autoscaling: { enabled: null },
      podTemplate: { env: [{ name: 'A', value: 'x', valueFrom: null }] },
    });
  });

  test('fills in the defaults of random specs as the plugin does', async () => {
    for (const spec of randomSpecs()) await acceptsWithDefaults(withoutConflicts(spec));
  });

  test('refuses random specs that fit the published schema by nothing but the CEL rules', async () => {
    const rules = celMessages(workerAppSchema);
    for (const spec of randomSpecs()) {
      const causes = causesOf(await tryCreate(spec));
      const unexpected = causes.filter((cause) => !rules.some((rule) => cause.endsWith(rule)));
      assert.deepEqual(unexpected, [], JSON.stringify(spec));
    }
  });

  for (const { because, fields, causes } of REFUSED_SPECS) {
    test(`refuses a spec because ${because}`, async () => {
      const answer = await tryCreate({ ...MINIMAL_SPEC, ...fields });
      assert.deepEqual([answer.status, causesOf(answer)], [422, causes]);
    });
  }

  test('are all refused by the plugin too, before the API server sees them', async () => {
    for (const { fields } of [...REFUSED_SPECS, ...REFUSED_FIELDS]) {
      const spec = { ...MINIMAL_SPEC, ...fields };
      const app = { name: 'refused', namespace: 'default', spec, platform: OPEN_PLATFORM };
      const { code, stdout, stderr } = await renderWorkerApp(app);
      assert.deepEqual([code, stdout], [1, ''], JSON.stringify(fields));
      const codes = [...stderr.matchAll(/\[([A-Z_]+)\]$/gm)].map(([, code]) => code);
      // The tenant's lists alone would be a refusal for another reason.
      assert.ok(
        codes.some((code) => code !== 'TENANT_NOT_ALLOWED'),
        stderr,
      );
    }
  });

  for (const { path, fields } of REFUSED_FIELDS) {
    test(`refuses ${path} in ${JSON.stringify(fields)}`, async () => {
      const answer = await tryCreate({ ...MINIMAL_SPEC, ...fields });
      assert.equal(answer.status, 422);
      assertSome(causesOf(answer), (cause) => cause.startsWith(`${path}: `));
    });
  }

  for (const { name, cause } of REFUSED_NAMES) {
    test(`refuses the name ${name}`, async () => {
      const answer = await tryCreate(MINIMAL_SPEC, name);
      assert.equal(answer.status, 422);
      assertSome(causesOf(answer), (line) => line.endsWith(cause));
    });
  }

  test('accepts the longest name', async () => {
    assert.deepEqual(causesOf(await tryCreate(MINIMAL_SPEC, 'a'.repeat(46))), []);
  });

  test('refuses a field that it does not know', async () => {
    const answer = await tryCreate({ ...MINIMAL_SPEC, replica: 3 });
    assert.equal(answer.status, 400);
    assert.match(textAt(answer.body, 'message'), /unknown field "spec\.replica"/);
  });

  for (const [index, { what, from, to, causes }] of CHANGES.entries()) {
    test(`${causes.length === 0 ? 'accepts' : 'refuses'} a change: ${what}`, async () => {
      const name = `change-${String(index)}`;
      const created = await createWorkerApp(plane, { name, spec: { ...MINIMAL_SPEC, ...from } });
      assert.deepEqual(causesOf(created), []);
      const body = { ...created.body, spec: { ...MINIMAL_SPEC, ...to } };
      const answer = await plane.api.send({ method: 'PUT', path: `${WORKERAPPS_PATH}/${name}`, body });
      assert.deepEqual([answer.status, causesOf(answer)], [causes.length === 0 ? 200 : 422, causes]);
    });
  }

  test('are tested against every CEL rule', () => {
    const asserted = [
      ...REFUSED_SPECS.flatMap(({ causes }) => causes),
      ...REFUSED_NAMES.map(({ cause }) => cause),
      ...CHANGES.flatMap(({ causes }) => causes),
    ];
    const isAsserted = (message: string) => asserted.some((cause) => cause.endsWith(message));
    assert.deepEqual(
      celMessages(workerAppSchema).filter((message) => !isAsserted(message)),
      [],
    );
  });
});

function tryCreate(spec: JsonObject, name = 'tried'): Promise<KubeAnswer> {
  return createWorkerApp(plane, { name, spec }, DRY_RUN);
}

async function acceptsWithDefaults(spec: JsonObject): Promise<void> {
  const answer = await tryCreate(spec);
  assert.deepEqual(causesOf(answer), [], JSON.stringify(spec));
  assert.deepEqual(answer.body['spec'], withDefaults(specSchemaOfCrd(), spec));
}

function assertSome(lines: readonly string[], fits: (line: string) => boolean): void {
  assert.ok(lines.some(fits), lines.join('\n'));
}
