import { TYPES } from '../../../sim/api/resource-types.ts';
import { loseCells } from '../../../sim/celld/cells.ts';
import { goCold, nodeNamed } from '../../../sim/kubelet/mishaps.ts';
import { crashNow } from './crash.ts';
import { ME, NAMESPACE, refOf } from '../../sim/objects.ts';
import { textAt } from '../../../sim/json.ts';
import type { SimState } from '../../../sim/state.ts';
import { act, look, newJob, rehearse, stop, gate } from './job-steps.ts';
import { applyManifest, type Move, newUid } from './move.ts';
import { LONG_MS, SOON_MS, withFreshProgress } from './quotient.ts';
import { commitNamed, type JobState, type Letter, type SearchState, type Space } from './space.ts';

/** What an event makes of the state beside the world. */
type Change = Partial<Pick<SearchState, 'head' | 'sync' | 'job' | 'old'>>;
export type Effect = (move: Move) => Change | Promise<Change>;

/** Something that may be next, by a name that is the same whenever the search is run. */
export interface Choice {
  readonly name: string;
  readonly effect: Effect;
}

/** Everything that may happen next, in a fixed order. */
export function choicesOf(space: Space, state: SearchState): readonly Choice[] {
  const allowed = (letter: Letter) => space.options.letters.includes(letter);
  return [
    ...worldChoices(state.sim),
    ...jobChoices(state, allowed),
    ...syncChoices(space, state, allowed),
    ...podChoices(state.sim, allowed),
    ...(allowed('scaler') ? scalerChoices(state.sim) : []),
    ...timeChoices(state, allowed),
  ];
}

const NO_CHANGE: Change = {};

/** Whatever the controllers, kubelets, nodes and autoscalers have to do. */
export function worldChoices(sim: SimState): readonly Choice[] {
  const names = new Map<string, number>();
  return sim.queue.list().map(({ key, event }) => {
    const plain = `${event.kind} ${event.name}`;
    const count = (names.get(plain) ?? 0) + 1;
    names.set(plain, count);
    return {
      name: count === 1 ? plain : `${plain} #${count}`,
      effect: ({ world }) => {
        world.fireNow(key);
        return NO_CHANGE;
      },
    };
  });
}

type Allowed = (letter: Letter) => boolean;

function jobChoices(state: SearchState, allowed: Allowed): readonly Choice[] {
  return (['job', 'old'] as const).flatMap((place) => {
    const job = state[place];
    if (job === undefined) return [];
    return [
      stepOf(place, job),
      ...(job.next !== undefined && allowed('lost-answer') ? [actOf(place, job, false)] : []),
      ...(allowed('kill') ? [killOf(place, state)] : []),
    ];
  });
}

export function stepOf(place: 'job' | 'old', job: JobState): Choice {
  return job.next === undefined ? lookOf(place, job) : actOf(place, job, true);
}

function actOf(place: 'job' | 'old', job: JobState, isAnswered: boolean): Choice {
  return {
    name: `${place} acts${isAnswered ? '' : ' unanswered'}`,
    effect: async (move) => ({ [place]: await act(move, job, isAnswered) }),
  };
}

const CHECKED_AT_ONCE: readonly string[] = ['lowerPartition', 'restorePartition', 'setReplicas', 'deletePod'];

function lookOf(place: 'job' | 'old', job: JobState): Choice {
  return {
    name: `${place} looks`,
    effect: async (move) => {
      const step = await look(move, job);
      if (step.kind === 'ended') return afterJob(place, move.before, step.code);
      const { decision } = step.considered;
      if (decision.kind === 'act' && CHECKED_AT_ONCE.includes(decision.act.kind))
        for (const what of await rehearse(move, job))
          move.breaches.push({ invariant: 'at once', at: 0, what });
      return { [place]: withFreshProgress(step.job, step.considered) };
    },
  };
}

function afterJob(place: 'job' | 'old', { sync }: SearchState, code: number): Change {
  if (place === 'old' || sync === undefined) return { [place]: undefined };
  return { job: undefined, sync: code === 0 ? { ...sync, phase: 'last' } : undefined };
}

function killOf(place: 'job' | 'old', { sync }: SearchState): Choice {
  return {
    name: `${place} is killed`,
    effect: () =>
      place === 'old' || sync === undefined
        ? { [place]: undefined }
        : { job: undefined, sync: { ...sync, phase: 'down' } },
  };
}

/** Git's head counts when Argo CD reads it, and only then: a move of git is part of the sync that follows it. */
function syncChoices({ options }: Space, state: SearchState, allowed: Allowed): readonly Choice[] {
  const { sync, job, old, head } = state;
  if (sync === undefined) {
    const heads = allowed('git') ? options.versions : [head];
    return [...heads.map(startSync), ...(allowed('hookless') ? heads.map(hooklessSync) : [])];
  }
  return [
    ...(sync.phase === 'job' ? [] : [advance(state)]),
    ...(allowed('terminate') ? [terminateSync(job)] : []),
    ...(allowed('abandon') && job !== undefined && old === undefined ? [abandon(job)] : []),
  ];
}

export function startSync(commit: string): Choice {
  return {
    name: `argocd syncs ${commit}`,
    effect: (move) => ({ head: commit, sync: { commit, phase: 'gate', jobUid: newUid(move) } }),
  };
}

/** The next thing that Argo CD, or the Job controller for it, does. */
export function advance({ sync }: SearchState): Choice {
  return {
    name: `argocd ${sync?.phase === 'down' ? 'restarts the job' : `does ${sync?.phase ?? ''}`}`,
    effect: async (move) => {
      if (sync === undefined) return NO_CHANGE;
      const { commit, jobUid } = sync;
      const { set, scaler } = commitNamed(move.space, commit);
      switch (sync.phase) {
        case 'gate': {
          const code = await gate(move, commit, newUid(move));
          if (code === undefined) return NO_CHANGE;
          return { sync: code === 0 ? { ...sync, phase: 'apply' } : undefined };
        }
        case 'apply':
          applyManifest(move, set);
          return { sync: { ...sync, phase: 'job' }, job: newJob(move, commit, jobUid) };
        case 'down':
          return { sync: { ...sync, phase: 'job' }, job: newJob(move, commit, jobUid) };
        case 'last':
          if (scaler !== undefined) applyManifest(move, scaler);
          return { sync: undefined };
        case 'job':
          return NO_CHANGE;
      }
    },
  };
}

function hooklessSync(commit: string): Choice {
  return {
    name: `argocd applies ${commit} without hooks`,
    effect: (move) => {
      const { set, scaler } = commitNamed(move.space, commit);
      applyManifest(move, set);
      if (scaler !== undefined) applyManifest(move, scaler);
      return { head: commit };
    },
  };
}

function terminateSync(job: JobState | undefined): Choice {
  return {
    name: 'argocd terminates',
    effect: async (move) => {
      if (job !== undefined) await stop(move, job);
      return { sync: undefined, job: undefined };
    },
  };
}

/** The operation is over, and the Job's pod runs on: its machine is slow to end it, or cut off. */
function abandon(job: JobState): Choice {
  return {
    name: 'argocd abandons the job',
    effect: () => ({ sync: undefined, job: undefined, old: job }),
  };
}

function podChoices(sim: SimState, allowed: Allowed): readonly Choice[] {
  const pods = [...(sim.store.byType.get('/pods')?.values() ?? [])].map(({ object }) => object);
  return pods.flatMap((pod) => {
    const name = textAt(pod, 'metadata', 'name');
    const node = sim.nodes.get(textAt(pod, 'metadata', 'uid'));
    const isGoing = textAt(pod, 'metadata', 'deletionTimestamp') !== '';
    const choices: Choice[] = [];
    if (allowed('evict') && !isGoing)
      choices.push(
        onWorld(`${name} is evicted`, ({ world }) => world.api.delete(refOf(TYPES.pod, name), {}, ME)),
      );
    if (allowed('vanish')) choices.push(onWorld(`${name} vanishes`, (move) => vanish(move, name)));
    if (allowed('crash') && node !== undefined && ['starting', 'serving', 'silent'].includes(node.phase))
      choices.push(onWorld(`${name} crashes`, ({ world }) => crashNow(world, name)));
    if (allowed('cold') && node?.phase === 'serving' && node.restoring === 0)
      choices.push(onWorld(`${name} goes cold`, ({ world }) => goCold(world, name, 4)));
    return choices;
  });
}

/** The machine burns, and its pod is taken away by force: nothing is handed off. */
function vanish({ world }: Move, name: string): void {
  const node = nodeNamed(world, name);
  if (node !== undefined) {
    world.state.nodes.delete(node.uid);
    loseCells(world, node);
  }
  world.api.delete(refOf(TYPES.pod, name), { gracePeriodSeconds: 0 }, ME);
}

function onWorld(name: string, happen: (move: Move) => void): Choice {
  return {
    name,
    effect: (move) => {
      happen(move);
      return NO_CHANGE;
    },
  };
}

const TARGET = `${NAMESPACE}/chat-celld`;

function scalerChoices(sim: SimState): readonly Choice[] {
  return [1, 9, undefined]
    .filter((demand) => sim.demand.get(TARGET) !== demand || !sim.demand.has(TARGET))
    .map((demand) =>
      onWorld(`load asks for ${demand ?? 'nothing that is known'}`, ({ world }) => {
        world.state.demand.set(TARGET, demand);
      }),
    );
}

function timeChoices({ job, old }: SearchState, allowed: Allowed): readonly Choice[] {
  // Nothing but a Job measures time, and one that is about to act does not wait.
  if ([job, old].every((waiting) => waiting === undefined || waiting.next !== undefined)) return [];
  return [pass('a minute', SOON_MS), ...(allowed('long') ? [pass('twenty minutes', LONG_MS)] : [])];
}

export function pass(what: string, milliseconds: number): Choice {
  return onWorld(`${what} passes`, ({ world }) => {
    world.state.now += milliseconds;
  });
}
