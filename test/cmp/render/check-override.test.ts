import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkOverride } from '../../../cmp/render/check-override.ts';
import { OVERRIDE_RULES } from '../../../cmp/render/override-rules.ts';
import type { TemplateName } from '../../../cmp/handlebars/templates.generated.cjs';
import type { JsonObject } from '../../../documents/json.ts';
import { HOOK_ROWS } from './override-rows/hooks.ts';
import { KEY_ROWS } from './override-rows/keys.ts';
import { OBJECT_ROWS } from './override-rows/objects.ts';
import { OPEN_ROWS } from './override-rows/open.ts';
import { POD_ROWS } from './override-rows/pods.ts';
import { set } from './override-rows/row.ts';
import { TRAFFIC_ROWS } from './override-rows/traffic.ts';
import { renderedObjects } from './rendered-objects.ts';

const ROWS = [...OBJECT_ROWS, ...KEY_ROWS, ...POD_ROWS, ...TRAFFIC_ROWS, ...HOOK_ROWS, ...OPEN_ROWS];

suite('checkOverride()', () => {
  for (const { what, template, change, refused } of ROWS) {
    test(`${refused === undefined ? 'lets' : 'does not let'} a ${template} template ${what}`, async () => {
      const ours = await objectOf(template);
      const paths = checkOverride(template, ours, change(ours)).map(({ path }) => path);
      if (refused === undefined) assert.deepEqual(paths, []);
      else assert.ok(paths.includes(refused), paths.join(', '));
    });
  }

  test('has nothing against a template that renders what ours does', async () => {
    for (const { template, object } of await renderedObjects())
      assert.deepEqual(checkOverride(template, object, object), []);
  });

  test('has a rule for every template', async () => {
    const templates = new Set((await renderedObjects()).map(({ template }) => template));
    assert.deepEqual([...templates].sort(), Object.keys(OVERRIDE_RULES).sort());
  });

  test('keeps the identity that the store knows', async () => {
    const key = 'iam.gke.io/gcp-service-account';
    const accounts = (await renderedObjects()).filter(
      ({ template, object }) => template === 'service-account' && JSON.stringify(object).includes(key),
    );
    const [ours] = accounts.map(({ object }) => object);
    assert.ok(ours);
    for (const annotations of [{ [key]: 'x' }, { team: 'x' }]) {
      const findings = checkOverride(
        'service-account',
        ours,
        set(['metadata', 'annotations'], annotations)(ours),
      );
      assert.deepEqual(
        findings.map(({ path }) => path),
        [`metadata.annotations["${key}"]`],
      );
    }
  });

  test('finds no fault twice', async () => {
    const ours = await objectOf('stateful-set');
    const paths = checkOverride('stateful-set', ours, {}).map(({ path }) => path);
    assert.equal(new Set(paths).size, paths.length);
  });
});

async function objectOf(template: TemplateName): Promise<JsonObject> {
  const found = (await renderedObjects()).find((object) => object.template === template);
  assert.ok(found, template);
  return found.object;
}
