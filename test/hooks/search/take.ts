import type { Choice } from './events.ts';
import { problemsOf, startMove } from './move.ts';
import { normal } from './quotient.ts';
import type { SearchState, Space } from './space.ts';
import { statePrint } from './state-text.ts';

/** Where an event leads, and what it broke. */
export interface Taken {
  readonly state: SearchState;
  readonly print: number;
  readonly problems: readonly string[];
}

export async function take(space: Space, before: SearchState, { effect }: Choice): Promise<Taken> {
  const move = startMove(space, before);
  const effected = effect(move);
  const change = effected instanceof Promise ? await effected : effected;
  const problems = problemsOf(move);
  const state = normal({ ...before, ...change, sim: move.world.state });
  return { state, print: statePrint(state), problems };
}
