import type { JsonArray, JsonObject } from '../documents/json.ts';
import { type BucketIdentity, type BucketSpec, bucketIdentity } from './bucket.ts';
import { canonicalJson } from './canonical-json.ts';
import { fleetDeadlines, type FleetDeadlines, type WantedDeadlines } from './deadlines.ts';
import type { Durability } from './environment-input.ts';
import type { FleetSize } from './fleet-size.ts';
import { type Sha256Hex, shortHash, templateHash } from './hash.ts';
import type { ChartRelease } from './names.ts';
import { type CelldVersion, formatVersion, type VersionText } from './version.ts';

/**
 * The deployment that every pod must serve; `follow`: taken from the bucket's pointer, so a newer one supersedes it;
 * `any`: nothing says which, so it is whatever the pods serve, as long as nothing is draining.
 */
export interface ExpectedApp {
  readonly version: string;
  readonly source: 'pinned' | 'follow' | 'any';
}

/** Names that a live pod template may have beyond the plan's own (DESIGN 5 step 1). */
export interface AllowedMutations {
  readonly containers: readonly string[];
  readonly environment: readonly string[];
  readonly volumes: readonly string[];
  readonly imagePrefixes: readonly string[];
}

/**
 * What a render hands to the Jobs of one fleet, as one JSON value (DESIGN 3): they never read the WorkerApp file, and
 * the renderer never reads the cluster. Names, labels and bounds that follow from `app` are not repeated here.
 */
export interface FleetPlan {
  readonly planVersion: 1;
  readonly app: string;
  readonly namespace: string;
  /** A Helm chart makes the StatefulSet: of its template the plan knows a part, and its size is the chart's. DESIGN 8. */
  readonly chart?: ChartRelease;
  readonly bucket: BucketIdentity;
  readonly image: string;
  readonly version: VersionText;
  /** Minor lines newer than the tables that the platform file lets run. */
  readonly namedMinors: readonly string[];
  readonly templateHash: string;
  readonly expectedApp: ExpectedApp;
  readonly deploymentPolicy: 'Restart' | 'InPlace';
  readonly updateStrategy: 'Rolling' | 'Recreate';
  readonly durability: Durability;
  readonly size: FleetSize;
  readonly deadlines: FleetDeadlines;
  readonly podManagementPolicy: 'Parallel' | 'OrderedReady';
  readonly paused: boolean;
  readonly restartToken?: string;
  readonly acknowledgeStop?: string;
  readonly acknowledgeDowngrade?: string;
  readonly dataWrittenBy?: string;
  readonly podTemplate: JsonObject;
  /** What mutating webhooks may add; left out: nothing. */
  readonly allowedMutations?: AllowedMutations;
  /** Immutable in the API; the gate compares it. */
  readonly volumeClaimTemplates: JsonArray;
  /** Over everything above. */
  readonly planHash: string;
}

/** Bytes of a plan's JSON: it is passed to a Job as one value (DESIGN 3). */
export const PLAN_LIMIT_BYTES = 32_768;

type Derived = 'planVersion' | 'bucket' | 'version' | 'templateHash' | 'deadlines' | 'planHash';

/** A plan's fields as the renderer has them; what is derived from them is left out. */
export interface FleetPlanInput extends Omit<FleetPlan, Derived> {
  readonly bucket: BucketSpec;
  readonly version: CelldVersion;
  readonly deadlines?: WantedDeadlines;
}

/** The plan of one fleet. Its size is checked by the caller, who can say where the text comes from. */
export function buildFleetPlan(input: FleetPlanInput, sha256Hex: Sha256Hex): FleetPlan {
  const plan = {
    ...input,
    planVersion: 1,
    bucket: bucketIdentity(input.bucket),
    version: formatVersion(input.version),
    templateHash: templateHash(input.podTemplate, sha256Hex),
    deadlines: fleetDeadlines(input.size, input.deadlines),
  } as const;
  return { ...plan, planHash: planHash(plan, sha256Hex) };
}

/** Hash of everything in a plan but its own hash; the pod template counts by its hash, which is in the plan too. */
export function planHash(plan: Omit<FleetPlan, 'planHash'>, sha256Hex: Sha256Hex): string {
  return shortHash({ ...plan, podTemplate: undefined, planHash: undefined }, sha256Hex);
}

/** The plan as the Job gets it: canonical JSON. Escape it where Kubernetes expands variables. */
export function fleetPlanText(plan: FleetPlan): string {
  return canonicalJson(plan);
}

/** UTF-8 bytes of the plan's text; at most `PLAN_LIMIT_BYTES`. */
export function fleetPlanBytes(plan: FleetPlan): number {
  return new TextEncoder().encode(fleetPlanText(plan)).length;
}
