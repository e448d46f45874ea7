import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../documents/json.ts';
import { joinObjects, writeObject, type OutputObject } from '../cmp/render/output-object.ts';
import { WAVE_LAST } from '../cmp/waves.ts';
import { readExample } from './examples/example.ts';
import { renderExample } from './examples/render-example.ts';

const EXAMPLE = 'quick-start';
/** Stands for the PreSync phase, which comes before every wave that applies the fleet. */
const BEFORE = Number.NEGATIVE_INFINITY;

/** Shows the main job: a WorkerApp file in, what Argo CD would apply out, and why each object is there. */
async function main(): Promise<void> {
  const example = readExample(join('examples', EXAMPLE), EXAMPLE);
  const { objects, warnings } = await renderExample(example);
  heading(`What the team commits (${example.request.folder})`);
  for (const file of readdirSync(example.request.folder))
    print(readFileSync(join(example.request.folder, file), 'utf8'));
  heading('What Argo CD would apply');
  print(joinObjects(objects.map(writeObject)));
  heading('Why each object is there');
  print(explain(objects));
  for (const warning of warnings) print(`warning: ${warning}\n`);
}

function explain(objects: readonly OutputObject[]): string {
  const rows = objects.map(({ object, wave, hook, why }) => ({
    wave: hook?.phase === 'PreSync' ? BEFORE : wave,
    what: `${textOf(object['kind'])} ${nameOf(object)}`,
    why,
  }));
  const width = Math.max(...rows.map(({ what }) => what.length));
  return rows
    .sort((a, b) => a.wave - b.wave)
    .map(({ wave, what, why }) => `${waveName(wave).padEnd(8)}  ${what.padEnd(width)}  ${why}\n`)
    .join('');
}

function waveName(wave: number): string {
  if (wave === BEFORE) return 'before';
  return wave === WAVE_LAST ? 'last' : `wave ${String(wave)}`;
}

function nameOf(object: JsonObject): string {
  const metadata = object['metadata'];
  return isJsonObject(metadata) ? textOf(metadata['name']) : '';
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function heading(text: string): void {
  print(`\n== ${text} ==\n\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

await main();
