import type HandlebarsApi from 'handlebars';
import untypedRuntime from 'handlebars/runtime.js';
import type { JsonObject } from '../../documents/json.ts';
import { jsonHelper } from './json-helper.ts';
import { TEMPLATE_SPECIFICATIONS, type TemplateName } from './templates.generated.cjs';

/** Renders one object's view to text; throws when the template asks for a field that the view lacks. */
export type Template = (view: JsonObject) => string;
export type Templates = Readonly<Record<TemplateName, Template>>;

/** The runtime is published without types of its own; it has the part of the API that we call. */
const Handlebars = untypedRuntime as unknown as typeof HandlebarsApi;

/** Our own templates, compiled ahead of time, so that rendering loads no compiler. */
export function loadTemplates(): Templates {
  const runtime = Handlebars.create();
  runtime.registerHelper('json', jsonHelper);
  return Object.fromEntries(
    templateNames().map((name) => [name, runtime.template<JsonObject>(TEMPLATE_SPECIFICATIONS[name])]),
  ) as Templates;
}

/** Every template's name, in order. */
export function templateNames(): readonly TemplateName[] {
  return Object.keys(TEMPLATE_SPECIFICATIONS) as TemplateName[];
}
