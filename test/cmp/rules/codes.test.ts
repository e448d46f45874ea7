import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PARAMETER_CODES } from '../../../documents/codes/parameters.ts';
import { TENANT_CODES } from '../../../documents/codes/tenant.ts';
import { WORKERAPP_CODES } from '../../../documents/codes/workerapp.ts';

const ROOT = new URL('../../../', import.meta.url);
const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: ROOT })
    .map((path) => readFileSync(new URL(path, ROOT), 'utf8'))
    .join('\n');

const checks = textOf('cmp/{parameters,passthrough,platform,rules}/*.ts');
const tests = textOf('test/cmp/{parameters,passthrough,platform,rules}/**/*.{ts,txt}');

for (const code of Object.keys({ ...PARAMETER_CODES, ...TENANT_CODES, ...WORKERAPP_CODES })) {
  test(`code ${code} is said by a check, and a test shows it`, () => {
    assert.match(checks, new RegExp(`'${code}'`));
    assert.match(tests, new RegExp(`\\b${code}\\b`));
  });
}
