import type { JsonObject } from '../../documents/json.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';
import type { AppContext, PlannedFleet } from '../views/app-context.ts';
import type { HookPolicy } from './output-object.ts';
import type { OptionalApi } from './served-apis.ts';

/** One object of a fleet: when it is there, in which wave, and why a reader should care. */
interface ObjectRow<Context> {
  readonly template: TemplateName;
  readonly why: string;
  readonly wave: (context: Context) => number;
  readonly wanted: (context: Context) => boolean;
  readonly api?: OptionalApi;
  /** Absent for a normal object. */
  readonly hook?: HookPolicy;
}

/** An object that the plan is made from, or that knows nothing of it. */
export interface PlainObject<Context> extends ObjectRow<Context> {
  readonly view: (context: Context) => JsonObject;
}

/** An object that carries the plan. */
export interface PlannedObject<Context> extends ObjectRow<Context> {
  readonly planView: (context: Context & PlannedFleet) => JsonObject;
}

export type FleetObject<Context = AppContext> = PlainObject<Context> | PlannedObject<Context>;
