import type { JsonObject } from '../../documents/json.ts';
import type { CelldVersion } from '../../fleet/version.ts';
import { fleetLabels, fleetSelector, PORTS } from '../../fleet/labels.ts';
import { fleetNames, type FleetNames } from '../../fleet/names.ts';
import type { FleetPlan } from '../../fleet/plan.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import type { ResolvedWorkerApp } from '../../schemas/workerapp.generated.ts';

/** Everything that the objects of one fleet are made from: checked, with every default filled in. */
export interface AppContext {
  readonly app: ResolvedWorkerApp;
  readonly namespace: string;
  readonly platform: ResolvedPlatform;
  readonly names: FleetNames;
  readonly version: CelldVersion;
  /** The deployment that the pods are to serve: pinned in the file, or followed by the generator. */
  readonly appVersion: string;
  /** Digest over the Secrets that the pods read, from the generator; absent where nobody follows them. */
  readonly configDigest?: string;
}

/** The same, once the plan of the fleet is made: what carries the plan is rendered after what it is made from. */
export interface PlannedContext extends AppContext {
  readonly plan: FleetPlan;
  /** As a container's environment carries it. */
  readonly planText: string;
}

/** The fields that every template may use. */
export function commonView(context: AppContext): JsonObject {
  const name = context.app.metadata.name;
  return {
    namespace: context.namespace,
    names: { ...fleetNames(name) },
    labels: fleetLabels(name),
    selector: fleetSelector(name),
    ports: { public: PORTS.public.port, internal: PORTS.internal.port },
  };
}
