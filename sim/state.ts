import { copyStore, emptyStore, type StoreState } from './api/object-store.ts';
import type { ApplicationState } from './argocd/application.ts';
import { type Bucket } from './celld/bucket.ts';
import type { Harm } from './celld/harm.ts';
import type { CelldNode } from './celld/node.ts';
import type { SimConfig } from './config.ts';
import type { SimEvent } from './events.ts';
import type { AutoscalerMemory } from './keda/autoscaler-memory.ts';
import { Random } from './random.ts';
import { EventQueue } from './time/event-queue.ts';

/** Everything that makes up a world but the programs that run in it. Values inside are never changed in place. */
export interface SimState {
  /** Milliseconds since the epoch. */
  now: number;
  readonly store: StoreState;
  readonly queue: EventQueue<SimEvent>;
  readonly random: Random;
  order: number;
  addresses: number;
  readonly freeAddresses: string[];
  /** celld processes by the uid of their pod. */
  readonly nodes: Map<string, CelldNode>;
  /** Pods of Jobs whose machine is lost: nobody ends them. */
  readonly lostPods: Set<string>;
  readonly buckets: Map<string, Bucket>;
  /** The size that load asks for, by `namespace/name` of the target; undefined: metrics cannot be had. */
  readonly demand: Map<string, number | undefined>;
  /** The KEDA operator does not run: nothing that is asked of it happens. */
  isKedaDown: boolean;
  readonly autoscalers: Map<string, AutoscalerMemory>;
  /** Applications by `namespace/name`. */
  readonly applications: Map<string, ApplicationState>;
  readonly harms: Harm[];
}

export function newState({ seed, startsAt }: SimConfig): SimState {
  return {
    now: startsAt,
    store: emptyStore(),
    queue: new EventQueue(),
    random: new Random(seed),
    order: 0,
    addresses: 0,
    freeAddresses: [],
    nodes: new Map(),
    lostPods: new Set(),
    buckets: new Map(),
    demand: new Map(),
    isKedaDown: false,
    autoscalers: new Map(),
    applications: new Map(),
    harms: [],
  };
}

/** An independent copy; what is inside is shared, since it is never changed. */
export function copyState(state: SimState): SimState {
  return {
    ...state,
    store: copyStore(state.store),
    queue: state.queue.copy(),
    random: new Random(state.random.state),
    freeAddresses: [...state.freeAddresses],
    nodes: new Map(state.nodes),
    lostPods: new Set(state.lostPods),
    buckets: new Map(state.buckets),
    demand: new Map(state.demand),
    autoscalers: new Map(state.autoscalers),
    applications: new Map(state.applications),
    harms: [...state.harms],
  };
}
