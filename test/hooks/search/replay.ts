import { summary } from '../../../sim/canonical.ts';
import { numberAt } from '../../../sim/json.ts';
import { World } from '../../../sim/world.ts';
import { SET } from '../../sim/objects.ts';
import { choicesOf } from './events.ts';
import { firstState } from './search.ts';
import { Recoverer } from './recover.ts';
import { LETTERS, type SearchState, type Space } from './space.ts';
import { take } from './take.ts';

/** Plays a path from the start and tells the fleet after each event; then how it goes on in a good world. */
export async function replay(
  space: Space,
  path: readonly string[],
  tell: (line: string) => void,
): Promise<readonly string[]> {
  let state = await firstState(space);
  // The way to where a search starts has events that the search itself may not choose from.
  const every = { ...space, options: { ...space.options, letters: LETTERS } };
  const found: string[] = [];
  for (const name of path) {
    const choice = choicesOf(every, state).find((other) => other.name === name);
    if (choice === undefined) throw new Error(`Cannot happen here: ${name}`);
    const taken = await take(space, state, choice);
    state = taken.state;
    found.push(...taken.problems);
    tell(`${name.padEnd(34)} ${glance(space, state)}`);
    for (const problem of taken.problems) tell(`  VIOLATION ${problem}`);
  }
  const { ends, stage, path: after, problems } = await new Recoverer(space).recover(state);
  tell(`in a good world: ${ends === 'badly' ? 'BADLY' : 'well'}, in stage ${stage}: ${after.join(', ')}`);
  if (ends === 'badly') found.push(...problems, 'I11');
  return found;
}

function glance(space: Space, { sim, sync, job }: SearchState): string {
  const set = new World(space.config, sim).api.find(SET);
  const partition = numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  const shown = partition >= 1_000_000 ? 'closed' : `at ${partition}`;
  const pods = summary(sim).map((line) => line.replace(/\S*\/celld:v/, '').replace('chat-celld-', ''));
  const doing =
    job === undefined
      ? ''
      : job.next === undefined
        ? 'job looks next'
        : `job is about to ${textOf(job.next)}`;
  return `size ${numberAt(set, 'spec', 'replicas')}, ${shown}; ${pods.join('; ')} | ${sync?.phase ?? 'no sync'} ${doing}`;
}

function textOf({ decision }: { readonly decision: { readonly kind: string } }): string {
  return 'act' in decision ? JSON.stringify(decision.act) : decision.kind;
}
