import { _, type CodeKeywordDefinition } from 'ajv';
import type { JsonSchema } from '../../schemas/json-schema.ts';

/** Words that say nothing to a validator; ajv would copy them into the code. */
const UNJUDGED = /^(\$schema|\$id|title|description|default|x-(?!kubernetes-list-map-keys$).*)$/;

/** Leaves a mark in a definition's function, from which `restorePaths` knows where the definition was. */
export const PLACE: CodeKeywordDefinition = {
  keyword: 'x-place',
  schemaType: 'string',
  code: ({ gen, schema }) => gen.code(_`${`place ${String(schema)}`}`),
};

/** What ajv compiles: a schema whose objects are definitions. */
interface SplitSchema {
  readonly $ref: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/**
 * Makes every object with fields a definition of its own, named by its place. ajv then writes a function for each, and
 * only those that the value really has are ever compiled; `restorePaths` undoes the change in the errors' schema paths.
 */
export function splitObjects(schema: JsonSchema): SplitSchema {
  const definitions: Record<string, JsonSchema> = {};
  const root = split(schema, [], definitions);
  // A reference too: ajv copies a schema with more than eight fields into the code, this one with all definitions.
  return { $ref: '#/$defs/root', $defs: { ...definitions, root } };
}

function split(
  schema: JsonSchema,
  place: readonly string[],
  definitions: Record<string, JsonSchema>,
): JsonSchema {
  const child = (inner: JsonSchema, ...at: string[]): JsonSchema => {
    const result = split(inner, [...place, ...at], definitions);
    if (!inner.properties) return result;
    const name = [...place, ...at].join('/');
    definitions[name] = { ...result, 'x-place': name } as JsonSchema;
    return { $ref: `#/$defs/${name.replaceAll('/', '~1')}` } as JsonSchema;
  };
  const { items, additionalProperties, properties } = schema;
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([word]) => !UNJUDGED.test(word))),
    ...(schema.propertyNames ? { propertyNames: split(schema.propertyNames, place, definitions) } : {}),
    ...(items ? { items: child(items, 'items') } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: child(additionalProperties, 'additionalProperties') }
      : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, child(inner, 'properties', name)]),
          ),
        }
      : {}),
  };
}

/** The errors' schema paths as they are in the published schema: each function of ajv counts from its own definition. */
export function restorePaths(code: string): string {
  return code
    .split(/^(?=function validate)|(?<=[;}])(?=function validate)/m)
    .map((part) => {
      const place = /"place ([^"]*)"/.exec(part);
      if (!place) return part;
      return part.replace(place[0], '').replaceAll('schemaPath:"#', `schemaPath:"#/${String(place[1])}`);
    })
    .join('');
}
