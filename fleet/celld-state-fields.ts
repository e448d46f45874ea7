import type { CelldVersion } from './version.ts';
import { isInRange, type VersionRange } from './version-table.ts';

/** `or null`: the node could not tell, or has no such thing; never zero. */
export type StateFieldKind =
  | 'text'
  | 'text or null'
  | 'count'
  | 'count or null'
  | 'counts'
  | 'names'
  | 'object'
  | 'object or null'
  | 'list';

/** One field of `GET /state`, from the first version that certainly has it. */
export interface StateField extends VersionRange {
  readonly name: string;
  readonly kind: StateFieldKind;
  /** True: absent in some states of a healthy node. */
  readonly sometimes?: true;
}

export const STATE_FIELDS_SOURCE = 'facts/celld.md 1.1';

/**
 * No field says the version, none is a boolean, and later versions add fields: whoever reads it asks only for what it
 * needs and passes over the rest. Uncertain first versions are set late, so that nothing is missed in a version that
 * lacks it.
 */
export const STATE_FIELDS: readonly StateField[] = [
  { name: 'ownership', kind: 'text' },
  { name: 'occupied', kind: 'count' },
  { name: 'shedding', kind: 'text or null' },
  { name: 'residents', kind: 'names' },
  { name: 'published', kind: 'names' },
  { name: 'publishes', kind: 'count' },
  { name: 'stops', kind: 'count' },
  { name: 'evicting', kind: 'count', since: '0.2.0' },
  { name: 'restoring', kind: 'count', since: '0.2.0' },
  { name: 'activating', kind: 'count', since: '0.2.1' },
  { name: 'activation_waiting', kind: 'count', since: '0.2.1' },
  { name: 'capacity_waiting', kind: 'count', since: '0.2.1' },
  { name: 'phases', kind: 'counts', since: '0.2.1' },
  { name: 'rss_bytes', kind: 'count', since: '0.2.1' },
  { name: 'in_use_bytes', kind: 'count', since: '0.2.1' },
  { name: 'quiescing', kind: 'count', since: '0.4.0' },
  { name: 'releasing', kind: 'count', since: '0.4.0' },
  { name: 'adopting', kind: 'count', since: '0.4.0' },
  { name: 'handed_off', kind: 'count', since: '0.4.0' },
  { name: 'handoff_failed', kind: 'count', since: '0.4.0' },
  { name: 'cgroup_working_set_bytes', kind: 'count or null', since: '0.4.0' },
  { name: 'cgroup_current_bytes', kind: 'count or null', since: '0.4.0' },
  { name: 'drainPins', kind: 'list', since: '0.4.0', sometimes: true },
  { name: 'deployment', kind: 'object', since: '0.4.0', sometimes: true },
  { name: 'owned_cells', kind: 'count', since: '0.6.0' },
  { name: 'rebalanced', kind: 'count', since: '0.6.0' },
  { name: 'rebalance_failed', kind: 'count', since: '0.6.0' },
  { name: 'remote_route_refreshes', kind: 'count', since: '0.6.0' },
  { name: 'allocator', kind: 'object or null', since: '0.6.0' },
  { name: 'libc_malloc', kind: 'object or null', since: '0.6.0' },
  { name: 'node_load', kind: 'object or null', since: '0.6.0' },
];

/** The fields that a version's `/state` has. */
export function stateFields(version: CelldVersion): readonly StateField[] {
  return STATE_FIELDS.filter((field) => isInRange(version, field));
}

/** True where `/state` says which deployment a node serves; before that only its start tells. */
export function reportsDeployment(version: CelldVersion): boolean {
  return stateFields(version).some(({ name }) => name === 'deployment');
}
