import { CELLDSTACK_CODES } from './codes/celldstack.ts';
import { PARAMETER_CODES } from './codes/parameters.ts';
import { READING_CODES } from './codes/reading.ts';
import { RENDERING_CODES } from './codes/rendering.ts';
import { SCHEMA_CODES } from './codes/schema.ts';
import { TENANT_CODES } from './codes/tenant.ts';
import { WORKERAPP_CODES } from './codes/workerapp.ts';
import { YAML_CODES } from './codes/yaml.ts';

/** Every code that a problem can carry, by the stage that finds it. The documentation is generated from here. */
export const PROBLEM_CODES_BY_STAGE = {
  reading: READING_CODES,
  yaml: YAML_CODES,
  schema: SCHEMA_CODES,
  workerapp: WORKERAPP_CODES,
  celldstack: CELLDSTACK_CODES,
  tenant: TENANT_CODES,
  parameters: PARAMETER_CODES,
  rendering: RENDERING_CODES,
} as const;

export const PROBLEM_CODES = {
  ...READING_CODES,
  ...YAML_CODES,
  ...SCHEMA_CODES,
  ...WORKERAPP_CODES,
  ...CELLDSTACK_CODES,
  ...TENANT_CODES,
  ...PARAMETER_CODES,
  ...RENDERING_CODES,
} as const;

export type ProblemCode = keyof typeof PROBLEM_CODES;
