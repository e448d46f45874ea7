import { act, type RolloutDecision, wait } from '../decision.ts';
import type { FleetPod } from '../pod.ts';
import { mergeRuns, type RanEntry, runOf } from '../ran.ts';
import { isPromoted, isStopAcknowledged, mustStop, names, oldPods, type Turn } from '../turn.ts';
import { recordRan } from './refusal-steps.ts';

/** Whether pods are still to be stopped: an old one lives, or the controller still holds an old revision. */
export function isStopping(turn: Turn): boolean {
  if (!mustStop(turn)) return false;
  return oldPods(turn).length > 0 || (turn.set.replicas === 0 && (turn.pods.length > 0 || !isPromoted(turn)));
}

/** Recreate: the size is saved, then zero, until no pod is left and both revisions are the new one. DESIGN 5 step 4. */
export function stopStep(turn: Turn): RolloutDecision | undefined {
  const { set, plan } = turn;
  // A paused fleet is not stopped; one that was stopped already is lifted again.
  if (!isStopping(turn) || (plan.paused && set.replicas > 0)) return undefined;
  const { resourceVersion } = set;
  const stoppedFor = isStopAcknowledged(turn) ? plan.acknowledgeStop : undefined;
  if (set.savedReplicas === undefined && set.replicas > 0)
    return act(
      { kind: 'saveSize', replicas: set.replicas, stoppedFor, resourceVersion },
      'every pod is to stop',
    );
  if (set.replicas > 0)
    return act({ kind: 'setReplicas', to: 0, resourceVersion }, 'no old pod may live beside a new one');
  const blocking = unblockStep(turn);
  if (blocking !== undefined) return blocking;
  return goneStep(turn) ?? wait('the StatefulSet controller to take over the new revision');
}

/** OrderedReady stops at two unready pods for ever: they are condemned already. Y17. */
function unblockStep({ set, pods }: Turn): RolloutDecision | undefined {
  const blocking = pods.findLast(
    (pod) => set.podManagementPolicy !== 'Parallel' && !pod.isReady && !pod.isTerminating,
  );
  if (blocking?.controller !== set.uid) return undefined;
  return act(
    { kind: 'deletePod', ...deletionOf(blocking), why: 'condemned' },
    'it is condemned and blocks the others',
  );
}

function goneStep(turn: Turn): RolloutDecision | undefined {
  const { pods } = turn;
  return pods.length > 0 ? wait(`every pod to be gone: ${names(pods)}${nodesOf(turn)}`) : undefined;
}

function deletionOf({ name, uid, ordinal }: FleetPod): Pick<FleetPod, 'name' | 'uid' | 'ordinal'> {
  return { name, uid, ordinal };
}

function nodesOf({ pods }: Turn): string {
  const nodes = [...new Set(pods.map(({ node }) => node).filter((node) => node !== ''))];
  return nodes.length === 0 ? '' : ` on ${nodes.join(', ')}`;
}

/** Zero is never done: the saved size comes back, also when the plan has changed meanwhile. DESIGN D2, Y22, Y53. */
export function liftStep(turn: Turn): RolloutDecision | undefined {
  const { set } = turn;
  if (set.savedReplicas === undefined || set.replicas >= set.savedReplicas) return undefined;
  return (
    beforeLift(turn) ??
    recordStart(turn, set.savedReplicas) ??
    act(
      { kind: 'setReplicas', to: set.savedReplicas, resourceVersion: set.resourceVersion },
      'the size from before the stop comes back',
    )
  );
}

/**
 * Pods come back on the current revision, which after a stop may be one that no pod ever ran: at zero the plan's own is
 * waited for, else a pod must already run the current one.
 */
function beforeLift(turn: Turn): RolloutDecision | undefined {
  const { set, pods } = turn;
  if (set.replicas === 0) {
    const waiting = unblockStep(turn) ?? goneStep(turn);
    if (waiting !== undefined) return waiting;
  }
  const isKnown = isPromoted(turn) || pods.some(({ revision }) => revision === set.currentRevision);
  return isKnown ? undefined : wait('the StatefulSet controller to take over the new revision');
}

/** Ordinals that are recorded one by one: what never started is then known not to have run. */
const RECORDED_ONE_BY_ONE = 32;

/** New pods will start on the plan's template: that is written down before. */
export function recordStart(turn: Turn, to: number): RolloutDecision | undefined {
  const { plan, set, ran, me } = turn;
  const run = {
    ...runOf({ version: set.workload.version, durability: plan.durability }),
    state: 'released',
  } as const;
  const count = to - set.replicas;
  const releases: readonly RanEntry[] =
    count > RECORDED_ONE_BY_ONE
      ? [run]
      : Array.from({ length: count }, (_, index) => ({
          ...run,
          ordinal: set.replicas + index,
          before: '',
          by: me.jobUid,
        }));
  return recordRan(turn, mergeRuns([...ran, ...releases]), 'what is about to start is recorded');
}

/** The size has come back: what was saved would be wrong from now on. */
export function forgetStep({ set }: Turn): RolloutDecision | undefined {
  if (set.savedReplicas === undefined) return undefined;
  return act({ kind: 'forgetSize', resourceVersion: set.resourceVersion }, 'the saved size has come back');
}
