import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import type { JsonObject } from '../../documents/json.ts';
import { textAt } from '../../fleet/object-fields.ts';
import { readExample } from '../../scripts/examples/example.ts';
import { renderExample } from '../../scripts/examples/render-example.ts';

const KINDS = ['ServiceAccount', 'Role', 'RoleBinding'];

function keyOf(object: JsonObject): string {
  return `${textAt(object, 'kind') ?? ''} ${textAt(object, 'metadata', 'name') ?? ''}`;
}

function byKey(objects: readonly JsonObject[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(objects.map((object) => [keyOf(object), object]));
}

test('argocd/onboarding/example/ is what would be rendered for that fleet, as normal objects', async () => {
  const text = readFileSync('argocd/onboarding/example/jobs.yaml', 'utf8');
  const shipped = parseAllDocuments(text).map((document) => document.toJS() as JsonObject);
  const { objects } = await renderExample(readExample('examples/quick-start', 'quick-start'));
  const rendered = objects
    .map(({ object }) => object)
    .filter((object) => KINDS.includes(textAt(object, 'kind') ?? '') && keyOf(object) !== OF_THE_PODS);
  assert.equal(shipped.length, 6);
  assert.deepEqual(byKey(shipped), byKey(rendered));
  assert.ok(!text.includes('argocd.argoproj.io/'));
});

const OF_THE_PODS = 'ServiceAccount chat-celld';
