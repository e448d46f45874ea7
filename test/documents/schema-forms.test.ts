import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { linesFor } from './schema-lines.ts';

suite('schemaProblems() has a sentence for rules about whole forms', () => {
  const cases: readonly (readonly [
    name: string,
    schema: object,
    written: string,
    expected: readonly string[],
  ])[] = [
    [
      'oneOf of fields, none',
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b', 'c'] }] },
      '{}',
      ['f:1:4 v: v must have exactly one of a or b and c: it has none [SCHEMA_FORM]'],
    ],
    [
      'oneOf of fields, two',
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{a: 1, b: 1}',
      ['f:1:4 v: v must have exactly one of a or b: it has more than one [SCHEMA_FORM]'],
    ],
    [
      'oneOf with a meaning',
      {
        oneOf: [{ type: 'string', minLength: 3 }, { type: 'integer' }],
        'x-oneOf-meaning': 'be a port or its name',
      },
      'x',
      ['f:1:4 v: v must be a port or its name: it is not [SCHEMA_FORM]'],
    ],
    [
      'anyOf of types',
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      '[1]',
      ['f:1:4 v: v must be a text or a whole number: it is not [SCHEMA_FORM]'],
    ],
    [
      'anyOf in general',
      { anyOf: [{ minimum: 1, type: 'integer' }, { const: 'x' }] },
      '0',
      ['f:1:4 v: v must have at least one of the allowed forms: it does not [SCHEMA_FORM]'],
    ],
    [
      'not',
      { type: 'object', not: { required: ['a', 'b'] } },
      '{a: 1, b: 1}',
      ['f:1:4 v: v must not have a and b: it has [SCHEMA_FORM]'],
    ],
    [
      'if and then',
      { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } },
      '{a: 1}',
      ['f:1:1 v.b: v.b must be set: it is missing [SCHEMA_REQUIRED]\n  hint: add it under v'],
    ],
    [
      'if without more',
      { type: 'object', if: { required: ['a'] }, then: false, 'x-if-meaning': 'be without a' },
      '{a: 1}',
      ['f:1:4 v: v must be without a: it is not [SCHEMA_FORM]'],
    ],
  ];
  for (const [name, schema, written, expected] of cases) {
    test(name, () => {
      assert.deepEqual(linesFor(schema, written), expected);
    });
  }
});
