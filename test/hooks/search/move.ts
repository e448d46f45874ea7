import type { KubeObject } from '../../../fleet/cluster-api.ts';
import { APPLICATION_OPTIONS } from '../../../sim/argocd/application.ts';
import { applyObject } from '../../../sim/argocd/apply.ts';
import { copyState } from '../../../sim/state.ts';
import { World } from '../../../sim/world.ts';
import { NAMESPACE } from '../../sim/objects.ts';
import { type Breach, type Invariants, watchInvariants } from '../invariants.ts';
import type { SearchState, Space } from './space.ts';

/** One transition under way: a copy of the world, watched. */
export interface Move {
  readonly space: Space;
  readonly before: SearchState;
  readonly world: World;
  readonly invariants: Invariants;
  readonly breaches: Breach[];
}

/** Milliseconds that every event takes: two of them never carry the same second. */
const TICK_MS = 1000;

export function startMove(space: Space, before: SearchState): Move {
  const invariants = watchInvariants();
  const config = { ...space.config, onCall: hookOf(invariants) };
  const world = new World(config, copyState(before.sim));
  world.state.now += TICK_MS;
  invariants.watch(world);
  return { space, before, world, invariants, breaches: invariants.breaches };
}

function hookOf(invariants: Invariants): World['config']['onCall'] {
  return (made, phase) => {
    invariants.onCall(made, phase);
    return undefined;
  };
}

/** The same world once more, to see what would happen at once; its breaches count. */
export function rehearsal(move: Move): Move {
  const invariants = watchInvariants();
  const world = new World({ ...move.space.config, onCall: hookOf(invariants) }, copyState(move.world.state));
  invariants.watch(world);
  return { ...move, world, invariants, breaches: invariants.breaches };
}

export function newUid({ world }: Move): string {
  const { store } = world.state;
  store.serial += 1;
  return `00000000-0000-4000-8000-${String(store.serial).padStart(12, '0')}`;
}

/** As Argo CD applies one object. */
export function applyManifest({ world }: Move, object: KubeObject): void {
  const application = {
    namespace: NAMESPACE,
    name: 'chat',
    options: APPLICATION_OPTIONS,
    head: { id: '', manifests: [] },
    history: [],
    selfHeals: 0,
  };
  applyObject(world, application, object);
}

/** What must never happen, as text: broken invariants, and versions that met. I3. */
export function problemsOf({ world, breaches }: Move): readonly string[] {
  const harms = world.state.harms.filter(({ kind }) => kind === 'neighbours' || kind === 'unreadable');
  return [
    ...breaches.map(({ invariant, what }) => `${invariant}: ${what}`),
    ...harms.map(({ kind, pod, detail }) => `I3: ${kind} ${pod} ${detail}`),
  ];
}
