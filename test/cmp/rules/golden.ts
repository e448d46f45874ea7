import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Told } from './judge.ts';

/** Compares what people are told with a golden file beside the test; UPDATE_GOLDEN=1 rewrites it, for review. */
export function assertGolden(
  url: URL,
  sections: readonly (readonly [name: string, told: readonly Told[]])[],
): void {
  const path = fileURLToPath(url);
  const actual = sections.map(([name, told]) => `# ${name}\n${told.map(lines).join('')}`).join('\n');
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  }
  assert.equal(actual, readFileSync(path, 'utf8'));
}

function lines({ code, path, message, hint, at }: Told): string {
  return `${path}: ${message} [${code}]\n  hint: ${hint ?? ''}\n  at: ${at}\n`;
}
