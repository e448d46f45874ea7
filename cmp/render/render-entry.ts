import type { JsonObject } from '../../documents/json.ts';
import type { Problem } from '../../documents/problem.ts';
import type { Sha256Hex } from '../../fleet/hash.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';
import type { Templates } from '../handlebars/templates.ts';
import type { Override } from '../template-overrides.ts';
import { checkOverride } from './check-override.ts';
import { renderObject } from './render-object.ts';
import type { Serves } from './served-apis.ts';

export interface RenderTools {
  readonly templates: Templates;
  /** The platform team's own templates, by the name that they replace. */
  readonly overrides: ReadonlyMap<TemplateName, Override>;
  readonly serves: Serves;
  readonly sha256Hex: Sha256Hex;
}

/** One render of one app or stack: what it works with, and what went wrong so far. */
export interface Run {
  readonly tools: RenderTools;
  readonly problems: Problem[];
}

/** The object of a template, ours or the platform team's; undefined, with a problem said, where theirs cannot be used. */
export function renderEntry(
  template: TemplateName,
  view: JsonObject,
  { tools, problems }: Run,
): JsonObject | undefined {
  const ours = renderObject(tools.templates[template], view);
  if (!ours.ok) throw new Error(`Cannot render the built-in template ${template}: ${ours.reason}`);
  const override = tools.overrides.get(template);
  if (override === undefined) return ours.object;
  const theirs = renderObject(override.template, view);
  if (!theirs.ok) {
    problems.push(overrideProblem(override, '', theirs.reason));
    return undefined;
  }
  const findings = checkOverride(template, ours.object, theirs.object);
  problems.push(...findings.map(({ path, message }) => overrideProblem(override, path, message)));
  return findings.length === 0 ? theirs.object : undefined;
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
