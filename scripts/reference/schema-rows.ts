import type { JsonSchema } from '../../schemas/json-schema.ts';

/** One field of a schema, for a table. */
export interface SchemaRow {
  readonly path: string;
  readonly type: string;
  readonly fallback: string;
  readonly text: string;
}

/** Every field of a schema, parents before children, in the order of the schema. */
export function schemaRows(schema: JsonSchema, path = ''): SchemaRow[] {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const below = path === '' ? name : `${path}.${name}`;
    return [rowOf(below, field, required.has(name)), ...childRows(field, below)];
  });
  return [...fields, ...freeKeyRows(schema, path)];
}

function childRows(field: JsonSchema, path: string): SchemaRow[] {
  return [...schemaRows(field, path), ...(field.items ? schemaRows(field.items, `${path}[]`) : [])];
}

function freeKeyRows(schema: JsonSchema, path: string): SchemaRow[] {
  return typeof schema.additionalProperties === 'object'
    ? schemaRows(schema.additionalProperties, `${path}.*`)
    : [];
}

function rowOf(path: string, field: JsonSchema, required: boolean): SchemaRow {
  const immutable = field['x-immutable'] === true ? ' *Immutable.*' : '';
  return {
    path,
    type: `${typeOf(field)}${bounds(field)}`,
    fallback: required ? 'required' : fallbackOf(field),
    text: `${field.description ?? ''}${immutable}`,
  };
}

function typeOf(field: JsonSchema): string {
  if (field.const !== undefined) return JSON.stringify(field.const);
  if (field.enum) return field.enum.map((word) => JSON.stringify(word)).join(', ');
  if (field.type === 'array') return `list of ${field.items ? typeOf(field.items) : 'any'}`;
  if (field.type === 'object') return field.properties ? 'map' : 'map of strings';
  return field.type ?? 'any';
}

function bounds(field: JsonSchema): string {
  const { minimum, maximum } = field;
  if (minimum === undefined && maximum === undefined) return '';
  return `, ${String(minimum ?? '')}..${String(maximum ?? '')}`;
}

function fallbackOf(field: JsonSchema): string {
  if (field.default === undefined || isEmptyMap(field.default)) return '';
  return `\`${JSON.stringify(field.default)}\``;
}

function isEmptyMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
