import type { JsonValue } from './json.ts';
import { nearestName } from './nearest-name.ts';
import { duplicateItemSentence, duplicateKeySentence } from './schema-duplicates.ts';
import type { AjvErrorLike } from './schema-error.ts';
import { unknownFieldSentence } from './schema-fields.ts';
import { formText } from './schema-forms.ts';
import { missingFieldSentence } from './schema-missing.ts';
import type { SchemaContext, Sentence } from './schema-sentence.ts';
import { current, meaning, orList, typeWords, wantedText } from './schema-words.ts';

type Rule = (context: SchemaContext) => Sentence;

/** One row a keyword. A text is never shown, unless it is one of the schema's own (D10). */
const RULES: Readonly<Record<string, Rule>> = {
  required: missingFieldSentence,
  type: typeSentence,
  enum: ({ error, value }) => valueSentence(error.params['allowedValues'], value),
  const: ({ error, value }) => valueSentence([error.params['allowedValue']], value),
  minimum: rangeSentence,
  maximum: rangeSentence,
  exclusiveMinimum: rangeSentence,
  exclusiveMaximum: rangeSentence,
  multipleOf: ({ error, value }) => ({
    code: 'SCHEMA_RANGE',
    text: `must be a multiple of ${word(error, 'multipleOf')}${current(value)}`,
  }),
  minLength: (context) => lengthSentence(context, 'at least'),
  maxLength: (context) => lengthSentence(context, 'at most'),
  pattern: ({ error, schema }) => ({
    code: 'SCHEMA_PATTERN',
    text: wantedText(meaning(schema, 'pattern') ?? `match ${word(error, 'pattern')}`),
  }),
  format: ({ error }) => ({ code: 'SCHEMA_PATTERN', text: `must be a ${word(error, 'format')}: it is not` }),
  minItems: (context) => sizeSentence(context, 'at least', 'item'),
  maxItems: (context) => sizeSentence(context, 'at most', 'item'),
  minProperties: (context) => sizeSentence(context, 'at least', 'field'),
  maxProperties: (context) => sizeSentence(context, 'at most', 'field'),
  uniqueItems: duplicateItemSentence,
  'x-kubernetes-list-map-keys': duplicateKeySentence,
  additionalProperties: unknownFieldSentence,
  unevaluatedProperties: unknownFieldSentence,
  'false schema': () => ({ code: 'SCHEMA_REFUSED_FIELD', text: 'must not be set: it is' }),
  propertyNames: ({ error }) => ({
    code: 'SCHEMA_PATTERN',
    text: 'must be another key: this one is not allowed',
    field: word(error, 'propertyName'),
  }),
  dependentRequired: ({ error }) => ({
    code: 'SCHEMA_TOGETHER',
    text: `must be set where ${word(error, 'property')} is: it is missing`,
    field: word(error, 'missingProperty'),
  }),
  oneOf: (context) => ({ code: 'SCHEMA_FORM', text: formText(context, 'oneOf') }),
  anyOf: (context) => ({ code: 'SCHEMA_FORM', text: formText(context, 'anyOf') }),
  not: (context) => ({ code: 'SCHEMA_FORM', text: formText(context, 'not') }),
  if: (context) => ({ code: 'SCHEMA_FORM', text: formText(context, 'if') }),
};

/** The sentence of an error; a keyword that has none of its own is named. */
export function schemaSentence(context: SchemaContext): Sentence {
  const rule = RULES[context.error.keyword];
  if (rule !== undefined) return rule(context);
  return { code: 'SCHEMA_RULE', text: `must obey the rule ${context.error.keyword}: it does not` };
}

function word(error: AjvErrorLike, name: string): string {
  return String(error.params[name]);
}

function typeSentence({ error, value }: SchemaContext): Sentence {
  const types = error.params['type'];
  const hint = typeHint(types, value);
  return { code: 'SCHEMA_TYPE', text: `must be ${typeWords(types)}${current(value)}`, ...(hint && { hint }) };
}

function typeHint(types: unknown, value: JsonValue | undefined): string | undefined {
  if (value === null) return 'write a value, or remove the field';
  if (types === 'string' && typeof value !== 'object') return 'put the value in quotes';
  const unquoted = typeof value === 'string' && /^(?:-?[0-9]+|true|false)$/.test(value);
  return unquoted && types !== 'array' && types !== 'object' ? 'remove the quotes' : undefined;
}

function valueSentence(allowed: unknown, value: JsonValue | undefined): Sentence {
  const values: readonly unknown[] = Array.isArray(allowed) ? allowed : [];
  const texts = values.filter((item) => typeof item === 'string');
  const near = typeof value === 'string' ? nearestName(value, texts) : undefined;
  const state = typeof value === 'string' ? ': current value is another text' : current(value);
  const text = `must be ${orList(values.map((item) => JSON.stringify(item)))}${state}`;
  return { code: 'SCHEMA_VALUE', text, ...(near !== undefined && { hint: `did you mean ${near}?` }) };
}

function rangeSentence({ error, value }: SchemaContext): Sentence {
  const bound = `${word(error, 'comparison')} ${word(error, 'limit')}`;
  return { code: 'SCHEMA_RANGE', text: `must be ${bound}${current(value)}` };
}

/** Lengths count characters, as JSON Schema does, not UTF-16 units. */
function lengthSentence({ error, schema, value }: SchemaContext, bound: string): Sentence {
  const wanted =
    meaning(schema, 'length') ?? `have ${bound} ${counted(Number(error.params['limit']), 'character')}`;
  const state = typeof value === 'string' ? `: current length is ${String(Array.from(value).length)}` : '';
  return { code: 'SCHEMA_LENGTH', text: `must ${wanted}${state}` };
}

function sizeSentence({ error, schema, value }: SchemaContext, bound: string, unit: string): Sentence {
  const stated = meaning(schema, 'size');
  if (stated !== undefined) return { code: 'SCHEMA_SIZE', text: wantedText(stated) };
  const has =
    typeof value === 'object' && value !== null ? `: it has ${String(Object.keys(value).length)}` : '';
  return {
    code: 'SCHEMA_SIZE',
    text: `must have ${bound} ${counted(Number(error.params['limit']), unit)}${has}`,
  };
}

function counted(count: number, unit: string): string {
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}
