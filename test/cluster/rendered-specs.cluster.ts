import assert from 'node:assert/strict';
import type { JsonObject } from '../../documents/json.ts';
import { exampleOf } from './harness/examples.ts';
import { renderWorkerApp } from './harness/render-workerapp.ts';
import { suiteExamples } from './harness/suite-examples.ts';
import { MINIMAL_SPEC } from './specs/accepted.ts';
import { randomSpecs, withoutRefusals } from './specs/random-specs.ts';
import { OPEN_PLATFORM, RENDERED_EDGES } from './specs/rendered-edges.ts';

const RANDOM = 12;

const edges = RENDERED_EDGES.map(async ({ what, name, fields, platform = {} }) => {
  const text = await render(name, { ...MINIMAL_SPEC, ...fields }, platform);
  return exampleOf({ name: what, text });
});
const examples = [
  ...(await Promise.all(edges)),
  exampleOf({ name: 'random specs', text: await renderRandom() }),
];

suiteExamples('WorkerApps at the bounds', examples);

async function renderRandom(): Promise<string> {
  const texts: string[] = [];
  for (const [index, spec] of randomSpecs().slice(0, RANDOM).entries()) {
    texts.push(await render(`random-${String(index)}`, withoutRefusals(spec), {}));
  }
  return texts.join('\n---\n');
}

async function render(name: string, spec: JsonObject, settings: JsonObject): Promise<string> {
  const platform = { ...OPEN_PLATFORM, ...settings };
  const { code, stdout, stderr } = await renderWorkerApp({ name, namespace: 'rendered', spec, platform });
  assert.equal(code, 0, `Cannot render ${JSON.stringify(spec)}: ${stderr}`);
  return stdout;
}
