import { withDefaults } from '../../schemas/defaults.ts';
import type { Json, JsonSchema } from '../../schemas/json-schema.ts';

/** Words that a structural schema of a CustomResourceDefinition has with the same meaning, in the order written. */
const KEPT = [
  'description',
  'type',
  'default',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-validations',
] as const satisfies readonly (keyof JsonSchema)[];

/** Words that are left out on purpose: unknown fields are pruned, and names of free keys cannot be judged there. */
const LEFT_OUT = [
  'additionalProperties',
  'propertyNames',
  'uniqueItems',
  'items',
  'properties',
  '$schema',
  '$id',
  'title',
];

const INT32_MAXIMUM = 2_147_483_647;

/** The schema as the API server takes it: unique items become a set, integers get a format, extension words go. */
export function structuralSchema(schema: JsonSchema): Json {
  refuseUnknownWords(schema);
  const { items, properties, additionalProperties } = schema;
  return {
    ...keptWords(schema),
    ...(schema.type === 'integer' ? { format: integerFormat(schema) } : {}),
    ...(schema.uniqueItems ? { 'x-kubernetes-list-type': 'set' } : {}),
    ...(items ? { items: structuralSchema(items) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: structuralSchema(additionalProperties) }
      : {}),
    ...(properties ? { properties: structuralProperties(properties) } : {}),
  };
}

function structuralProperties(properties: Readonly<Record<string, JsonSchema>>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [name, structuralSchema(child)]),
  );
}

function keptWords(schema: JsonSchema): Readonly<Record<string, Json>> {
  const entries = KEPT.flatMap((word): [string, Json][] => {
    const value = word === 'default' ? structuralDefault(schema) : schema[word];
    return value === undefined ? [] : [[word, JSON.parse(JSON.stringify(value)) as Json]];
  });
  return Object.fromEntries(entries);
}

/**
 * An object default is written in full: the API server judges it by the CEL rules before it fills in inner defaults. A
 * default that would make "never set" look like a choice stays out (`x-crd-default: false`, schemas/README.md).
 */
function structuralDefault(schema: JsonSchema): Json | undefined {
  if (schema.default === undefined || schema['x-crd-default'] === false) return undefined;
  return withDefaults(schema, schema.default);
}

function integerFormat({ maximum }: JsonSchema): string {
  return maximum !== undefined && maximum <= INT32_MAXIMUM ? 'int32' : 'int64';
}

function refuseUnknownWords(schema: JsonSchema): void {
  const known: readonly string[] = [...KEPT, ...LEFT_OUT];
  const unknown = Object.keys(schema).filter((word) => !known.includes(word) && !word.startsWith('x-'));
  if (unknown.length > 0)
    throw new Error(`Cannot make a structural schema: unknown word ${unknown.join(', ')}`);
}
