import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { schemaProblems } from '../../documents/schema-problems.ts';
import { ajv, document, linesFor, linesOf } from './schema-lines.ts';

suite('schemaProblems() tells one problem a cause', () => {
  test('a wrong type hides what follows from it', () => {
    assert.deepEqual(linesFor({ type: 'integer', enum: [1, 2], minimum: 1 }, 'x').length, 1);
  });

  test('a text outside an enum hides its pattern, and an empty one too', () => {
    assert.deepEqual(linesFor({ type: 'string', enum: ['aa'], pattern: '^a' }, 'b').length, 1);
    assert.deepEqual(linesFor({ type: 'string', minLength: 1, pattern: '^a' }, '""').length, 1);
  });

  test('a misspelt field hides that the right one is missing', () => {
    const schema = {
      type: 'object',
      properties: { image: true, name: true },
      required: ['image', 'name'],
      additionalProperties: false,
    };
    assert.deepEqual(
      linesFor(schema, '{imgae: 1}').map((line) => line.split('\n')[0]),
      [
        'f:1:1 v.name: v.name must be set: it is missing [SCHEMA_REQUIRED]',
        'f:1:5 v.imgae: v.imgae must be a known field: it is not [SCHEMA_UNKNOWN_FIELD]',
      ],
    );
  });

  test('problems come in the order of the text', () => {
    const schema = {
      type: 'object',
      properties: { b: { type: 'string' }, a: { type: 'string' } },
      additionalProperties: false,
    };
    assert.deepEqual(
      linesOf(schema, 'z: 1\nb: 1\na: 1\n').map((line) => line.split(' ')[0]),
      ['f:1:1', 'f:2:4', 'f:3:4'],
    );
  });

  test('a document with too many is cut, with their number', () => {
    const text = Array.from({ length: 700 }, (_, i) => `k${String(i)}: 1\n`).join('');
    const lines = linesOf({ type: 'object', additionalProperties: false }, text);
    assert.equal(lines.length, 101);
    assert.equal(lines.at(-1)?.split('\n')[0], 'f:1:1 it has 600 more problems [SCHEMA_MORE_PROBLEMS]');
  });
});

suite('schemaProblems() shows where', () => {
  const schema = { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } } };

  test('below the place of the validated value', () => {
    assert.deepEqual(linesOf(schema, 'items:\n  - x:\n      a: [1, z]\n', ['items', 0, 'x']), [
      'f:3:14 items[0].x.a[1]: items[0].x.a[1] must be a whole number: current value is a text [SCHEMA_TYPE]',
    ]);
  });

  test('of a document that is no map at all', () => {
    assert.deepEqual(linesOf(schema, '- 1\n'), [
      'f:1:1 the document must be a map: current value is a list [SCHEMA_TYPE]',
    ]);
  });

  test('under keys with slashes and tildes', () => {
    const labels = { type: 'object', additionalProperties: { type: 'string' } };
    assert.deepEqual(
      linesFor(labels, '{a/b: 1, "a~1b": 2}').map((line) => line.split(' ')[1]),
      ['v["a/b"]:', 'v["?"]:'],
    );
  });

  test('with another verb', () => {
    const one = document('a: 1\n');
    const validate = ajv.compile(schema);
    validate(one.value);
    const [problem] = schemaProblems(validate.errors ?? [], one, {
      label: 'the platform file',
      verb: 'use',
      schema,
    });
    assert.equal(problem?.message, 'Cannot use the platform file: a must be a list: current value is 1');
  });

  test('never the text itself', () => {
    const strict = {
      type: 'object',
      properties: {
        a: { enum: ['x'] },
        b: { type: 'integer' },
        c: { type: 'string', pattern: '^x$', maxLength: 3 },
        d: { const: 1 },
      },
    };
    const lines = linesOf(strict, 'a: hunter2\nb: hunter2\nc: hunter2\nd: hunter2\n');
    assert.equal(lines.length, 5);
    assert.doesNotMatch(lines.join(), /hunter2/);
  });
});
