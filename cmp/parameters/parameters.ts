/** A value for the one WorkerApp of a folder, or values by WorkerApp name. */
export type PerApp = string | ReadonlyMap<string, string>;

/** The plugin parameters that speak about one WorkerApp. */
export type PerAppName = 'appVersion' | 'configDigest' | 'unresolved';

/** Validated plugin parameters; what was not set has the default of the table. */
export interface Parameters extends Readonly<Record<PerAppName, PerApp>> {
  readonly recurse: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Text of a CelldStack; empty outside the second source of a stack's release. */
  readonly guard: string;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** What holds when nothing is set. */
export const NO_PARAMETERS: Parameters = {
  recurse: false,
  include: [],
  exclude: [],
  guard: '',
  appVersion: NOTHING,
  configDigest: NOTHING,
  unresolved: NOTHING,
};
