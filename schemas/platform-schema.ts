import type { JsonSchema } from './json-schema.ts';
import schema from './platform.schema.json' with { type: 'json' };

/** The published contract of the platform file, as an object. */
export const platformSchema: JsonSchema = schema;
