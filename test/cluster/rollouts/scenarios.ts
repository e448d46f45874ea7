import type { FleetTest } from './fleet-test.ts';
import type { History } from './invariants.ts';
import { CHANGES } from './scenarios/changes.ts';
import { CRASHES } from './scenarios/crashes.ts';
import { REFUSALS } from './scenarios/refusals.ts';
import { REPAIRS } from './scenarios/repairs.ts';

/** One history and how it ends. */
export interface Scenario {
  /** A sentence; rows of facts/histories.md come first. */
  readonly name: string;
  readonly play: (fleet: FleetTest) => Promise<void>;
  /** The fleet in the end, every pod well and the partition closed. */
  readonly ends?: string;
  readonly byHand?: History['byHand'];
  readonly acknowledged?: readonly string[];
}

export const SCENARIOS: readonly Scenario[] = [...CHANGES, ...REFUSALS, ...REPAIRS, ...CRASHES];
