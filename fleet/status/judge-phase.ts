import { CLOSED_PARTITION, LONGEST_START_SECONDS } from '../bounds.ts';
import type { FleetSet } from '../rollout/stateful-set.ts';
import { several } from '../observe/scaler-answer.ts';
import { names, oldPods } from '../rollout/turn.ts';
import type { FleetView } from './fleet-view.ts';
import { judgeServed } from './judge-served.ts';
import { judged, type Judgement, patiently } from './judgement.ts';

/** Seconds in which a sync goes from its gate to its rollout Job, and from there to its last wave. */
export const SYNC_SECONDS = 120;

type Rule = (view: FleetView, set: FleetSet) => Judgement | undefined;

/** In this order: the first that applies is the verdict. DESIGN D15. */
const RULES: readonly Rule[] = [
  controlled,
  recreating,
  stopped,
  rolling,
  refused,
  unapproved,
  behind,
  open,
  unfinished,
  resized,
  unready,
  judgeServed,
];

/** How a fleet is, from one view of it. */
export function judgePhase(view: FleetView): Judgement {
  const { set } = view.snapshot;
  if (set === undefined)
    return judged('Pending', 'NoStatefulSet', 'the StatefulSet has not been created yet');
  for (const rule of RULES) {
    const judgement = rule(view, set);
    if (judgement !== undefined) return judgement;
  }
  return judged('Ready', 'Ready', 'every pod runs the plan and serves the expected deployment');
}

function controlled(_view: FleetView, { controller }: FleetSet): Judgement | undefined {
  if (controller === undefined) return undefined;
  return judged(
    'Degraded',
    'OtherController',
    `the StatefulSet is controlled by ${controller}, not by Argo CD`,
  );
}

function recreating(view: FleetView, { savedReplicas, replicas }: FleetSet): Judgement | undefined {
  if (savedReplicas === undefined) return undefined;
  const what = waitingOn(view) || `${replicas} of ${savedReplicas} pods are to be started again`;
  if (view.isJobAtWork) return judged('Recreating', 'Recreating', what);
  return patiently(judged('Recreating', 'EndedEarly', `no rollout Job is at work: ${what}`), patience(view));
}

function stopped(view: FleetView, { replicas }: FleetSet): Judgement | undefined {
  if (replicas > 0 || view.isJobAtWork) return undefined;
  return judged('Degraded', 'Stopped', 'the StatefulSet has no pods: somebody scaled it to zero');
}

function rolling(view: FleetView, set: FleetSet): Judgement | undefined {
  if (!view.isJobAtWork) return undefined;
  const { pods } = view.snapshot;
  const isFirst = view.app === undefined && oldPods({ set, pods }).length === 0;
  const what = waitingOn(view) || 'a rollout Job is at work';
  return isFirst ? judged('Pending', 'Starting', what) : judged('RollingOut', 'RollingOut', what);
}

/** The Job's own word, until a later Job says otherwise. DESIGN D4. */
function refused({ app }: FleetView): Judgement | undefined {
  const job = app?.lastJob;
  return job?.isRefused === true ? judged('Degraded', job.reason, job.message) : undefined;
}

/** The gate approves before the template is applied; what lasts was applied without its hooks. DESIGN D14. */
function unapproved(view: FleetView, { approvedTemplate }: FleetSet): Judgement | undefined {
  const { templateHash } = view;
  if (approvedTemplate === undefined || templateHash === undefined || approvedTemplate === templateHash)
    return undefined;
  const message = `the live template ${templateHash} is not the one that the gate approved (${approvedTemplate}): it was applied without its hooks, or the sync ended in between`;
  return patiently(judged('RollingOut', 'AppliedWithoutHooks', message), patience(view));
}

function behind(view: FleetView, set: FleetSet): Judgement | undefined {
  const { pods } = view.snapshot;
  const old = oldPods({ set, pods });
  const isPromoted = set.currentRevision === set.updateRevision;
  if (old.length === 0 && (isPromoted || pods.length === 0)) return undefined;
  const job = view.app?.lastJob;
  const why = job !== undefined && job.reason !== 'Done' ? `: ${job.message}` : '';
  if (old.length === pods.length && pods.length > 0)
    return patiently(
      judged('RollingOut', 'NotRolled', `no pod runs the new template yet${why}`),
      patience(view),
    );
  const which =
    old.length === 0
      ? 'the StatefulSet has not taken over the new revision'
      : `${names(old.slice(0, 3))} of ${pods.length} pods run the old template`;
  return patiently(judged('RollingOut', 'LeftMixed', `${which}${why}`), patience(view));
}

/** Open while nothing rolls: the next template that is applied would move pods by itself. DESIGN D1. */
function open(view: FleetView, { partition }: FleetSet): Judgement | undefined {
  if ((partition ?? 0) >= CLOSED_PARTITION) return undefined;
  return patiently(
    judged('RollingOut', 'Open', 'the partition is open although nothing rolls'),
    patience(view),
  );
}

function unfinished(view: FleetView, { approvedPlan }: FleetSet): Judgement | undefined {
  const planHash = view.app?.planHash;
  if (planHash === undefined || approvedPlan === undefined || planHash === approvedPlan) return undefined;
  const message = `the stored WorkerApp is of plan ${planHash}, the gate approved ${approvedPlan}: a sync is under way, or it ended in between`;
  return patiently(judged('RollingOut', 'AppliedWithoutHooks', message), patience(view));
}

function resized(view: FleetView, { replicas }: FleetSet): Judgement | undefined {
  const wanted = view.app?.replicas;
  if (wanted === undefined || wanted === replicas) return undefined;
  return patiently(
    judged('RollingOut', 'SizeDiffers', `the StatefulSet has ${replicas} pods, the plan ${wanted}`),
    patience(view),
  );
}

function unready({ snapshot }: FleetView): Judgement | undefined {
  if (snapshot.blockers.length === 0) return undefined;
  return patiently(judged('Pending', 'PodsNotReady', several(snapshot.blockers)), LONGEST_START_SECONDS);
}

/** A fleet that is paused may stay as it is for as long as people like. */
function patience({ app }: FleetView): number | undefined {
  return app?.isPaused === true ? undefined : SYNC_SECONDS;
}

function waitingOn({ app }: FleetView): string {
  return app?.rollout.waitingOn ?? '';
}
