import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { STATE_FIELDS, type StateField } from '../../fleet/celld-state-fields.ts';
import { NEWEST_VERSION } from '../../fleet/celld-versions.ts';
import type { UnreadableReason } from '../../fleet/state-reader.ts';
import { formatVersion, versionOf } from '../../fleet/version.ts';
import { isInRange } from '../../fleet/version-table.ts';
import { type CelldNode, isAlive } from './node.ts';

/** What a reader gets from one address. `after`: how long it takes, where not as long as an answer. */
export type StateAnswer =
  | { readonly kind: 'body'; readonly json: JsonValue }
  | { readonly kind: 'failure'; readonly reason: UnreadableReason; readonly after?: number };

/**
 * `GET /state` at an address. Still answered in a drain; before a node is well its socket is bound and nothing is
 * accepted, so a reader waits until it gives up. facts/celld.md 1 and 2.
 */
export function stateAnswer(node: CelldNode | undefined): StateAnswer {
  if (node === undefined) return { kind: 'failure', reason: 'unreachable' };
  if (node.isLost) return { kind: 'failure', reason: 'timeout' };
  if (!isAlive(node)) return { kind: 'failure', reason: 'refused', after: 1 };
  if (node.phase === 'starting' || node.phase === 'silent') return { kind: 'failure', reason: 'timeout' };
  return node.lie ?? { kind: 'body', json: stateBody(node) };
}

const fieldsByVersion = new Map<string, readonly StateField[]>();

function fieldsOf({ version = versionOf(NEWEST_VERSION) }: CelldNode): readonly StateField[] {
  const key = formatVersion(version);
  let fields = fieldsByVersion.get(key);
  if (fields === undefined) {
    fields = STATE_FIELDS.filter((field) => isInRange(version, field));
    fieldsByVersion.set(key, fields);
  }
  return fields;
}

const VALUES: Readonly<Record<string, (node: CelldNode) => JsonValue>> = {
  ownership: () => 's3',
  owned_cells: ({ cells }) => cells,
  occupied: ({ cells }) => cells,
  restoring: ({ restoring }) => restoring,
  activating: ({ restoring }) => Math.min(restoring, 1),
  activation_waiting: ({ restoring }) => Math.max(0, restoring - 1),
  releasing: ({ phase, cells }) => (phase === 'draining' ? cells : 0),
  handed_off: ({ handedOff }) => handedOff,
  residents: ({ name, cells }) => Array.from({ length: cells }, (_, index) => `Cell:${name}-${index}`),
  published: () => [],
  deployment: deploymentPart,
};

const bodies = new WeakMap<CelldNode, JsonObject>();

function stateBody(node: CelldNode): JsonObject {
  const known = bodies.get(node);
  if (known !== undefined) return known;
  const members = fieldsOf(node)
    .filter(({ name }) => name !== 'drainPins' && (name !== 'deployment' || node.deployment !== ''))
    .map(({ name, kind }): [string, JsonValue] => [name, VALUES[name]?.(node) ?? emptyValue(kind)]);
  const body = Object.fromEntries(members);
  bodies.set(node, body);
  return body;
}

function emptyValue(kind: StateField['kind']): JsonValue {
  if (kind === 'count') return 0;
  if (kind === 'counts' || kind === 'object') return {};
  if (kind === 'names' || kind === 'list') return [];
  return kind === 'text' ? '' : null;
}

/** facts/celld.md 1.2. */
function deploymentPart({ deployment, generation, isSwapping, cells }: CelldNode): JsonObject {
  return {
    version: deployment,
    prefix: `deploy/chat/${deployment}`,
    generation,
    draining: isSwapping ? [{ generation: generation - 1, version: 'earlier' }] : [],
    swapping: isSwapping ? cells : 0,
    cells: {},
  };
}
