import type { CelldState } from '../state-reader.ts';
import type { FleetSnapshot } from './fleet-snapshot.ts';

/** Seconds after which a sweep is too old to scale by; the guard of the Prometheus trigger has the same. DESIGN D13. */
export const FRESH_SECONDS = 60;

/** What a scaler may act on. A number that not every pod tells is left out, never guessed. */
export interface FleetLoad {
  /** Mean over the pods of occupied cells by residency cap, from 0 on. */
  readonly utilization: number;
  /** 1 where any pod refuses admission, else 0. */
  readonly shedding: 0 | 1;
  /** Cells that wait behind the residency cap, over all pods; celld 0.2.1 and later. */
  readonly capacity_waiting?: number;
  /** The smallest that a pod tells; celld 0.5 and later. */
  readonly memory_headroom?: number;
  readonly pods: number;
  readonly age_seconds: number;
}

export type ScalerAnswer =
  | { readonly kind: 'load'; readonly load: FleetLoad }
  /** To KEDA an error: it keeps the size. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** The load of a fleet, or why it is not known. `now` is monotonic. DESIGN D13, facts/scaling.md 7.4. */
export function scalerAnswer(snapshot: FleetSnapshot, now: number): ScalerAnswer {
  const seconds = (now - snapshot.sampledAt) / 1000;
  if (seconds >= FRESH_SECONDS)
    return unknown(`the last sweep is ${Math.floor(seconds)} s old: ${FRESH_SECONDS} s is the most`);
  if (snapshot.blockers.length > 0)
    return unknown(`the census is not complete: ${several(snapshot.blockers)}`);
  const shares = snapshot.pods.map(({ uid, residencyCap }) => share(snapshot.states.get(uid), residencyCap));
  const known = shares.filter((value) => value !== undefined);
  if (known.length < shares.length) return unknown('a pod does not tell CELLD_MAX_RESIDENT_CELLS');
  return { kind: 'load', load: fleetLoad(snapshot, known, seconds) };
}

function fleetLoad(snapshot: FleetSnapshot, shares: readonly number[], seconds: number): FleetLoad {
  const states = [...snapshot.states.values()];
  const waiting = told(states, 'capacityWaiting');
  const headroom = told(states, 'memoryHeadroom');
  return {
    utilization: rounded(sum(shares) / shares.length),
    shedding: states.some(({ shedding }) => shedding !== null) ? 1 : 0,
    ...(waiting !== undefined && { capacity_waiting: sum(waiting) }),
    ...(headroom !== undefined && { memory_headroom: Math.min(...headroom) }),
    pods: snapshot.pods.length,
    age_seconds: rounded(seconds),
  };
}

/** Occupied cells by residency cap; undefined where either is not known. */
export function share(state: CelldState | undefined, cap: number | undefined): number | undefined {
  return state === undefined || cap === undefined ? undefined : state.occupied / cap;
}

/** Every pod's value, or undefined where any pod does not tell. */
function told(
  states: readonly CelldState[],
  field: 'capacityWaiting' | 'memoryHeadroom',
): readonly number[] | undefined {
  const values = states.map((state) => state[field]).filter((value) => value !== undefined);
  return values.length === states.length ? values : undefined;
}

function unknown(reason: string): ScalerAnswer {
  return { kind: 'unknown', reason };
}

/** The first three and how many more: a fleet may have a thousand. */
export function several(sentences: readonly string[]): string {
  const rest = sentences.length - 3;
  return `${sentences.slice(0, 3).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Six digits: a JSON number without an exponent, which not every reader takes. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
