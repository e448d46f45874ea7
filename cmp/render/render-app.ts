import type { JsonObject } from '../../documents/json.ts';
import type { Problem } from '../../documents/problem.ts';
import type { Sha256Hex } from '../../fleet/hash.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';
import type { Template, Templates } from '../handlebars/templates.ts';
import type { AppContext } from '../views/app-context.ts';
import { checkOverride } from './check-override.ts';
import { FLEET_OBJECTS, type FleetObject } from './fleet-objects.ts';
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
  readonly overrides: ReadonlyMap<TemplateName, Template>;
  readonly serves: Serves;
  readonly sha256Hex: Sha256Hex;
}

interface Draft {
  readonly entry: FleetObject;
  readonly object: JsonObject;
}

/** Renders every object of one fleet. The WorkerApp comes last: it carries the hash of what the others say. */
export function renderApp(context: AppContext, tools: RenderTools): RenderedApp {
  const wanted = FLEET_OBJECTS.filter((entry) => entry.wanted(context));
  const omitted = wanted.filter((entry) => entry.api && !tools.serves(entry.api));
  const problems: Problem[] = [];
  const drafts = wanted
    .filter((entry) => !omitted.includes(entry))
    .flatMap((entry) => renderEntry(entry, context, { tools, problems }));
  if (problems.length > 0) return { objects: [], omitted: [], problems };
  const apis = omitted.flatMap(({ api }) => (api ? [api] : []));
  const finished = finish(drafts, context, { omitted: apis, sha256Hex: tools.sha256Hex });
  return { ...finished, omitted: apis };
}

function renderEntry(
  entry: FleetObject,
  context: AppContext,
  { tools, problems }: { readonly tools: RenderTools; readonly problems: Problem[] },
): Draft[] {
  const view = entry.view(context);
  const ours = renderObject(tools.templates[entry.template], view);
  if (!ours.ok) throw new Error(`Cannot render the built-in template ${entry.template}: ${ours.reason}`);
  const override = tools.overrides.get(entry.template);
  if (override === undefined) return [{ entry, object: ours.object }];
  const theirs = renderObject(override, view);
  if (!theirs.ok) {
    problems.push(overrideProblem(entry.template, '', theirs.reason));
    return [];
  }
  for (const { path, message } of checkOverride(entry.template, ours.object, theirs.object)) {
    problems.push(overrideProblem(entry.template, path, message));
  }
  return [{ entry, object: theirs.object }];
}

function overrideProblem(template: TemplateName, path: string, reason: string): Problem {
  return {
    code: 'TEMPLATE_OVERRIDE',
    path,
    message: `Cannot use the override template ${template}: ${path === '' ? '' : `${path} `}${reason}`,
    hint: 'start from the built-in template, and change only what docs/templates.md lists as open',
  };
}

/** Stamps what depends on other objects: the hash of the pod template, the hash of the plan, and the waves. */
function finish(
  drafts: readonly Draft[],
  context: AppContext,
  extra: { readonly omitted: readonly OptionalApi[]; readonly sha256Hex: Sha256Hex },
): { readonly objects: readonly OutputObject[]; readonly problems: readonly Problem[] } {
  const statefulSet = drafts.find(({ entry }) => entry.template === 'stateful-set');
  if (statefulSet === undefined) throw new Error('Cannot plan a fleet: it has no StatefulSet');
  const planned = planOf(context, statefulSet.object, extra.sha256Hex);
  if (!planned.ok) return { objects: [], problems: [planned.problem] };
  const stamps: Partial<Record<TemplateName, JsonObject>> = {
    'stateful-set': { [ANNOTATIONS.templateHash]: planned.plan.templateHash },
    'worker-app': {
      [ANNOTATIONS.planHash]: planned.plan.planHash,
      ...(extra.omitted.length > 0 && { [ANNOTATIONS.omittedObjects]: describeOmitted(extra.omitted) }),
    },
  };
  const objects = drafts.map(({ entry, object }) => ({
    object: annotate(object, stamps[entry.template] ?? {}),
    wave: entry.wave(context),
    why: entry.why,
  }));
  return { objects, problems: [] };
}

/** Such as `HTTPRoute (gateway.networking.k8s.io/v1)`, in the order of the fleet's objects. */
export function describeOmitted(apis: readonly OptionalApi[]): string {
  return apis.map((api) => `${api.kind} (${api.group}/${api.version})`).join(', ');
}
