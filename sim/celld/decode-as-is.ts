import { isJsonObject, type JsonValue } from '../../documents/json.ts';
import type { CelldState, StateReading } from '../../fleet/state-reader.ts';
import { at, numberAt, textAt } from '../json.ts';

const COUNTS = {
  evicting: 'evicting',
  restoring: 'restoring',
  quiescing: 'quiescing',
  releasing: 'releasing',
  adopting: 'adopting',
  handed_off: 'handedOff',
  handoff_failed: 'handoffFailed',
  owned_cells: 'ownedCells',
} as const satisfies Readonly<Record<string, keyof CelldState>>;

/**
 * The plainest decoder, for tests of the world itself. The Jobs' own, in `fleet/`, is given to the world where they
 * are run.
 */
export function decodeAsIs(body: JsonValue): StateReading {
  if (!isJsonObject(body)) return { kind: 'unreadable', reason: 'wrong-shape' };
  if ('error' in body) return { kind: 'unreadable', reason: 'node-error' };
  const counts = Object.entries(COUNTS).filter(([key]) => key in body);
  const isSound = counts.every(([key]) => typeof body[key] === 'number' && body[key] >= 0);
  if (typeof body['occupied'] !== 'number' || !isSound) return { kind: 'unreadable', reason: 'wrong-shape' };
  const shedding = body['shedding'];
  const deployment = body['deployment'];
  return {
    kind: 'answer',
    state: {
      ownership: textAt(body, 'ownership'),
      occupied: body['occupied'],
      shedding: typeof shedding === 'string' ? shedding : null,
      ...Object.fromEntries(counts.map(([key, name]) => [name, numberAt(body, key)])),
      ...(isJsonObject(deployment) && { deployment: decodeDeployment(deployment) }),
    },
  };
}

function decodeDeployment(deployment: JsonValue): NonNullable<CelldState['deployment']> {
  const draining = at(deployment, 'draining');
  return {
    version: textAt(deployment, 'version'),
    generation: numberAt(deployment, 'generation'),
    draining: Array.isArray(draining) ? draining.length : 0,
    swapping: numberAt(deployment, 'swapping'),
  };
}
