import { CLOSED_PARTITION } from '../../../fleet/bounds.ts';
import type { FleetPlan } from '../../../fleet/plan.ts';
import { decideRollout } from '../../../fleet/rollout/decide-rollout.ts';
import type { RolloutDecision } from '../../../fleet/rollout/decision.ts';
import type { FleetLease } from '../../../fleet/rollout/lease.ts';
import { newMemory, type RolloutMemory } from '../../../fleet/rollout/memory.ts';
import type { FleetPod } from '../../../fleet/rollout/pod.ts';
import { holderId, type Scaler } from '../../../fleet/rollout/scaler.ts';
import {
  type Census,
  known,
  type RolloutSnapshot,
  type ScalerView,
} from '../../../fleet/rollout/snapshot.ts';
import { type FleetSet, parseSet } from '../../../fleet/rollout/stateful-set.ts';
import { workloadOf } from '../../../fleet/rollout/workload.ts';
import type { CelldState, StateReading } from '../../../fleet/state-reader.ts';
import { type FleetOptions, planOf, renderedSet } from '../../hooks/fleet.ts';

/** Milliseconds; far from every bound, so that nothing has just happened. */
export const NOW = 10_000_000;
export const WALL = 1_790_000_000_000;
export const ME = { jobUid: 'job', holder: 'job/pod' };
export const [OLD, NEW] = ['chat-celld-old', 'chat-celld-new'];

export interface TurnOptions {
  readonly plan?: FleetOptions;
  readonly set?: Partial<FleetSet>;
  readonly pods?: readonly FleetPod[];
  readonly lease?: Partial<FleetLease>;
  readonly scaling?: Partial<ScalerView>;
  readonly memory?: Partial<RolloutMemory>;
  readonly census?: Census;
  readonly snapshot?: Partial<RolloutSnapshot>;
}

/** A pod that is well, on the old template unless it says otherwise. */
export function pod(ordinal: number, change: Partial<FleetPod> = {}, version = '0.6.2'): FleetPod {
  const plan = planOf({ version });
  return {
    ...workloadOf(plan.podTemplate),
    name: `chat-celld-${ordinal}`,
    uid: `uid-${ordinal}`,
    ordinal,
    ip: `10.0.0.${ordinal}`,
    node: 'n1',
    controller: 'set',
    revision: OLD,
    isTerminating: false,
    isReady: true,
    readySince: 'then',
    container: {
      id: `id-${ordinal}`,
      restarts: 0,
      hasStarted: true,
      isRunning: true,
      startedAt: WALL - 3_600_000,
      lastExit: undefined,
      waitingFor: undefined,
    },
    ...change,
  };
}

export function updated(ordinal: number, change: Partial<FleetPod> = {}): FleetPod {
  return pod(ordinal, { revision: NEW, ...change });
}

/** Neither ready nor running. */
export function broken(ordinal: number, change: Partial<FleetPod> = {}): FleetPod {
  const whole = pod(ordinal);
  const container = {
    ...whole.container,
    isRunning: false,
    startedAt: undefined,
    waitingFor: 'CrashLoopBackOff',
  };
  return { ...whole, isReady: false, readySince: '', container, ...change };
}

export function state(change: Partial<CelldState> = {}): StateReading {
  const deployment = { version: '0123456789abcdef', generation: 1, draining: 0, swapping: 0 };
  return {
    kind: 'answer',
    state: { ownership: 's3', occupied: 1, shedding: null, restoring: 0, deployment, ...change },
  };
}

export const SILENT: StateReading = { kind: 'unreadable', reason: 'timeout' };

/** Every pod answers well, but those that are named. */
export function census(
  pods: readonly FleetPod[],
  readings: Readonly<Record<number, StateReading>> = {},
): Census {
  return {
    changed: [],
    readings: new Map(pods.map(({ uid, ordinal }) => [uid, readings[ordinal] ?? state()])),
  };
}

export function scaler(change: Partial<Scaler> = {}): Scaler {
  return {
    name: 'chat-celld',
    uid: 'scaler',
    resourceVersion: '7',
    isOurs: true,
    targetsSet: true,
    pausedBy: 'this-job',
    isPauseSeen: true,
    minReplicas: 2,
    maxReplicas: 6,
    ...change,
  };
}

export const HOLDER = holderId({ namespace: 'prod', app: 'chat' }, 'job');

export function liveSet(plan: FleetPlan, change: Partial<FleetSet> = {}): FleetSet {
  return {
    ...parseSet(renderedSet(plan), 'celld-gitops-rollout'),
    uid: 'set',
    resourceVersion: '5',
    isObserved: true,
    replicas: 3,
    partition: CLOSED_PARTITION,
    currentRevision: OLD,
    updateRevision: NEW,
    holder: ME.holder,
    approvedPlan: plan.planHash,
    ...change,
  };
}

/** One decision on a fleet of three old pods, all well, whose scaler is frozen and whose Lease is held. */
export function decideOn(options: TurnOptions = {}): RolloutDecision {
  const plan = planOf({ source: 'follow', ...options.plan });
  const pods = options.pods ?? [0, 1, 2].map((ordinal) => pod(ordinal));
  const runs = [{ version: '0.6.2', durability: 'bucket', state: 'started' }] as const;
  const lease: FleetLease = {
    resourceVersion: '3',
    holder: ME.holder,
    renewTime: '',
    durationMs: 30_000,
    ran: { [plan.bucket.key]: runs },
    ...options.lease,
  };
  const scaling: ScalerView = { isServed: true, scalers: [], autoscalers: [], ...options.scaling };
  const snapshot: RolloutSnapshot = {
    now: WALL,
    monotonic: NOW,
    set: known(liveSet(plan, options.set)),
    pods: known(pods),
    lease: known(lease),
    scaling: known(scaling),
    ...(options.census !== undefined && { census: options.census }),
    ...options.snapshot,
  };
  const memory: RolloutMemory = {
    ...newMemory(0),
    leaseRenewedAt: NOW,
    progressAt: NOW,
    updateRevision: NEW,
    served: { key: '', since: NOW },
    ...options.memory,
  };
  return decideRollout({ snapshot, plan, memory, me: ME });
}

/** A decision in one line, as the tables have it. */
export function textOf(decision: RolloutDecision): string {
  switch (decision.kind) {
    case 'act': {
      const { act } = decision;
      const detail = 'to' in act ? ` ${act.to}` : act.kind === 'deletePod' ? ` ${act.name}` : '';
      return `${act.kind}${detail}: ${decision.why}`;
    }
    case 'wait':
      return `wait for ${decision.for}`;
    case 'sweep':
      return 'sweep';
    case 'finish':
      return `finish ${decision.code}: ${decision.sentence}`;
  }
}
