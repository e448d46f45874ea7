import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { linesFor } from './schema-lines.ts';

suite('schemaProblems() has a sentence for', () => {
  const text = { type: 'string' };
  const cases: readonly (readonly [
    name: string,
    schema: object,
    written: string,
    expected: readonly string[],
  ])[] = [
    [
      'minimum',
      { type: 'integer', minimum: 1 },
      '0',
      ['f:1:4 v: v must be >= 1: current value is 0 [SCHEMA_RANGE]'],
    ],
    [
      'maximum',
      { type: 'integer', maximum: 9 },
      '10',
      ['f:1:4 v: v must be <= 9: current value is 10 [SCHEMA_RANGE]'],
    ],
    [
      'exclusiveMinimum',
      { type: 'number', exclusiveMinimum: 0 },
      '0',
      ['f:1:4 v: v must be > 0: current value is 0 [SCHEMA_RANGE]'],
    ],
    [
      'exclusiveMaximum',
      { type: 'number', exclusiveMaximum: 1 },
      '1.5',
      ['f:1:4 v: v must be < 1: current value is 1.5 [SCHEMA_RANGE]'],
    ],
    [
      'multipleOf',
      { type: 'integer', multipleOf: 5 },
      '7',
      ['f:1:4 v: v must be a multiple of 5: current value is 7 [SCHEMA_RANGE]'],
    ],
    [
      'minLength',
      { ...text, minLength: 2 },
      'x',
      ['f:1:4 v: v must have at least 2 characters: current length is 1 [SCHEMA_LENGTH]'],
    ],
    [
      'maxLength',
      { ...text, maxLength: 1 },
      '"😀😀"',
      ['f:1:4 v: v must have at most 1 character: current length is 2 [SCHEMA_LENGTH]'],
    ],
    [
      'pattern',
      { ...text, pattern: '^a+$' },
      'secret',
      ['f:1:4 v: v must match ^a+$: it does not [SCHEMA_PATTERN]'],
    ],
    [
      'pattern with a meaning',
      { ...text, pattern: '^a+$', 'x-pattern-meaning': 'be a host name' },
      'secret',
      ['f:1:4 v: v must be a host name: it is not [SCHEMA_PATTERN]'],
    ],
    [
      'const',
      { const: 'App' },
      'Ap',
      ['f:1:4 v: v must be "App": current value is another text [SCHEMA_VALUE]\n  hint: did you mean App?'],
    ],
    [
      'enum',
      { enum: ['Rolling', 'Recreate'] },
      'recrate',
      [
        'f:1:4 v: v must be "Rolling" or "Recreate": current value is another text [SCHEMA_VALUE]\n  hint: did you mean Recreate?',
      ],
    ],
    [
      'enum and another type',
      { enum: ['a', 1, null] },
      'true',
      ['f:1:4 v: v must be "a", 1 or null: current value is true [SCHEMA_VALUE]'],
    ],
    [
      'type',
      { type: 'integer' },
      'x',
      ['f:1:4 v: v must be a whole number: current value is a text [SCHEMA_TYPE]'],
    ],
    [
      'type and needless quotes',
      { type: 'integer' },
      '"3"',
      ['f:1:4 v: v must be a whole number: current value is a text [SCHEMA_TYPE]\n  hint: remove the quotes'],
    ],
    [
      'type and a fraction',
      { type: 'integer' },
      '1.5',
      ['f:1:4 v: v must be a whole number: current value is 1.5 [SCHEMA_TYPE]'],
    ],
    [
      'type and missing quotes',
      text,
      'true',
      ['f:1:4 v: v must be a text: current value is true [SCHEMA_TYPE]\n  hint: put the value in quotes'],
    ],
    [
      'type and nothing',
      text,
      '',
      [
        'f:1:1 v: v must be a text: current value is empty [SCHEMA_TYPE]\n  hint: write a value, or remove the field',
      ],
    ],
    [
      'several types',
      { type: ['string', 'integer'] },
      '[1]',
      ['f:1:4 v: v must be a text or a whole number: current value is a list [SCHEMA_TYPE]'],
    ],
    [
      'a list for a map',
      { type: 'object' },
      '[1]',
      ['f:1:4 v: v must be a map: current value is a list [SCHEMA_TYPE]'],
    ],
    [
      'a map for a list',
      { type: 'array' },
      '{a: 1}',
      ['f:1:4 v: v must be a list: current value is a map [SCHEMA_TYPE]'],
    ],
    [
      'minItems',
      { type: 'array', minItems: 1 },
      '[]',
      ['f:1:4 v: v must have at least 1 item: it has 0 [SCHEMA_SIZE]'],
    ],
    [
      'maxItems',
      { type: 'array', maxItems: 1 },
      '[1, 2]',
      ['f:1:4 v: v must have at most 1 item: it has 2 [SCHEMA_SIZE]'],
    ],
    [
      'uniqueItems',
      { type: 'array', uniqueItems: true },
      '[a, b, a]',
      [
        'f:1:11 v[2]: v[2] must differ from the other items: it is equal to [0] [SCHEMA_DUPLICATE_ITEM]\n  hint: remove one of the two',
      ],
    ],
    [
      'x-kubernetes-list-map-keys',
      { type: 'array', 'x-kubernetes-list-map-keys': ['name'] },
      '[{name: a}, {name: c}, {name: a}, 1]',
      [
        'f:1:34 v[2].name: v[2].name must be there once: item 0 has the same name [SCHEMA_DUPLICATE_ITEM]\n  hint: remove one of the two, or give it another name',
      ],
    ],
    [
      'minProperties',
      { type: 'object', minProperties: 2 },
      '{a: 1}',
      ['f:1:1 v: v must have at least 2 fields: it has 1 [SCHEMA_SIZE]'],
    ],
    [
      'maxProperties',
      { type: 'object', maxProperties: 0 },
      '{a: 1}',
      ['f:1:1 v: v must have at most 0 fields: it has 1 [SCHEMA_SIZE]'],
    ],
    [
      'a size with a meaning',
      { type: 'object', minProperties: 1, 'x-size-meaning': 'have exactly one of a and b' },
      '{}',
      ['f:1:1 v: v must have exactly one of a and b: it does not [SCHEMA_SIZE]'],
    ],
    [
      'required',
      { type: 'object', required: ['a'] },
      '{}',
      ['f:1:1 v.a: v.a must be set: it is missing [SCHEMA_REQUIRED]\n  hint: add it under v'],
    ],
    [
      'required and a description',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { description: 'Size of a volume in GiB. See there.' } },
      },
      '{}',
      [
        'f:1:1 v.a: v.a must be set: it is missing [SCHEMA_REQUIRED]\n  hint: add it under v: size of a volume in GiB',
      ],
    ],
    [
      'required and a pattern with a meaning',
      { type: 'object', required: ['a'], properties: { a: { 'x-pattern-meaning': 'be a host name' } } },
      '{}',
      [
        'f:1:1 v.a: v.a must be set: it is missing [SCHEMA_REQUIRED]\n  hint: add it under v; it must be a host name',
      ],
    ],
    [
      'additionalProperties and a near name',
      { type: 'object', properties: { image: true }, additionalProperties: false },
      '{imgae: 1}',
      [
        'f:1:5 v.imgae: v.imgae must be a known field: it is not [SCHEMA_UNKNOWN_FIELD]\n  hint: did you mean image?',
      ],
    ],
    [
      'additionalProperties and no near name',
      { type: 'object', properties: { b: true, a: true }, additionalProperties: false },
      '{other: 1}',
      [
        'f:1:5 v.other: v.other must be a known field: it is not [SCHEMA_UNKNOWN_FIELD]\n  hint: known fields are a, b',
      ],
    ],
    [
      'a field whose name may not be shown',
      { type: 'object', additionalProperties: false },
      '{"pass word": 1}',
      ['f:1:5 v["?"]: v["?"] must be a known field: it is not [SCHEMA_UNKNOWN_FIELD]'],
    ],
    [
      'unevaluatedProperties',
      { type: 'object', allOf: [{ properties: { name: true } }], unevaluatedProperties: false },
      '{nmae: 1}',
      [
        'f:1:5 v.nmae: v.nmae must be a known field: it is not [SCHEMA_UNKNOWN_FIELD]\n  hint: did you mean name?',
      ],
    ],
    [
      'a refused field',
      {
        type: 'object',
        additionalProperties: false,
        'x-refused-fields': { status: 'is written by the cluster' },
      },
      '{status: 1}',
      ['f:1:5 v.status: v.status must not be set: it is written by the cluster [SCHEMA_REFUSED_FIELD]'],
    ],
    [
      'propertyNames',
      {
        type: 'object',
        propertyNames: { type: 'string', pattern: '^x', 'x-pattern-meaning': 'be a label key' },
      },
      '{a: 1}',
      ['f:1:5 v.a: the key v.a must be a label key: it is not [SCHEMA_PATTERN]'],
    ],
    [
      'propertyNames and a length',
      { type: 'object', propertyNames: { type: 'string', maxLength: 2 } },
      '{abc: 1}',
      ['f:1:5 v.abc: the key v.abc must have at most 2 characters: current length is 3 [SCHEMA_LENGTH]'],
    ],
    [
      'dependentRequired',
      { type: 'object', dependentRequired: { a: ['b'] } },
      '{a: 1}',
      ['f:1:1 v.b: v.b must be set where a is: it is missing [SCHEMA_TOGETHER]'],
    ],
    [
      'a field that is never allowed',
      { type: 'object', properties: { a: false } },
      '{a: 1}',
      ['f:1:8 v.a: v.a must not be set: it is [SCHEMA_REFUSED_FIELD]'],
    ],
    [
      'a keyword without a sentence of its own',
      { type: 'array', contains: { const: 1 } },
      '[2]',
      ['f:1:4 v: v must obey the rule contains: it does not [SCHEMA_RULE]'],
    ],
  ];
  for (const [name, schema, written, expected] of cases) {
    test(name, () => {
      assert.deepEqual(linesFor(schema, written), expected);
    });
  }
});
