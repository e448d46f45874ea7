import type { JsonObject } from '../../../documents/json.ts';
import type { JsonSchema } from '../../../schemas/json-schema.ts';
import { workerAppSchema } from '../../../schemas/workerapp-schema.ts';
import { startControlPlane, type ControlPlane } from '../control-plane.ts';
import { NAMESPACE_CONTROLLERS } from './control-plane-flags.ts';
import { installCrds, ownCrds } from './install-crds.ts';
import { objectsAt, textAt } from './json-at.ts';
import type { KubeAnswer } from './kube-api.ts';

export const WORKERAPP_HEAD = { apiVersion: 'celld-operator.io/v1alpha1', kind: 'WorkerApp' } as const;
export const WORKERAPPS_PATH = '/apis/celld-operator.io/v1alpha1/namespaces/default/workerapps';
export const DRY_RUN = '?dryRun=All&fieldValidation=Strict';
export const FOR_REAL = '?fieldValidation=Strict';

/** A control plane that knows our definitions and no others. */
export async function startWithOwnCrds(): Promise<ControlPlane> {
  const plane = await startControlPlane({ controllers: NAMESPACE_CONTROLLERS });
  await installCrds(plane, await ownCrds());
  return plane;
}

export interface WorkerAppToCreate {
  readonly name: string;
  readonly spec: JsonObject;
  readonly status?: JsonObject;
}

export function createWorkerApp(
  plane: ControlPlane,
  { name, spec, status }: WorkerAppToCreate,
  query = FOR_REAL,
): Promise<KubeAnswer> {
  const body = { ...WORKERAPP_HEAD, metadata: { name }, spec, ...(status === undefined ? {} : { status }) };
  return plane.api.send({ method: 'POST', path: `${WORKERAPPS_PATH}${query}`, body });
}

/** `field: message` of every cause that a refusal names, or its whole message; empty for a success. */
export function causesOf({ status, body }: KubeAnswer): readonly string[] {
  if (status < 300) return [];
  const named = objectsAt(body, 'details', 'causes').map(
    (cause) => `${textAt(cause, 'field')}: ${textAt(cause, 'message')}`,
  );
  return named.length === 0 ? [textAt(body, 'message')] : named;
}

/** The schema of `spec` with the defaults that the definition carries (not those with `x-crd-default: false`). */
export function specSchemaOfCrd(): JsonSchema {
  const spec = workerAppSchema.properties?.['spec'];
  if (spec === undefined) throw new Error('Expected the WorkerApp schema to have a spec');
  return withCrdDefaults(spec);
}

/** The message of every CEL rule of a schema. */
export function celMessages(schema: JsonSchema): readonly string[] {
  const own = (schema['x-kubernetes-validations'] ?? []).map((rule) => rule.message);
  const children = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [...own, ...children.flatMap(celMessages)];
}

function withCrdDefaults(schema: JsonSchema): JsonSchema {
  const { default: ours, properties, items, ...rest } = schema;
  const kept = ours === undefined || schema['x-crd-default'] === false ? {} : { default: ours };
  const fields = Object.entries(properties ?? {}).map(
    ([name, child]) => [name, withCrdDefaults(child)] as const,
  );
  return {
    ...rest,
    ...kept,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: withCrdDefaults(items) }),
  };
}
