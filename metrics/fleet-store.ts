import { type FleetKey, type FleetSnapshot } from '../fleet/observe/fleet-snapshot.ts';
import { keyText } from '../fleet/observe/fleet-objects.ts';
import type { FleetVerdict } from '../fleet/status/verdict.ts';
import type { FleetView } from '../fleet/status/fleet-view.ts';

/** One fleet as it is shown: never changed, only replaced as a whole. */
export interface PublishedFleet {
  readonly snapshot: FleetSnapshot;
  readonly view: FleetView;
  readonly verdict: FleetVerdict;
}

/** What the last sweeps gave. One writer, the sweeps; whoever reads it sees whole fleets. */
export interface FleetStore {
  publish(fleet: PublishedFleet): void;
  get(key: FleetKey): PublishedFleet | undefined;
  /** By namespace and name. */
  all(): readonly PublishedFleet[];
  /** Lets go of fleets that are no more. */
  keepOnly(keys: ReadonlySet<string>): void;
}

export function fleetStore(): FleetStore {
  const fleets = new Map<string, PublishedFleet>();
  let sorted: readonly PublishedFleet[] | undefined;
  return {
    publish: (fleet) => {
      fleets.set(keyText(fleet.snapshot), fleet);
      sorted = undefined;
    },
    get: (key) => fleets.get(keyText(key)),
    all: () => {
      sorted ??= [...fleets].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, fleet]) => fleet);
      return sorted;
    },
    keepOnly: (keys) => {
      for (const key of fleets.keys()) if (!keys.has(key)) fleets.delete(key);
      sorted = undefined;
    },
  };
}
