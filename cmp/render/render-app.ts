import type { JsonObject } from '../../documents/json.ts';
import type { Problem } from '../../documents/problem.ts';
import { escapeExpansion } from '../../fleet/escape-expansion.ts';
import { smallestSize } from '../../fleet/fleet-size.ts';
import type { Sha256Hex } from '../../fleet/hash.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { type FleetPlan, fleetPlanText } from '../../fleet/plan.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';
import type { Templates } from '../handlebars/templates.ts';
import type { Override } from '../template-overrides.ts';
import type { AppContext } from '../views/app-context.ts';
import { checkOverride } from './check-override.ts';
import type { FleetObject } from './fleet-object.ts';
import { FLEET_OBJECTS } from './fleet-objects.ts';
import { planOf } from './plan-of.ts';
import { renderObject } from './render-object.ts';
import type { OptionalApi, Serves } from './served-apis.ts';
import { annotate, type OutputObject } from './output-object.ts';

/** What one WorkerApp becomes. `omitted` are the objects whose API the cluster lacks. */
export interface RenderedApp {
  readonly objects: readonly OutputObject[];
  readonly omitted: readonly OptionalApi[];
  readonly problems: readonly Problem[];
}

export interface RenderTools {
  readonly templates: Templates;
  /** The platform team's own templates, by the name that they replace. */
  readonly overrides: ReadonlyMap<TemplateName, Override>;
  readonly serves: Serves;
  readonly sha256Hex: Sha256Hex;
}

interface Draft {
  readonly entry: FleetObject;
  readonly object: JsonObject;
}

interface Run {
  readonly tools: RenderTools;
  readonly problems: Problem[];
}

/** Renders every object of one fleet: first what the plan is made from, then what carries it. */
export function renderApp(context: AppContext, tools: RenderTools): RenderedApp {
  const wanted = FLEET_OBJECTS.filter((entry) => entry.wanted(context));
  const omitted = wanted.filter((entry) => entry.api && !tools.serves(entry.api));
  const entries = wanted.filter((entry) => !omitted.includes(entry));
  const run: Run = { tools, problems: [] };
  const drafts = entries.flatMap((entry) =>
    'view' in entry ? renderEntry(entry, entry.view(context), run) : [],
  );
  const plan = planned(context, drafts, run);
  if (plan === undefined) return { objects: [], omitted: [], problems: run.problems };
  const plannedContext = { ...context, plan, planText: escapeExpansion(fleetPlanText(plan)) };
  const withPlan = entries.flatMap((entry) =>
    'planView' in entry ? renderEntry(entry, entry.planView(plannedContext), run) : [],
  );
  if (run.problems.length > 0) return { objects: [], omitted: [], problems: run.problems };
  const apis = omitted.flatMap(({ api }) => (api ? [api] : []));
  const objects = finish([...drafts, ...withPlan], context, { plan, omitted: apis });
  return { objects, omitted: apis, problems: [] };
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

function renderEntry(entry: FleetObject, view: JsonObject, { tools, problems }: Run): Draft[] {
  const ours = renderObject(tools.templates[entry.template], view);
  if (!ours.ok) throw new Error(`Cannot render the built-in template ${entry.template}: ${ours.reason}`);
  const override = tools.overrides.get(entry.template);
  if (override === undefined) return [{ entry, object: ours.object }];
  const theirs = renderObject(override.template, view);
  if (!theirs.ok) {
    problems.push(overrideProblem(override, '', theirs.reason));
    return [];
  }
  const findings = checkOverride(entry.template, ours.object, theirs.object);
  problems.push(...findings.map(({ path, message }) => overrideProblem(override, path, message)));
  return findings.length === 0 ? [{ entry, object: theirs.object }] : [];
}

/** At the template, whatever the WorkerApp: no text of it is in the message, so that one fault reads the same for every app. */
function overrideProblem({ file }: Override, path: string, reason: string): Problem {
  return {
    code: 'TEMPLATE_OVERRIDE',
    path,
    message: `Cannot use the template: ${path === '' ? '' : `${path} `}${reason}`,
    position: { file, line: 1, column: 1 },
    hint: 'start from the built-in template, and change only what docs/reference/objects.md lists as open',
  };
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
