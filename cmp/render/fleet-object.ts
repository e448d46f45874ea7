import type { JsonObject } from '../../documents/json.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';
import type { AppContext, PlannedContext } from '../views/app-context.ts';
import type { HookPolicy } from './output-object.ts';
import type { OptionalApi } from './served-apis.ts';

/** One object of a fleet: when it is there, in which wave, and why a reader should care. */
interface ObjectRow {
  readonly template: TemplateName;
  readonly why: string;
  readonly wave: (context: AppContext) => number;
  readonly wanted: (context: AppContext) => boolean;
  readonly api?: OptionalApi;
  /** Absent for a normal object. */
  readonly hook?: HookPolicy;
}

/** An object that the plan is made from, or that knows nothing of it. */
export interface PlainObject extends ObjectRow {
  readonly view: (context: AppContext) => JsonObject;
}

/** An object that carries the plan. */
export interface PlannedObject extends ObjectRow {
  readonly planView: (context: PlannedContext) => JsonObject;
}

export type FleetObject = PlainObject | PlannedObject;
