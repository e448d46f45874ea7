import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchema } from '../../../schemas/json-schema.ts';
import { platformSchema } from '../../../schemas/platform-schema.ts';

/** Settings that are absent unless written; everything else has a default. */
const WITHOUT_DEFAULT = [
  'apiVersion',
  'kind',
  'ingress.gateway.sectionName',
  'ingress.ingressClass',
  'ingress.clusterIssuer',
  'exporter.url',
  'autoscaling.prometheusAddress',
  'tenants',
  'tenants[].name',
  'tenants[].projects',
  'tenants[].namespaces',
  'tenants[].passThrough',
  'tenants[].stacks',
  'tenants[].stacks.project',
];

interface Setting {
  readonly path: string;
  readonly schema: JsonSchema;
}

/** Every setting, those of a tenant too; members of other lists are no settings. */
function settingsOf(schema: JsonSchema, prefix = ''): readonly Setting[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]): readonly Setting[] => {
    const path = `${prefix}${name}`;
    const below =
      path === 'tenants' && child.items
        ? settingsOf(child.items, 'tenants[].')
        : settingsOf(child, `${path}.`);
    return [{ path, schema: child }, ...below];
  });
}

const settings = settingsOf(platformSchema);

for (const { path, schema } of settings) {
  test(`the setting ${path} has title, description and source`, () => {
    assert.ok(schema.title);
    assert.match(schema.description ?? '', /\.$/);
    assert.ok(schema['x-source']);
  });
}

test('every setting has a default, save those that are absent unless written', () => {
  const without = settings.filter(({ schema }) => schema.default === undefined).map(({ path }) => path);
  assert.deepEqual(without, WITHOUT_DEFAULT);
});

test('T9: every list of a tenant is empty unless written, save pull Secrets of its own namespace and the chart’s own repository', () => {
  const open = settings.filter(
    ({ path, schema }) => path.startsWith('tenants[].') && schema.items && schema.default !== undefined,
  );
  const filled = open.filter(({ schema }) => JSON.stringify(schema.default) !== '[]').map(({ path }) => path);
  assert.deepEqual(filled, [
    'tenants[].imagePullSecrets',
    'tenants[].passThrough.kinds',
    'tenants[].stacks.chartRepositories',
  ]);
});
