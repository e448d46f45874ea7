import type { OutputObject } from '../render/output-object.ts';
import type { Problem } from '../../documents/problem.ts';
import { canonicalJson } from '../../fleet/canonical-json.ts';
import { fieldAt, objectAt } from '../../fleet/object-fields.ts';
import type { Judging } from '../judging.ts';
import { renderEntry, type RenderTools, type Run } from '../render/render-entry.ts';
import type { StackView } from '../views/stack.ts';
import type { LocatedStack } from './judge-stack.ts';
import { STACK_OBJECTS } from './stack-objects.ts';

export interface RenderedStack {
  readonly objects: readonly OutputObject[];
  readonly problems: readonly Problem[];
}

/** Bytes of a guard's parameter: it is one variable of a process, which Linux bounds at 128 KiB for all parameters. */
export const GUARD_LIMIT_BYTES = 65_536;

/** Renders every object of one stack, that is judged to be sound. */
export function renderStack(located: LocatedStack, judging: Judging, tools: RenderTools): RenderedStack {
  const view = viewOf(located, judging, tools);
  if ('code' in view) return { objects: [], problems: [view] };
  const run: Run = { tools, problems: [] };
  const objects = STACK_OBJECTS.filter(({ wanted }) => wanted(view)).flatMap((entry): OutputObject[] => {
    const object = renderEntry(entry.template, entry.view(view), run);
    return object === undefined ? [] : [{ object, wave: entry.wave, why: entry.why }];
  });
  return run.problems.length > 0 ? { objects: [], problems: run.problems } : { objects, problems: [] };
}

function viewOf(
  { stack, document }: LocatedStack,
  judging: Judging,
  { sha256Hex }: RenderTools,
): StackView | Problem {
  const { destination, platform, tenant, source } = judging;
  const { name } = stack.metadata;
  const position = document.locate(['metadata', 'name']);
  if (source === undefined) return noSource(name, position);
  const guard = guardText(document.value);
  const bytes = new TextEncoder().encode(guard).length;
  if (bytes > GUARD_LIMIT_BYTES) return tooLarge(name, bytes, position);
  if (tenant.stacks === undefined)
    throw new Error('Cannot render a stack of a tenant that has none: the rules refuse it');
  const { namespace } = destination;
  return { stack, namespace, platform, project: tenant.stacks.project, source, guard, sha256Hex };
}

/**
 * The stack as it is in git, without what only its own object needs: the guard judges and resolves it again. With it both
 * sources of the release are of one commit, whatever the folder holds by the time that the guard renders.
 */
function guardText(value: LocatedStack['document']['value']): string {
  const spec = Object.fromEntries(
    Object.entries(objectAt(value, 'spec')).filter(([field]) => field !== 'crossplane'),
  );
  const metadata = {
    name: fieldAt(value, 'metadata', 'name') ?? '',
    annotations: objectAt(value, 'metadata', 'annotations'),
  };
  return canonicalJson({
    apiVersion: fieldAt(value, 'apiVersion') ?? '',
    kind: fieldAt(value, 'kind') ?? '',
    metadata,
    spec,
  });
}

function noSource(name: string, position: Problem['position']): Problem {
  return {
    code: 'STACK_SOURCE',
    path: 'metadata.name',
    message: `Cannot render CelldStack "${name}": repository, path and revision of the folder must be known: they are not`,
    ...(position && { position }),
    hint: 'inside Argo CD they are; elsewhere pass --repo, --path and --revision',
  };
}

function tooLarge(name: string, bytes: number, position: Problem['position']): Problem {
  return {
    code: 'STACK_TOO_LARGE',
    path: 'spec',
    message: `Cannot render CelldStack "${name}": it must have at most ${GUARD_LIMIT_BYTES} bytes as JSON: it has ${bytes}`,
    ...(position && { position }),
    hint: 'keep large texts of spec.values in ConfigMaps',
  };
}
