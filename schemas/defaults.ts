import type { Json, JsonList, JsonMap, JsonSchema } from './json-schema.ts';

/**
 * The value with every default of the schema filled in, as the API server does it for a structural schema: a null whose
 * field is optional or has a default counts as absent; a default goes only to an absent field of a present object, and
 * an object default is filled further. Judges nothing: what does not fit the schema is returned as it is.
 */
export function withDefaults(schema: JsonSchema, value: Json): Json {
  if (isList(value)) return schema.items ? value.map((item) => itemWithDefaults(schema.items, item)) : value;
  if (isMap(value)) return mapWithDefaults(schema, value);
  return value;
}

function mapWithDefaults(schema: JsonSchema, value: JsonMap): JsonMap {
  const present = Object.entries(value).flatMap(([key, child]): [string, Json][] => {
    const property = propertyOf(schema, key);
    if (child === null && property && isDroppedNull(schema, key)) return [];
    const childSchema = property ?? additionalOf(schema);
    return [[key, childSchema ? itemWithDefaults(childSchema, child) : child]];
  });
  const names = new Set(present.map(([key]) => key));
  const added = Object.entries(schema.properties ?? {}).flatMap(([key, property]): [string, Json][] =>
    names.has(key) || property.default === undefined ? [] : [[key, withDefaults(property, property.default)]],
  );
  // fromEntries defines own properties, so that a key "__proto__" stays data.
  return Object.fromEntries([...present, ...added]);
}

/** A null in a list or under a free key is replaced only where its own schema has a default. */
function itemWithDefaults(schema: JsonSchema | undefined, value: Json): Json {
  if (!schema) return value;
  return withDefaults(schema, value === null && schema.default !== undefined ? schema.default : value);
}

/** A required field without a default keeps its null, so that the schema error names the field itself. */
function isDroppedNull(schema: JsonSchema, key: string): boolean {
  return propertyOf(schema, key)?.default !== undefined || !(schema.required ?? []).includes(key);
}

function propertyOf(schema: JsonSchema, key: string): JsonSchema | undefined {
  return schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
}

function additionalOf(schema: JsonSchema): JsonSchema | undefined {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

function isList(value: Json): value is JsonList {
  return Array.isArray(value);
}

function isMap(value: Json): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
