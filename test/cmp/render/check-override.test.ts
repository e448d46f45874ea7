import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkOverride } from '../../../cmp/render/check-override.ts';
import { OVERRIDE_RULES } from '../../../cmp/render/override-rules.ts';
import type { TemplateName } from '../../../cmp/handlebars/templates.generated.cjs';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../documents/json.ts';
import { OVERRIDE_CHANGES } from './override-changes.ts';
import { renderedObjects } from './rendered-objects.ts';

suite('checkOverride()', () => {
  for (const { what, template, change, refused } of OVERRIDE_CHANGES) {
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

  test('names only paths that our own templates render, where something must stay', async () => {
    const objects = await renderedObjects();
    for (const [template, rule] of Object.entries(OVERRIDE_RULES)) {
      const own = objects.filter((object) => object.template === template);
      for (const path of rule.exact)
        assert.ok(
          own.some(({ object }) => lookUp(object, path) !== undefined),
          `${template} ${path}`,
        );
    }
  });
});

async function objectOf(template: TemplateName): Promise<JsonObject> {
  const found = (await renderedObjects()).find((object) => object.template === template);
  assert.ok(found, template);
  return found.object;
}

function lookUp(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path.replaceAll('[celld]', '.0').split('.')) {
    value = isJsonArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined;
  }
  return value;
}
