import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../documents/json.ts';
import { parseAllDocuments } from 'yaml';
import { THIRD_PARTY_CRDS, readCrdSource } from './harness/third-party-crds.ts';
import { textAt } from './harness/json-at.ts';
import { deniedCalls } from './rollouts/audit.ts';
import { FleetTest } from './rollouts/fleet-test.ts';
import { NEEDED_BY, permissionsOf, PLAYS, ruleName, withoutRule } from './rollouts/least-privilege.ts';
import { setStage, type Stage } from './rollouts/stage.ts';

const AT_ONCE = 5;
const ONBOARDING = join(import.meta.dirname, '../../argocd/onboarding/example/jobs.yaml');

let stage: Stage;

suite('The Jobs have the least privilege', { concurrency: AT_ONCE }, () => {
  before(async () => {
    stage = await setStage({ crds: await readCrdSource(THIRD_PARTY_CRDS.keda) });
  });
  after(() => stage.strike({ deniedOnPurpose: true }));

  test('with Roles from namespace onboarding a fleet starts and rolls, and nothing is denied', async () => {
    const fleet = await new FleetTest(stage, 'preinstalled').createNamespace();
    const items = parseAllDocuments(await readFile(ONBOARDING, 'utf8'))
      .map((document) => document.toJS() as JsonObject)
      .map(
        (object) =>
          JSON.parse(
            JSON.stringify(object).replaceAll('"namespace":"chat"', '"namespace":"preinstalled"'),
          ) as JsonObject,
      );
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const { code, stderr } = await stage.plane.kubectl(['apply', '-f', '-'], list);
    assert.equal(code, 0, stderr);
    const platform = { rollout: { settleSeconds: 1, rbacMode: 'preinstalled' } };
    fleet.edit = (objects) => {
      assert.ok(objects.every((object) => !textAt(object, 'kind').startsWith('Role')));
      return objects;
    };
    await fleet.syncs({ version: '0.6.0', platform });
    await fleet.syncs({ version: '0.6.1', platform });
    await fleet.reach('0:0.6.1 1:0.6.1 2:0.6.1');
    assert.deepEqual(await deniedCalls(stage.plane, 'preinstalled'), []);
  });

  for (const hook of ['gate', 'rollout'] as const)
    for (const [index, permission] of permissionsOf(hook).entries()) {
      const rule = ruleName(permission);
      const scenario = NEEDED_BY[hook][rule];
      test(`without "${rule}" of the ${hook} the scenario "${scenario ?? 'none'}" fails`, async () => {
        assert.ok(scenario !== undefined, 'a rule that no scenario needs is one too many');
        const namespace = `${hook}-${String(index)}`;
        const fleet = await new FleetTest(stage, namespace).createNamespace();
        withoutRule(fleet, hook, index);
        await assert.rejects(PLAYS[scenario](fleet, hook));
        const denied = await deniedCalls(stage.plane, namespace);
        const resource = rule.split(' ')[0] ?? '';
        assert.ok(
          denied.some((call) => call.includes(`-${hook} `) && call.includes(` ${resource} `)),
          `the API server denied it: ${denied.join('; ')}`,
        );
      });
    }

  test('every scenario of the table passes with every rule', async () => {
    for (const scenario of ['one-way roll', 'refusal', 'status', 'autoscaled roll'] as const) {
      for (const hook of ['gate', 'rollout'] as const) {
        if (hook === 'rollout' && scenario !== 'refusal') continue;
        const namespace = `all-${scenario.replace(' ', '-')}-${hook}`;
        const fleet = await new FleetTest(stage, namespace).createNamespace();
        await PLAYS[scenario](fleet, hook);
        assert.deepEqual(await deniedCalls(stage.plane, namespace), []);
      }
    }
  });
});
