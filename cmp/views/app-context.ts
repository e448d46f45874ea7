import type { JsonObject } from '../../documents/json.ts';
import type { CelldVersion } from '../../fleet/version.ts';
import { fleetLabels, fleetSelector, PORTS } from '../../fleet/labels.ts';
import { type FleetId, type FleetNames, namesOfFleet } from '../../fleet/names.ts';
import type { FleetPlan } from '../../fleet/plan.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import type { ResolvedWorkerApp } from '../../schemas/workerapp.generated.ts';

/** What the Jobs and policies of any fleet are made from, whether its StatefulSet is ours or a chart's. */
export interface FleetContext {
  readonly fleet: FleetId;
  readonly namespace: string;
  readonly platform: ResolvedPlatform;
}

/** Everything that the objects of one WorkerApp are made from: checked, with every default filled in. */
export interface AppContext extends FleetContext {
  readonly app: ResolvedWorkerApp;
  readonly names: FleetNames;
  readonly version: CelldVersion;
  /** The deployment that the pods are to serve: pinned in the file, or followed by the generator. */
  readonly appVersion: string;
  /** Digest over the Secrets that the pods read, from the generator; absent where nobody follows them. */
  readonly configDigest?: string;
}

/** The same, once the plan of the fleet is made: what carries the plan is rendered after what it is made from. */
export interface PlannedFleet extends FleetContext {
  readonly plan: FleetPlan;
  /** As a container's environment carries it. */
  readonly planText: string;
}

export type PlannedContext = AppContext & PlannedFleet;

/** The fields that every template may use. */
export function commonView({ fleet, namespace }: FleetContext): JsonObject {
  return {
    namespace,
    names: { ...namesOfFleet(fleet) },
    labels: fleetLabels(fleet.app),
    selector: fleetSelector(fleet.app),
    ports: { public: PORTS.public.port, internal: PORTS.internal.port },
  };
}
