import { stateFields } from '../celld-state-fields.ts';
import { NEWEST_VERSION } from '../celld-versions.ts';
import type { CelldState } from '../state-reader.ts';
import { type CelldVersion, versionOf } from '../version.ts';

/** What a census decides by, by celld's name for it. `occupied` and `shedding` are in every state that was decoded. */
const NEEDED = { restoring: 'restoring' } as const satisfies Readonly<Record<string, keyof CelldState>>;

/**
 * The fields that a census needs, that this version's `/state` has and that this state does not tell: with any of
 * them the state is incomplete and the gate holds. A version that is not known is held to the newest. Bug row G2.
 */
export function missingStateFields(state: CelldState, version: CelldVersion | undefined): readonly string[] {
  const told = stateFields(version ?? versionOf(NEWEST_VERSION));
  return Object.entries(NEEDED)
    .filter(([name, field]) => state[field] === undefined && told.some((field) => field.name === name))
    .map(([name]) => name);
}
