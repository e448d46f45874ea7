import { celldStackSchema } from './celldstack-schema.ts';
import type { ResolvedCelldStack } from './celldstack.generated.ts';
import { withDefaults } from './defaults.ts';
import type { Json } from './json-schema.ts';
import { validateCelldStack, type SchemaError } from './validators.generated.cjs';

export type CelldStackResult =
  | { readonly ok: true; readonly stack: ResolvedCelldStack }
  | { readonly ok: false; readonly errors: readonly SchemaError[] };

/** Fills in every default, then judges by the schema alone: either the whole model or every schema error. */
export function resolveCelldStack(value: Json): CelldStackResult {
  const resolved = withDefaults(celldStackSchema, value);
  if (!validateCelldStack(resolved)) return { ok: false, errors: validateCelldStack.errors ?? [] };
  return { ok: true, stack: resolved as unknown as ResolvedCelldStack };
}
