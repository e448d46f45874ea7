import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import type { OutputObject } from '../../cmp/render/output-object.ts';
import { WAVE_LAST } from '../../cmp/waves.ts';

/** Stands for the PreSync phase, which comes before every wave that applies the fleet. */
const BEFORE = Number.NEGATIVE_INFINITY;

/** A line an object: when it is applied, what it is, and why it is there. */
export function explain(objects: readonly OutputObject[]): string {
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
