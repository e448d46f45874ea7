import { withDefaults } from './defaults.ts';
import type { Json } from './json-schema.ts';
import { validateWorkerApp, type SchemaError } from './validators.generated.cjs';
import { workerAppSchema } from './workerapp-schema.ts';
import type { ResolvedWorkerApp } from './workerapp.generated.ts';

export type WorkerAppResult =
  | { readonly ok: true; readonly app: ResolvedWorkerApp }
  | { readonly ok: false; readonly errors: readonly SchemaError[] };

/** Fills in every default, then judges by the schema alone: either the whole model or every schema error. */
export function resolveWorkerApp(value: Json): WorkerAppResult {
  const resolved = withDefaults(workerAppSchema, value);
  if (!validateWorkerApp(resolved)) return { ok: false, errors: validateWorkerApp.errors ?? [] };
  return { ok: true, app: resolved as unknown as ResolvedWorkerApp };
}
