import type { JsonObject, JsonValue } from '../../../../documents/json.ts';
import { stateFields, type StateField } from '../../../../fleet/celld-state-fields.ts';
import type { CelldVersion } from '../../../../fleet/version.ts';

/** What a node says about itself. */
export interface NodeFacts {
  readonly version: CelldVersion;
  readonly pod: string;
  readonly scheme: string;
  readonly cells: number;
  readonly restoring: number;
  readonly isDraining: boolean;
  readonly handedOff: number;
  /** Undefined where no app is loaded. */
  readonly deployment: string | undefined;
  readonly generation: number;
  readonly isSwapping: boolean;
}

const VALUES: Readonly<Record<string, (facts: NodeFacts) => JsonValue>> = {
  ownership: ({ scheme }) => scheme,
  owned_cells: ({ cells }) => cells,
  occupied: ({ cells }) => cells,
  restoring: ({ restoring }) => restoring,
  activating: ({ restoring }) => Math.min(restoring, 1),
  activation_waiting: ({ restoring }) => Math.max(0, restoring - 1),
  releasing: ({ isDraining, cells }) => (isDraining ? cells : 0),
  handed_off: ({ handedOff }) => handedOff,
  residents: ({ pod, cells }) => Array.from({ length: cells }, (_, index) => `Cell:${pod}-${String(index)}`),
  published: ({ pod, cells }) => Array.from({ length: cells }, (_, index) => `Cell:${pod}-${String(index)}`),
  phases: ({ cells, restoring }) => (cells === 0 ? {} : { resident: cells - restoring, restoring }),
  rss_bytes: ({ cells }) => 200_000_000 + cells * 1_000_000,
  in_use_bytes: ({ cells }) => 150_000_000 + cells * 1_000_000,
  deployment: deploymentPart,
};

/** `/state` with exactly the fields that the version has. facts/celld.md 1.1. */
export function stateBody(facts: NodeFacts): JsonObject {
  const members = stateFields(facts.version)
    .filter(({ name }) => name !== 'drainPins' && (name !== 'deployment' || facts.deployment !== undefined))
    .map(({ name, kind }): [string, JsonValue] => [name, VALUES[name]?.(facts) ?? emptyValue(kind)]);
  return Object.fromEntries(members);
}

function emptyValue(kind: StateField['kind']): JsonValue {
  if (kind === 'count') return 0;
  if (kind === 'counts' || kind === 'object') return {};
  if (kind === 'names' || kind === 'list') return [];
  return kind === 'text' ? '' : null;
}

/** facts/celld.md 1.2. */
function deploymentPart({ deployment = '', generation, isSwapping, cells, pod }: NodeFacts): JsonObject {
  const scopes = Array.from({ length: cells }, (_, index) => [`Cell:${pod}-${String(index)}`, generation]);
  return {
    version: deployment,
    prefix: `deploy/app/${deployment}`,
    generation,
    draining: isSwapping ? [{ generation: generation - 1, version: 'earlier' }] : [],
    swapping: isSwapping ? cells : 0,
    cells: Object.fromEntries(scopes) as JsonObject,
  };
}
