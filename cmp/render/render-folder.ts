import { isJsonObject } from '../../documents/json.ts';
import { formatProblem, type Problem } from '../../documents/problem.ts';
import { fleetNames } from '../../fleet/names.ts';
import { parseCelldImage } from '../../fleet/version.ts';
import { appParameters } from '../parameters/app-parameters.ts';
import type { Judged, PassedObject } from '../judge-documents.ts';
import { renderStack } from '../stack/render-stack.ts';
import { stackContext } from '../stack/stack-context.ts';
import { stackWarnings } from '../stack/stack-warnings.ts';
import type { Judging } from '../judging.ts';
import type { LocatedApp } from '../rules/located-app.ts';
import type { AppContext } from '../views/app-context.ts';
import { dropNullMembers } from '../yaml/prune.ts';
import type { OutputObject } from './output-object.ts';
import { describeOmitted, renderApp } from './render-app.ts';
import type { RenderTools } from './render-entry.ts';

const PASSED_THROUGH = 'passes through as it is in git';

export interface FolderRendering {
  readonly problems: readonly Problem[];
  /** What a person should know although everything rendered. */
  readonly warnings: readonly string[];
}

/** Hands on every object of a judged folder, fleet by fleet, so that not all of them are held at once. */
export interface FolderSink {
  /** False ends the render: its time is up. */
  readonly goOn: () => boolean;
  readonly accept: (object: OutputObject) => void;
}

/** Renders what was judged to be sound. */
export function renderFolder(
  judged: Judged,
  judging: Judging,
  { tools, sink }: { readonly tools: RenderTools; readonly sink: FolderSink },
): FolderRendering {
  const problems: Problem[] = [];
  const warnings: string[] = [];
  const said = new Set<string>();
  for (const located of judged.apps) {
    if (!sink.goOn()) return { problems, warnings };
    const context = contextOf(located, judging);
    const rendered = renderApp(context, tools);
    const placed = rendered.problems.map((problem) => place(problem, located));
    problems.push(...placed.filter((problem) => isNew(said, problem)));
    for (const object of rendered.objects) sink.accept(object);
    if (rendered.omitted.length > 0) {
      const what = describeOmitted(rendered.omitted);
      warnings.push(
        `WorkerApp "${located.app.metadata.name}": left out what the cluster does not serve: ${what}`,
      );
    }
  }
  for (const located of judged.stacks) {
    if (!sink.goOn()) return { problems, warnings };
    const rendered = renderStack(located, judging, tools);
    problems.push(...rendered.problems.filter((problem) => isNew(said, problem)));
    for (const object of rendered.objects) sink.accept(object);
    warnings.push(...stackWarnings(stackContext(located.stack, located.document, judging)));
  }
  for (const object of judged.objects) sink.accept(passedThrough(object));
  return { problems, warnings };
}

function contextOf({ app }: LocatedApp, { destination, platform, parameters }: Judging): AppContext {
  const { version } = parseCelldImage(app.spec.celld.image);
  if (version === undefined)
    throw new Error('Cannot render a WorkerApp whose image has no version: the rules refuse it');
  const fromParameters = appParameters(parameters, app.metadata.name);
  const appVersion = app.spec.appVersion === 'auto' ? fromParameters.appVersion : app.spec.appVersion;
  if (appVersion === undefined)
    throw new Error('Cannot render a WorkerApp without a version: the rules refuse it');
  return {
    app,
    fleet: { app: app.metadata.name },
    namespace: destination.namespace,
    platform,
    names: fleetNames(app.metadata.name),
    version,
    appVersion,
    ...(fromParameters.configDigest !== undefined && { configDigest: fromParameters.configDigest }),
  };
}

/** A fault of a template is said once, not once a WorkerApp. */
function isNew(said: Set<string>, problem: Problem): boolean {
  const text = formatProblem(problem);
  return !said.has(text) && said.add(text).has(text);
}

/** A problem of rendering is shown at the WorkerApp that it stops, unless it has a place of its own. */
function place(problem: Problem, { document }: LocatedApp): Problem {
  return problem.position ? problem : { ...problem, position: document.locate(['metadata', 'name']) };
}

/** Values unchanged; only null members go, which to the API server are absent and to Argo CD are drift. */
function passedThrough({ document, wave }: PassedObject): OutputObject {
  const object = dropNullMembers(document.value);
  if (!isJsonObject(object)) throw new Error('Cannot pass on what is no object: the rules refuse it');
  return { object, wave, why: PASSED_THROUGH };
}
