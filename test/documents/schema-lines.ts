import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseDocuments, type LocatedDocument } from '../../documents/parse-documents.ts';
import type { Path } from '../../documents/path.ts';
import { formatProblem } from '../../documents/problem.ts';
import { schemaProblems } from '../../documents/schema-problems.ts';
import { LIST_MAP_KEYS } from '../../scripts/schemas/list-map-keys.ts';
import { valueAt } from '../../documents/schema-lookup.ts';

export const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
});
for (const keyword of [
  'x-pattern-meaning',
  'x-size-meaning',
  'x-refused-fields',
  'x-oneOf-meaning',
  'x-if-meaning',
]) {
  ajv.addKeyword(keyword);
}
ajv.addKeyword(LIST_MAP_KEYS);

/** The only document of a text. */
export function document(text: string): LocatedDocument {
  const { documents, problems } = parseDocuments({ file: 'f', text });
  assert.deepEqual(problems, []);
  const [first] = documents;
  assert.ok(first !== undefined);
  return first;
}

/** The lines for a field `v` of this schema and this text. */
export function linesFor(schema: object, written: string): readonly string[] {
  return linesOf({ type: 'object', properties: { v: schema } }, `v: ${written}\n`);
}

/** The lines for a document, or for the value at a path of it. */
export function linesOf(schema: object, text: string, at: Path = []): readonly string[] {
  const one = document(text);
  const validate = ajv.compile(schema);
  assert.equal(validate(valueAt(one.value, at)), false);
  const problems = schemaProblems(validate.errors ?? [], one, { label: 'WorkerApp "chat"', schema, at });
  return problems.map((problem) => formatProblem(problem).replace('Cannot render WorkerApp "chat": ', ''));
}
