import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { PROBLEM_CODES, type ProblemCode } from '../../documents/problem-codes.ts';
import { ROOT } from '../program/harness/bundle.ts';
import { codesOf, listFailureCases } from './failure-case.ts';

/** What git cannot hold, or needs a special file system, size or moment: the test that shows it. */
const SHOWN_BY_TESTS: Partial<Record<ProblemCode, string>> = {
  ANNOTATIONS_TOO_LARGE: 'test/cmp/rules/fields.test.ts',
  DEADLINE: 'test/program/hostile-input.test.ts',
  FILE_CHANGED: 'test/cmp/io/read-text-file.test.ts',
  FILE_LINK_LOOP: 'test/program/hostile-input.test.ts',
  FILE_NAME_NOT_UTF8: 'test/cmp/io/file-names.test.ts',
  FILE_OUTSIDE_FOLDER: 'test/program/hostile-input.test.ts',
  FILE_TOO_LARGE: 'test/program/hostile-input.test.ts',
  FILE_UNREADABLE: 'test/cmp/io/read-folder.test.ts',
  OUTPUT_FAILED: 'test/program/output.test.ts',
  PLAN_TOO_LARGE: 'test/program/hostile-input.test.ts',
  STACK_TOO_LARGE: 'test/cmp/stack/guard.test.ts',
  YAML_DOCUMENT_TOO_LARGE: 'test/program/hostile-input.test.ts',
};

/** Codes for keywords that today's schemas do not use: nobody can meet them until one does. */
const WITHOUT_KEYWORD: Partial<Record<ProblemCode, readonly string[]>> = {
  SCHEMA_FORM: ['oneOf', 'anyOf', 'not', 'if'],
  SCHEMA_TOGETHER: ['dependentRequired'],
  SCHEMA_RULE: ['allOf', 'contains', 'prefixItems', 'dependentSchemas'],
};

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const goldenFiles = listFailureCases().map(({ goldenFile }) => readFileSync(goldenFile, 'utf8'));
const shown = new Set(goldenFiles.flatMap(codesOf));

suite('every problem code', () => {
  for (const code of Object.keys(PROBLEM_CODES) as ProblemCode[]) {
    const file = SHOWN_BY_TESTS[code];
    const keywords = WITHOUT_KEYWORD[code];
    if (file !== undefined) {
      test(`${code} is shown by ${file}`, () => {
        assert.match(read(file), new RegExp(`\\b${code}\\b`));
        assert.ok(!shown.has(code), 'a stderr.txt shows it: the table need not');
      });
    } else if (keywords !== undefined) {
      test(`${code} is for keywords that no schema has: ${keywords.join(', ')}`, () => {
        const schemas = read('schemas/workerapp.schema.json') + read('schemas/platform.schema.json');
        assert.doesNotMatch(schemas, new RegExp(`"(?:${keywords.join('|')})":`));
        assert.ok(!shown.has(code), 'a stderr.txt shows it: the table need not');
      });
    } else {
      test(`${code} is shown by a stderr.txt`, () => assert.ok(shown.has(code)));
    }
  }

  test('that a stderr.txt shows is in the table of problem codes', () => {
    assert.deepEqual(
      [...shown].filter((code) => !Object.hasOwn(PROBLEM_CODES, code)),
      [],
    );
  });
});

test('No message quotes a value that failed its pattern: the fixtures mark such values', () => {
  assert.deepEqual(
    goldenFiles.filter((stderr) => stderr.includes('s3cr3t')),
    [],
  );
});
