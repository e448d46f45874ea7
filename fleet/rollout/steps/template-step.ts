import { EXIT, finish, type RolloutDecision, wait } from '../decision.ts';
import { templateDifferences } from '../compare-template.ts';
import { secondsSince, type Turn } from '../turn.ts';

/** Seconds for which the live template may differ from the plan's: Argo CD is about to apply it. DESIGN 5 step 1. */
export const TEMPLATE_SECONDS = 60;

/** Waits until the live template is the plan's and the controller has seen it; what stays different is refused by name. */
export function templateStep(turn: Turn): RolloutDecision | undefined {
  const { plan, set, memory } = turn;
  const differences = templateDifferences(plan, set.template);
  if (differences.length > 0) {
    const what = differences.slice(0, 5).join(', ');
    if (secondsSince(turn, memory.difference.since) < TEMPLATE_SECONDS)
      return wait(`the live pod template to be the plan's: ${what} differs`);
    return finish(
      EXIT.refused,
      `Cannot roll fleet "${plan.app}": the live pod template is not the plan's after ${TEMPLATE_SECONDS} s: ${what}; allow it in the platform file (allowedMutations), or sync again`,
    );
  }
  if (!set.isObserved || set.updateRevision === '')
    return wait('the StatefulSet controller to see the new template');
  return undefined;
}
