import type { JsonSchema } from '../../schemas/json-schema.ts';

/** One schema and where it is: names of fields, `[]` for an item, `{}` for a free key's value, `{key}` for the key. */
export interface SchemaNode {
  readonly path: string;
  readonly schema: JsonSchema;
}

/** The schema and every schema inside it. */
export function schemaNodes(schema: JsonSchema, path = ''): readonly SchemaNode[] {
  const { additionalProperties, items, properties, propertyNames } = schema;
  return [
    { path, schema },
    ...Object.entries(properties ?? {}).flatMap(([name, child]) =>
      schemaNodes(child, path === '' ? name : `${path}.${name}`),
    ),
    ...(items ? schemaNodes(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? schemaNodes(additionalProperties, `${path}{}`) : []),
    ...(propertyNames ? schemaNodes(propertyNames, `${path}{key}`) : []),
  ];
}
