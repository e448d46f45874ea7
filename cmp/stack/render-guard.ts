import type { Problem } from '../../documents/problem.ts';
import { escapeExpansion } from '../../fleet/escape-expansion.ts';
import { fleetPlanText } from '../../fleet/plan.ts';
import { stackNames } from '../../fleet/stack/stack-names.ts';
import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';
import type { Judging } from '../judging.ts';
import type { FleetObject } from '../render/fleet-object.ts';
import { HOOK_OBJECTS } from '../render/hook-objects.ts';
import type { OutputObject } from '../render/output-object.ts';
import { renderEntry, type RenderTools, type Run } from '../render/render-entry.ts';
import type { FleetContext } from '../views/app-context.ts';
import { networkPolicyView } from '../views/protection.ts';
import { WAVE_FOUNDATION, WAVE_GUARD_FOUNDATION, WAVE_GUARD_ROLLOUT } from '../waves.ts';
import { chartSource } from './chart-source.ts';
import { stackPlan } from './stack-plan.ts';

/** What a guard adds to a release; the Jobs only where there is a bucket, and so something to lose. */
export const GUARD_OBJECTS: readonly FleetObject<FleetContext>[] = [
  {
    template: 'network-policy',
    why: 'closes the internal port, which has no authentication, to all but peers, the rollout Job and the exporter',
    wave: () => WAVE_FOUNDATION,
    wanted: () => true,
    view: networkPolicyView,
  },
  ...HOOK_OBJECTS,
];

export interface RenderedGuard {
  readonly objects: readonly OutputObject[];
  readonly problems: readonly Problem[];
}

/** Renders what the chart of a stack lacks: gate and rollout Jobs, as whom they run, and the policy. DESIGN 8. */
export function renderGuard(stack: ResolvedCelldStack, judging: Judging, tools: RenderTools): RenderedGuard {
  const { platform, destination } = judging;
  const { fleet, release } = stackNames(stack);
  const chart = { release, version: chartSource(stack)?.version ?? '' };
  const context: FleetContext = { fleet: { app: fleet, chart }, namespace: destination.namespace, platform };
  const plan = stackPlan({ stack, platform, sha256Hex: tools.sha256Hex });
  const planned = plan && { ...context, plan, planText: escapeExpansion(fleetPlanText(plan)) };
  const run: Run = { tools, problems: [] };
  const objects = GUARD_OBJECTS.filter((entry) => entry.wanted(context)).flatMap((entry): OutputObject[] => {
    const isJob = entry.template.startsWith('hook-');
    if (isJob && planned === undefined) return [];
    const view =
      'view' in entry ? entry.view(context) : planned === undefined ? undefined : entry.planView(planned);
    const object = view && renderEntry(entry.template, view, run);
    if (object === undefined) return [];
    const hook = entry.hook && { hook: entry.hook };
    return [{ object, wave: guardWave(entry, context), why: entry.why, ...hook }];
  });
  return run.problems.length > 0 ? { objects: [], problems: run.problems } : { objects, problems: [] };
}

/** The chart's own objects are all of wave 0: the rollout starts with them, and what it needs is there before. */
function guardWave(entry: FleetObject<FleetContext>, context: FleetContext): number {
  if (entry.hook?.phase === 'PreSync') return wave(entry, context);
  return entry.hook === undefined ? WAVE_GUARD_FOUNDATION : WAVE_GUARD_ROLLOUT;
}

function wave(entry: FleetObject<FleetContext>, context: FleetContext): number {
  return entry.wave(context);
}
