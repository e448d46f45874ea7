import type { JsonSchema } from './json-schema.ts';
import schema from './workerapp.schema.json' with { type: 'json' };

/** The published contract of a WorkerApp, as an object. */
export const workerAppSchema: JsonSchema = schema;
