import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
import { sha256Hex } from '../../../cmp/sha256.ts';
import { escapeExpansion } from '../../../fleet/escape-expansion.ts';
import { JOB_ENVIRONMENT } from '../../../fleet/job-environment.ts';
import { fleetPlanText, type FleetPlan, planHash } from '../../../fleet/plan.ts';
import { expandVariables } from '../../fleet/expand-variables.ts';
import type { ControlPlane } from '../control-plane.ts';
import { exampleOf } from '../harness/examples.ts';
import { objectsAt, textAt, valueAt } from '../harness/json-at.ts';
import { renderWorkerApp } from '../harness/render-workerapp.ts';
import { OPEN_PLATFORM } from '../specs/rendered-edges.ts';

export const DEPLOYMENT = '3f2a9c0d1e4b5a67';

export interface FleetCommit {
  readonly name: string;
  readonly namespace: string;
  /** celld's version, or a whole tag. */
  readonly version: string;
  /** Fields of the spec over those of `SPEC`. */
  readonly spec?: JsonObject;
  /** Settings of the platform file over those of `PLATFORM`. */
  readonly platform?: JsonObject;
  /** Parameters of the plugin. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Shorter deadlines than a platform file may set, in seconds. */
  readonly deadlines?: { readonly step: number; readonly overall: number };
}

/** Short deadlines, so that a scenario takes seconds; the plan is otherwise as a tenant gets it. */
const PLATFORM = { ...OPEN_PLATFORM, rollout: { settleSeconds: 1 } } as const satisfies JsonObject;

/** What the plugin makes of a commit. */
export async function renderCommit(commit: FleetCommit): Promise<readonly JsonObject[]> {
  const { name, namespace, version, spec: fields, platform, parameters = {}, deadlines } = commit;
  const celld = { image: `ghcr.io/denoland/celld:v${version}` };
  const spec: JsonObject = {
    appVersion: DEPLOYMENT,
    bucket: { name: `s3://example-cells/${namespace}-${name}` },
    replicas: 3,
    ...fields,
    celld: { ...celld, ...(valueAt(fields, 'celld') as JsonObject | undefined) },
  };
  const { code, stdout, stderr } = await renderWorkerApp({
    name,
    namespace,
    spec,
    platform: { ...PLATFORM, ...platform },
    parameters,
  });
  assert.equal(code, 0, stderr);
  const { objects } = exampleOf({ name: `${name} ${version}`, text: stdout });
  return deadlines === undefined ? objects : objects.map((object) => withDeadlines(object, deadlines));
}

/** A Job with another plan: minutes are too long for a test, and less is not to be had from a platform file. */
function withDeadlines(object: JsonObject, deadlines: NonNullable<FleetCommit['deadlines']>): JsonObject {
  const [container] = objectsAt(object, 'spec', 'template', 'spec', 'containers');
  const variable = objectsAt(container, 'env').find(({ name }) => name === JOB_ENVIRONMENT.plan);
  if (object['kind'] !== 'Job' || variable === undefined) return object;
  const text = textAt(variable, 'value');
  const plan = JSON.parse(expandVariables(text, {})) as FleetPlan;
  const changed = { ...plan, deadlines: { ...plan.deadlines, ...deadlines } };
  const value = escapeExpansion(fleetPlanText({ ...changed, planHash: planHash(changed, sha256Hex) }));
  return JSON.parse(
    JSON.stringify(object).replace(JSON.stringify(text), () => JSON.stringify(value)),
  ) as JsonObject;
}

export async function live(
  plane: ControlPlane,
  type: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<JsonObject | undefined> {
  const { code, stdout } = await plane.kubectl(['get', type, name, '-n', namespace, '-o', 'json']);
  return code === 0 ? (JSON.parse(stdout) as JsonObject) : undefined;
}

/** Every pod of a fleet, by ordinal, as `name version ready`. */
export async function podsOf(
  plane: ControlPlane,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<readonly JsonObject[]> {
  const selector = encodeURIComponent(`celld-operator.io/workerapp=${name}`);
  const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=${selector}`;
  return objectsAt((await plane.api.send({ method: 'GET', path })).body, 'items').toSorted((a, b) =>
    textAt(a, 'metadata', 'name').localeCompare(textAt(b, 'metadata', 'name'), 'en', { numeric: true }),
  );
}

export function imageOf(pod: JsonObject): string {
  return textAt(objectsAt(pod, 'spec', 'containers')[0], 'image').replace(/^.*:v/, '');
}

/** Waits until something is so; throws with what was seen last. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  longest = 60_000,
): Promise<T> {
  const deadline = Date.now() + longest;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${longest / 1000} s: ${what}`);
    await sleep(100);
  }
}
