import type { Problem } from '../../documents/problem.ts';
import type { Parameters, PerApp, PerAppName } from './parameters.ts';

/** What the parameters say about one WorkerApp. */
export interface AppParameters {
  readonly appVersion?: string;
  readonly configDigest?: string;
  readonly unresolved?: string;
}

const PER_APP: readonly PerAppName[] = ['appVersion', 'configDigest', 'unresolved'];

/**
 * Parameters of the WorkerApp `app`. A map entry for a name that the folder does not hold is never looked up: the
 * generator answers for the commit before or after this one, and an app that was just added or removed must not stop
 * the others (DESIGN D6).
 */
export function appParameters(parameters: Parameters, app: string): AppParameters {
  return Object.fromEntries(
    PER_APP.map((name) => [name, valueFor(parameters[name], app)] as const).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

function valueFor(value: PerApp, app: string): string | undefined {
  return typeof value === 'string' ? value : value.get(app);
}

/** A plain string about "the" WorkerApp needs a folder with exactly one (DESIGN D6). */
export function checkParameterScope(parameters: Parameters, apps: readonly string[]): readonly Problem[] {
  const count = new Set(apps).size;
  if (count === 1) return [];
  return PER_APP.filter((name) => typeof parameters[name] === 'string').map((name) => ({
    code: 'PARAMETER_NEEDS_MAP',
    path: 'ARGOCD_APP_PARAMETERS',
    message: `Cannot use plugin parameter "${name}": a plain string needs exactly one WorkerApp in the folder: there are ${count}`,
    hint: `write ${name} as a map by WorkerApp name`,
  }));
}
