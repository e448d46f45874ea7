import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../../schemas/json-schema.ts';

export const SCHEMA_FOLDER = 'schemas';

/** One `schemas/<stem>.schema.json`; `typeName` is its title. */
export interface SchemaFile {
  readonly stem: string;
  readonly typeName: string;
  readonly schema: JsonSchema;
}

/** Every published schema, by file name. */
export function readSchemas(): readonly SchemaFile[] {
  return readdirSync(SCHEMA_FOLDER)
    .filter((file) => file.endsWith('.schema.json'))
    .sort()
    .map(readSchema);
}

function readSchema(file: string): SchemaFile {
  const schema = JSON.parse(readFileSync(join(SCHEMA_FOLDER, file), 'utf8')) as JsonSchema;
  if (!schema.title || !/^[A-Z][A-Za-z]+$/.test(schema.title)) {
    throw new Error(`${file}: title must be the name of the type: it is missing or no type name`);
  }
  return { stem: file.slice(0, -'.schema.json'.length), typeName: schema.title, schema };
}
