import type { JsonValue } from '../documents/json.ts';
import type { Sha256Hex } from '../fleet/hash.ts';
import { fieldAt, textAt } from '../fleet/object-fields.ts';
import { type FleetPlan, PLAN_LIMIT_BYTES, planHash } from '../fleet/plan.ts';

export type PlanReading =
  { readonly ok: true; readonly plan: FleetPlan } | { readonly ok: false; readonly sentence: string };

/** The version of plans that this program knows. */
const PLAN_VERSION = 1;

/**
 * A plan as the renderer wrote it. One of a newer or older plugin is refused by name and never guessed at: its hash
 * covers every field, so a field that got lost or was added on the way is found.
 */
export function readPlan(text: string | undefined, sha256Hex: Sha256Hex): PlanReading {
  if (text === undefined || text === '')
    return refusal('there is none: the Job’s environment has no FLEET_PLAN');
  if (new TextEncoder().encode(text).length > PLAN_LIMIT_BYTES)
    return refusal(`it is longer than ${PLAN_LIMIT_BYTES} bytes`);
  const value = parse(text);
  if (value === undefined) return refusal('it is not JSON');
  const version = fieldAt(value, 'planVersion');
  if (version !== PLAN_VERSION) return refusal(versionReason(version));
  const plan = value as unknown as FleetPlan;
  if (textAt(value, 'planHash') !== planHash(plan, sha256Hex))
    return refusal(
      'its hash is not that of its content: another version of the plugin wrote it, or it was edited',
    );
  return { ok: true, plan };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function versionReason(version: JsonValue | undefined): string {
  if (typeof version !== 'number') return 'it has no planVersion';
  const age = version > PLAN_VERSION ? 'newer' : 'older';
  return `it is of plan version ${version}, written by a ${age} plugin, and this program reads version ${PLAN_VERSION}: use the Job image of the plugin’s own release`;
}

function refusal(why: string): PlanReading {
  return { ok: false, sentence: `Cannot read the fleet plan: ${why}` };
}
