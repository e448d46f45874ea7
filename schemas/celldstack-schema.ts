import schema from './celldstack.schema.json' with { type: 'json' };
import type { JsonSchema } from './json-schema.ts';

/** The published contract of a CelldStack, as an object. */
export const celldStackSchema: JsonSchema = schema;
