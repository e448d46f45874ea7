import type { Clock } from '../fleet/clock.ts';
import type { ByteBudget, PodAddress, StateReader, StateReading } from '../fleet/state-reader.ts';
import { limitParallel } from '../kube/limit-parallel.ts';

/** Pods that are read at a time: of all fleets, of one fleet, and of those that failed before. T21. */
export const LANES = { fast: 64, fleet: 16, slow: 16 } as const;
/** A pod that failed so often in a row waits among its like. */
const SLOW_AFTER = 2;

const MIB = 1024 * 1024;
/** Bytes of answers under way at a time: of one fleet, and of all. An honest node of 1,000 cells sends some 100 KB. */
export const BUDGETS = { fleet: 16 * MIB, all: 48 * MIB } as const;

export interface PodToRead {
  readonly uid: string;
  /** Undefined: it has no address yet. */
  readonly address: PodAddress | undefined;
}

export interface FleetReading {
  readonly pods: readonly PodToRead[];
  /** Monotonic milliseconds after which nobody else's turn comes: what was not read was not answered in time. */
  readonly until: number;
}

/** Reads fleets' pods so that those which hang delay nobody but themselves. */
export interface Lanes {
  read(fleet: FleetReading): Promise<ReadonlyMap<string, StateReading>>;
  /** Forgets pods that are gone. */
  keepOnly(uids: ReadonlySet<string>): void;
  slowPods(): number;
}

export function openLanes(states: StateReader, clock: Pick<Clock, 'monotonic'>): Lanes {
  const fast = limitParallel(LANES.fast);
  const slow = limitParallel(LANES.slow);
  const failures = new Map<string, number>();
  const isSlow = (uid: string): boolean => (failures.get(uid) ?? 0) >= SLOW_AFTER;
  const all = byteBudget(BUDGETS.all);
  const readPod = async ({ uid, address }: PodToRead, { until, budget }: Turn): Promise<StateReading> => {
    if (address === undefined) return { kind: 'unreadable', reason: 'unreachable' };
    if (clock.monotonic() >= until) return { kind: 'unreadable', reason: 'timeout' };
    const reading = await states.read(address, budget);
    if (reading.kind === 'answer') failures.delete(uid);
    else failures.set(uid, (failures.get(uid) ?? 0) + 1);
    return reading;
  };
  return {
    read: async ({ pods, until }) => {
      const ofFleet = limitParallel(LANES.fleet);
      const turn = { until, budget: byteBudget(BUDGETS.fleet, all) };
      const readings = await Promise.all(
        pods.map(async (pod) => {
          const read = () => readPod(pod, turn);
          const reading = isSlow(pod.uid) ? slow(read) : ofFleet(() => fast(read));
          return [pod.uid, await reading] as const;
        }),
      );
      return new Map(readings);
    },
    keepOnly: (uids) => {
      for (const uid of failures.keys()) if (!uids.has(uid)) failures.delete(uid);
    },
    slowPods: () => [...failures.values()].filter((count) => count >= SLOW_AFTER).length,
  };
}

interface Turn {
  readonly until: number;
  readonly budget: ByteBudget;
}

/** So many bytes at a time, and never more than the budget around it has room for. */
export function byteBudget(most: number, around?: ByteBudget): ByteBudget {
  let taken = 0;
  return {
    take: (bytes) => {
      if (taken + bytes > most || around?.take(bytes) === false) return false;
      taken += bytes;
      return true;
    },
    give: (bytes) => {
      taken -= bytes;
      around?.give(bytes);
    },
  };
}
