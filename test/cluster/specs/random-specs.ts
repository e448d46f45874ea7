import fc from 'fast-check';
import { isJsonObject, type JsonObject } from '../../../documents/json.ts';
import { validateWorkerApp } from '../../../schemas/validators.generated.cjs';
import { specSchemaOfCrd, WORKERAPP_HEAD } from '../harness/workerapps.ts';
import { MINIMAL_SPEC } from './accepted.ts';
import { arbitraryValue } from './arbitrary-value.ts';

/** Always the same 200 specs, each of which fits the published schema. */
export function randomSpecs(): readonly JsonObject[] {
  const specs = arbitraryValue(specSchemaOfCrd()).filter((spec) =>
    validateWorkerApp({ ...WORKERAPP_HEAD, metadata: { name: 'any' }, spec }),
  );
  return fc.sample(specs, { numRuns: 200, seed: 20261129 }).filter(isJsonObject);
}

/** The same spec without what CEL rules compare between fields. */
export function withoutConflicts(spec: JsonObject): JsonObject {
  const { autoscaling, scheduling } = spec;
  return {
    ...spec,
    bucket: MINIMAL_SPEC.bucket,
    durability: 'bucket',
    ...(isJsonObject(autoscaling) ? { autoscaling: { ...autoscaling, minReplicas: 1 } } : {}),
    ...(isJsonObject(scheduling) ? { scheduling: { ...scheduling, tolerations: [] } } : {}),
  };
}

/** Fields that platform file, version or store rules judge: their rules have tests of their own. */
const JUDGED = new Set([
  'acknowledgeStop',
  'deployTrackingSecretRef',
  'deploymentPolicy',
  'hostnames',
  'podTemplate',
  'restartToken',
  'service',
  'telemetry',
  'vars',
]);

/** The same spec without what the open platform file of these tests, or celld 0.6, may refuse. */
export function withoutRefusals(spec: JsonObject): JsonObject {
  const { autoscaling, ...kept } = withoutConflicts(spec);
  const { appVersion, celld } = MINIMAL_SPEC;
  const unjudged = Object.fromEntries(Object.entries(kept).filter(([name]) => !JUDGED.has(name)));
  const { enabled = false, maxReplicas = 10 } = isJsonObject(autoscaling) ? autoscaling : {};
  return { ...unjudged, appVersion, celld, autoscaling: { enabled, minReplicas: 1, maxReplicas } };
}
