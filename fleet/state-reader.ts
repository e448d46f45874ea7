/** Where a pod's internal listener is. */
export interface PodAddress {
  readonly ip: string;
  readonly port: number;
}

/** The deployment that a node serves; celld 0.4 and later. facts/celld.md 1.2. */
export interface ServedDeployment {
  readonly version: string;
  readonly generation: number;
  /** Superseded deployments that still finish requests. */
  readonly draining: number;
  /** Resident cells that are moving to the current generation. */
  readonly swapping: number;
}

/**
 * What a node says of itself, decoded and checked. A field that its version lacks is absent, never zero.
 * facts/celld.md 1.1.
 */
export interface CelldState {
  readonly ownership: string;
  readonly occupied: number;
  /** The reason why admission is refused, or null. */
  readonly shedding: string | null;
  readonly evicting?: number;
  /** Cold routes still to be warmed: what a rollout waits for. */
  readonly restoring?: number;
  readonly quiescing?: number;
  readonly releasing?: number;
  readonly adopting?: number;
  readonly handedOff?: number;
  readonly handoffFailed?: number;
  readonly ownedCells?: number;
  /** Cells that wait behind the residency cap: a node more would help. */
  readonly capacityWaiting?: number;
  readonly rssBytes?: number;
  /** `rssBytes` less what the allocator keeps. */
  readonly inUseBytes?: number;
  readonly cgroupCurrentBytes?: number;
  readonly cgroupWorkingSetBytes?: number;
  /** What the node says of its spare memory; 1 and 0 where it says yes and no. */
  readonly memoryHeadroom?: number;
  readonly deployment?: ServedDeployment;
}

/** Why a node's state could not be had. The words are ours: what a pod or a parser said is never shown (DESIGN D12). */
export type UnreadableReason =
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'unreachable'
  | 'http-status'
  | 'redirect'
  | 'too-large'
  | 'not-json'
  | 'node-error'
  | 'wrong-shape';

export type StateReading =
  | { readonly kind: 'answer'; readonly state: CelldState }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason };

/** Bytes of answers that may be under way together: whoever finds no more room is answered `too-large`. */
export interface ByteBudget {
  /** False: there is no room, and nothing was taken. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/** Reads `GET /state` of one pod, bounded in time and size. Never rejects. */
export interface StateReader {
  read(pod: PodAddress, budget?: ByteBudget): Promise<StateReading>;
}
