import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
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
}

/** Short deadlines, so that a scenario takes seconds; the plan is otherwise as a tenant gets it. */
const PLATFORM = { ...OPEN_PLATFORM, rollout: { settleSeconds: 1 } } as const satisfies JsonObject;

/** What the plugin makes of a commit. */
export async function renderCommit(commit: FleetCommit): Promise<readonly JsonObject[]> {
  const { name, namespace, version, spec: fields, platform } = commit;
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
  });
  assert.equal(code, 0, stderr);
  return exampleOf({ name: `${name} ${version}`, text: stdout }).objects;
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

export function isReady(pod: JsonObject): boolean {
  return objectsAt(pod, 'status', 'conditions').some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  );
}

export function imageOf(pod: JsonObject): string {
  return textAt(objectsAt(pod, 'spec', 'containers')[0], 'image').replace(/^.*:v/, '');
}

export function isTerminating(pod: JsonObject): boolean {
  return textAt(pod, 'metadata', 'deletionTimestamp') !== '';
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
