import type { JsonObject } from '../../documents/json.ts';
import type { Problem } from '../../documents/problem.ts';
import { escapeExpansion } from '../../fleet/escape-expansion.ts';
import { smallestSize } from '../../fleet/fleet-size.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { type FleetPlan, fleetPlanText } from '../../fleet/plan.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';
import type { AppContext } from '../views/app-context.ts';
import type { FleetObject } from './fleet-object.ts';
import { FLEET_OBJECTS } from './fleet-objects.ts';
import { planOf } from './plan-of.ts';
import { renderEntry, type RenderTools, type Run } from './render-entry.ts';
import type { OptionalApi } from './served-apis.ts';
import { annotate, type OutputObject } from './output-object.ts';

/** What one WorkerApp becomes. `omitted` are the objects whose API the cluster lacks. */
export interface RenderedApp {
  readonly objects: readonly OutputObject[];
  readonly omitted: readonly OptionalApi[];
  readonly problems: readonly Problem[];
}

interface Draft {
  readonly entry: FleetObject;
  readonly object: JsonObject;
}

/** Renders every object of one fleet: first what the plan is made from, then what carries it. */
export function renderApp(context: AppContext, tools: RenderTools): RenderedApp {
  const wanted = FLEET_OBJECTS.filter((entry) => entry.wanted(context));
  const omitted = wanted.filter((entry) => entry.api && !tools.serves(entry.api));
  const entries = wanted.filter((entry) => !omitted.includes(entry));
  const run: Run = { tools, problems: [] };
  const drafts = entries.flatMap((entry) => ('view' in entry ? draft(entry, entry.view(context), run) : []));
  const plan = planned(context, drafts, run);
  if (plan === undefined) return { objects: [], omitted: [], problems: run.problems };
  const plannedContext = { ...context, plan, planText: escapeExpansion(fleetPlanText(plan)) };
  const withPlan = entries.flatMap((entry) =>
    'planView' in entry ? draft(entry, entry.planView(plannedContext), run) : [],
  );
  if (run.problems.length > 0) return { objects: [], omitted: [], problems: run.problems };
  const apis = omitted.flatMap(({ api }) => (api ? [api] : []));
  const objects = finish([...drafts, ...withPlan], context, { plan, omitted: apis });
  return { objects, omitted: apis, problems: [] };
}

function draft(entry: FleetObject, view: JsonObject, run: Run): readonly Draft[] {
  const object = renderEntry(entry.template, view, run);
  return object === undefined ? [] : [{ entry, object }];
}

/** Undefined, with a problem said, where there is no plan. */
function planned(context: AppContext, drafts: readonly Draft[], run: Run): FleetPlan | undefined {
  const statefulSet = drafts.find(({ entry }) => entry.template === 'stateful-set');
  if (statefulSet === undefined) return undefined;
  const made = planOf(context, statefulSet.object, run.tools.sha256Hex);
  if (made.ok) return made.plan;
  run.problems.push(made.problem);
  return undefined;
}

interface Finishing {
  readonly plan: FleetPlan;
  readonly omitted: readonly OptionalApi[];
}

/** Stamps what depends on the plan: what the guard and the Jobs read on the StatefulSet, and the plan's own hash. */
function finish(
  drafts: readonly Draft[],
  context: AppContext,
  { plan, omitted }: Finishing,
): readonly OutputObject[] {
  const stamps: Partial<Record<TemplateName, JsonObject>> = {
    'stateful-set': {
      [ANNOTATIONS.templateHash]: plan.templateHash,
      [ANNOTATIONS.floor]: String(smallestSize(plan.size)),
      [ANNOTATIONS.bucket]: plan.bucket.key,
    },
    'worker-app': {
      [ANNOTATIONS.planHash]: plan.planHash,
      ...(omitted.length > 0 && { [ANNOTATIONS.omittedObjects]: describeOmitted(omitted) }),
    },
  };
  return drafts.map(({ entry, object }) => ({
    object: annotate(object, stamps[entry.template] ?? {}),
    wave: entry.wave(context),
    ...(entry.hook && { hook: entry.hook }),
    why: entry.why,
  }));
}

/** Such as `HTTPRoute (gateway.networking.k8s.io/v1)`, in the order of the fleet's objects. */
export function describeOmitted(apis: readonly OptionalApi[]): string {
  return apis.map((api) => `${api.kind} (${api.group}/${api.version})`).join(', ');
}
