import { reportsDeployment } from '../../celld-state-fields.ts';
import { NEWEST_VERSION } from '../../celld-versions.ts';
import { deploymentSettled } from '../../state/deployment-settled.ts';
import { versionOf } from '../../version.ts';
import { censusBlockers } from '../census.ts';
import { act, EXIT, finish, type RolloutDecision, SWEEP, wait } from '../decision.ts';
import type { FleetPlan } from '../../plan.ts';
import type { FleetPod } from '../pod.ts';
import { mergeRuns, runOf } from '../ran.ts';
import type { Census } from '../snapshot.ts';
import { isClosed, isPromoted, names, oldPods, secondsSince, type Step, type Turn } from '../turn.ts';
import { recordRan } from './refusal-steps.ts';
import { resumeStep, scalerOffStep } from './scaler-steps.ts';

/** Seconds in which a node adopts what the pointer names: polled every 30 s, forced after 60 s. facts/celld.md 3.3. */
export const ADOPT_SECONDS = 120;

/** The end of a rollout: every pod is looked at, then what was held is let go. DESIGN 5 step 8. */
export const FINISH_STEPS: readonly Step[] = [
  everyPodIsWell,
  everyPodServes,
  closeStep,
  scalerOffStep,
  resumeStep,
  pruneStep,
  succeed,
];

function everyPodIsWell(turn: Turn): RolloutDecision | undefined {
  const { pods, set, snapshot } = turn;
  if (pods.length === 0) return wait(`${set.replicas} pods to be there`);
  const unwell = pods.filter((pod) => !pod.isReady || pod.isTerminating);
  if (unwell.length > 0) return wait(`${names(unwell)} to be ready`);
  if (oldPods(turn).length > 0 || !isPromoted(turn))
    return wait('the StatefulSet controller to take over the new revision');
  if (snapshot.census === undefined)
    return pods.length === set.replicas ? SWEEP : wait(`${set.replicas} pods to be there`);
  const [blocker] = censusBlockers(turn, snapshot.census);
  return blocker === undefined ? undefined : wait(`this to end: ${blocker}`);
}

/** Nodes before 0.4 take a deployment up as they start; from 0.4 on each says what it serves. */
function everyPodServes(turn: Turn): RolloutDecision | undefined {
  const { census } = turn.snapshot;
  if (census === undefined) return SWEEP;
  const late = turn.pods.flatMap((pod) => lateness(turn, pod, census));
  const [first] = late;
  if (first === undefined) return undefined;
  const third = thirdDeployment(turn, census);
  if (third === undefined || secondsSince(turn, turn.memory.served.since) < ADOPT_SECONDS)
    return wait(`${first.pod.name} to serve ${servedWords(turn.plan)} (${first.reason})`);
  if (turn.plan.expectedApp.source === 'pinned') return finish(EXIT.never, pinnedSentence(turn, third));
  // A newer pointer waives which deployment is served, and nothing else.
  const unsettled = late.find(({ reason }) => reason !== 'other-version');
  return (
    unsettled && wait(`${unsettled.pod.name} to be done with its earlier deployment (${unsettled.reason})`)
  );
}

function servedWords({ expectedApp }: FleetPlan): string {
  return expectedApp.source === 'any' ? 'one deployment' : `${expectedApp.version} alone`;
}

interface Late {
  readonly pod: FleetPod;
  readonly reason: string;
}

function lateness({ plan }: Turn, pod: FleetPod, census: Census): readonly Late[] {
  if (!reportsDeployment(pod.version ?? versionOf(NEWEST_VERSION))) return [];
  const reading = census.readings.get(pod.uid);
  if (reading?.kind !== 'answer') return [{ pod, reason: 'not-told' }];
  const served = reading.state.deployment?.version;
  const expected = plan.expectedApp.source === 'any' ? served : plan.expectedApp.version;
  const verdict = deploymentSettled(reading.state, expected ?? '');
  return verdict.settled ? [] : [{ pod, reason: verdict.reason }];
}

/** The deployment that every pod serves and that the plan does not expect; undefined: they do not agree on one. */
function thirdDeployment({ pods, plan }: Turn, census: Census): string | undefined {
  const served = pods.map(({ uid }) => {
    const reading = census.readings.get(uid);
    return reading?.kind === 'answer' ? reading.state.deployment?.version : undefined;
  });
  const [first] = served;
  const isAgreed = served.every((version) => version === first);
  const isExpected = plan.expectedApp.source === 'any' || first === plan.expectedApp.version;
  return isAgreed && !isExpected ? first : undefined;
}

function pinnedSentence({ plan }: Turn, served: string): string {
  return `Cannot roll fleet "${plan.app}": spec.appVersion pins ${plan.expectedApp.version}, but every pod serves ${served}, which the bucket's pointer names; celld 0.4 and later follow the pointer: publish the pinned deployment, or pin what is served`;
}

/**
 * A pin that the bucket's pointer has left can never be reached by moving pods: 11 before anything moves. A pod that
 * serves what its own template asked for is only not there yet. Y20.
 */
export function pinStep(turn: Turn): RolloutDecision | undefined {
  const { plan, pods, snapshot } = turn;
  const asks =
    pods.length > 0 &&
    pods.every((pod) => pod.isReady && reportsDeployment(pod.version ?? versionOf(NEWEST_VERSION)));
  if (plan.expectedApp.source !== 'pinned' || !asks || oldPods(turn).length < pods.length) return undefined;
  if (snapshot.census === undefined) return SWEEP;
  const third = thirdDeployment(turn, snapshot.census);
  const isStray =
    third !== undefined && pods.every(({ appVersion }) => appVersion !== undefined && appVersion !== third);
  return isStray ? finish(EXIT.never, pinnedSentence(turn, third)) : undefined;
}

/** Every pod is on the new revision: from here on the partition holds them there. */
export function closeStep(turn: Turn): RolloutDecision | undefined {
  if (isClosed(turn)) return undefined;
  return act(
    { kind: 'closePartition', resourceVersion: turn.set.resourceVersion },
    'every pod is on the new template, and no later one may move by itself',
  );
}

/** Only what runs now can be what wrote last; never forgotten down to nothing. DESIGN D8. */
function pruneStep(turn: Turn): RolloutDecision | undefined {
  if (turn.pods.length === 0) return undefined;
  return recordRan(turn, mergeRuns(turn.pods.map(runOf)), 'only what runs now is remembered');
}

function succeed(turn: Turn): RolloutDecision {
  const { plan, pods, snapshot } = turn;
  const third = snapshot.census && thirdDeployment(turn, snapshot.census);
  const isSuperseded =
    third !== undefined &&
    pods.some((pod) => snapshot.census && lateness(turn, pod, snapshot.census).length > 0);
  const sentence = `Fleet "${plan.app}" runs celld ${plan.version} on ${pods.length} pods`;
  if (plan.expectedApp.source === 'any') return finish(EXIT.done, sentence);
  return finish(
    EXIT.done,
    isSuperseded
      ? `${sentence}; deployment ${plan.expectedApp.version} is superseded by ${third}`
      : `${sentence} and serves ${plan.expectedApp.version}`,
  );
}
