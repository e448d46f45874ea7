import { namesOfFleet } from '../names.ts';
import type { FleetPlan } from '../plan.ts';
import { EXIT, finish, type RolloutDecision, wait } from './decision.ts';
import { judgeFleet, originsOf } from './judge-fleet.ts';
import type { RolloutMemory } from './memory.ts';
import type { RolloutSnapshot } from './snapshot.ts';
import { endingStep } from './steps/ending-steps.ts';
import { FINISH_STEPS, pinStep } from './steps/finish-steps.ts';
import { leaseStep, markHolderStep } from './steps/lease-step.ts';
import { noReturnStep, restoreStep } from './steps/partition-steps.ts';
import { isHeldWhilePaused, pausedEndStep } from './steps/pause-steps.ts';
import { forgetStep, liftStep, stopStep } from './steps/recreate-steps.ts';
import { judgeStep, ownershipStep, ranStep, supersededStep } from './steps/refusal-steps.ts';
import { recoverStep, silentStep } from './steps/repair-steps.ts';
import { rollStep } from './steps/roll-step.ts';
import {
  ACKNOWLEDGE_SECONDS,
  foreignScalerStep,
  freezeStep,
  hasToMove,
  isPauseSeen,
} from './steps/scaler-steps.ts';
import { growStep, shrinkStep } from './steps/size-steps.ts';
import { templateStep } from './steps/template-step.ts';
import { firstDecision, type JobIdentity, type Step, type Turn } from './turn.ts';

export interface RolloutInput {
  readonly snapshot: RolloutSnapshot;
  readonly plan: FleetPlan;
  readonly memory: RolloutMemory;
  readonly me: JobIdentity;
}

/** What the rollout Job does next, from one fresh look. DESIGN 5, in its order. */
export function decideRollout(input: RolloutInput): RolloutDecision {
  const turn = turnOf(input);
  if ('kind' in turn) return turn;
  return (
    firstDecision(BEFORE_MOTION, turn) ??
    (input.memory.ending === undefined ? move(turn) : endingStep(turn, input.memory.ending))
  );
}

/** May this Job move this fleet to this plan at all? Nothing but the Lease and its record is written by these. */
const BEFORE_MOTION: readonly Step[] = [
  ownershipStep,
  supersededStep,
  leaseStep,
  templateStep,
  judgeStep,
  strangerStep,
  ranStep,
  markHolderStep,
];

/** What holds the fleet together before anything else may move. */
const HOLD: readonly Step[] = [freezeStep, restoreStep, noReturnStep];

const MOTION: readonly Step[] = [
  stopStep,
  liftStep,
  forgetStep,
  recoverStep,
  silentStep,
  shrinkStep,
  rollStep,
  growStep,
];

/** What a paused fleet still gets. */
const PAUSED_MOTION: readonly Step[] = [stopStep, liftStep, forgetStep];

function move(turn: Turn): RolloutDecision {
  const mustMove = hasToMove(turn);
  if (mustMove && turn.plan.paused) {
    const held = isHeldWhilePaused(turn) ? [...HOLD, ...PAUSED_MOTION] : [noReturnStep];
    return firstDecision(held, turn) ?? pausedEndStep(turn);
  }
  const steps = mustMove ? [...HOLD, ...MOTION] : [silentStep, forgetStep];
  return (
    firstDecision([...steps, ...FINISH_STEPS], turn) ?? wait('something that this program does not know')
  );
}

/** What only the live fleet can tell, before anything is written: somebody else scales it, or its pin cannot be served. */
function strangerStep(turn: Turn): RolloutDecision | undefined {
  if (turn.memory.ending !== undefined) return undefined;
  const mustMove = hasToMove(turn);
  if (!mustMove && turn.plan.size.mode === 'autoscaled') return undefined;
  return foreignScalerStep(turn) ?? (mustMove && !turn.plan.paused ? pinStep(turn) : undefined);
}

/** Everything read, or what to wait for: what could not be read is never taken for absent. */
function turnOf({ snapshot, plan, memory, me }: RolloutInput): Turn | RolloutDecision {
  const { set, pods, lease, scaling } = snapshot;
  for (const reading of [set, pods, lease, scaling]) if (!reading.known) return wait(reading.reason);
  if (!set.known || !pods.known || !lease.known || !scaling.known) return wait('the API server');
  if (set.value === undefined) return wait(`StatefulSet ${namesOfFleet(plan).statefulSet} to be created`);
  const ran = lease.value?.ran?.[plan.bucket.key] ?? [];
  const origins = originsOf({ plan, pods: pods.value, ran, set: set.value });
  return {
    plan,
    memory,
    me,
    snapshot,
    set: set.value,
    pods: pods.value,
    lease: lease.value,
    scaling: scaling.value,
    ran,
    judgement: judgeFleet(plan, origins),
  };
}

/** Why a Job that waits has waited long enough; undefined: it may go on. Both bounds are in the plan. DESIGN 5. */
export function overdue({ snapshot, plan, memory }: RolloutInput, what: string): string | undefined {
  const { step, overall } = plan.deadlines;
  const lever =
    'a fleet too sick to roll can be stopped once: set spec.restartToken to a new value and spec.acknowledgeStop to the same';
  const minutes = (seconds: number) => `${Math.round(seconds / 60)} minutes`;
  const { pauseAskedAt, startedAt } = memory;
  if (
    !isPauseSeen(snapshot) &&
    snapshot.monotonic - (pauseAskedAt ?? startedAt) >= ACKNOWLEDGE_SECONDS * 1000
  )
    return `Cannot move fleet "${plan.app}": KEDA has not acknowledged the pause for ${ACKNOWLEDGE_SECONDS} s; KEDA 2.12 or newer must run`;
  if (snapshot.monotonic - memory.startedAt >= overall * 1000)
    return `Gave up on fleet "${plan.app}" after ${minutes(overall)}, while waiting for ${what}; ${lever}`;
  if (snapshot.monotonic - memory.progressAt >= step * 1000)
    return `Gave up on fleet "${plan.app}" after ${minutes(step)} without progress, while waiting for ${what}; ${lever}`;
  return undefined;
}

/** The end of a Job that gives up and may not, or cannot, leave anything in order. */
export function giveUp(snapshot: RolloutSnapshot, sentence: string): RolloutDecision {
  const { set, pods, lease, scaling } = snapshot;
  const isRead = set.known && pods.known && lease.known && scaling.known;
  return finish(isRead ? EXIT.deadline : EXIT.couldNotTell, sentence);
}
