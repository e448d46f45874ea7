import type HandlebarsApi from 'handlebars';
import untypedRuntime from 'handlebars/runtime.js';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { TEMPLATE_SPECIFICATIONS, type TemplateName } from './templates.generated.cjs';

/** The runtime is published without types of its own; it has the part of the API that we call. */
const Handlebars = untypedRuntime as unknown as typeof HandlebarsApi;

/** Renders one object's view to text; throws when the template asks for a field that the view lacks. */
export type Template = (view: JsonObject) => string;
export type Templates = Readonly<Record<TemplateName, Template>>;

/** The only way by which a value enters rendered text: as JSON, on one line. */
function json(value: JsonValue | undefined): string {
  if (value === undefined) throw new TypeError('Cannot render a value that the view does not have');
  return JSON.stringify(value);
}

/** Makes our own templates ready, with those of `overrides` in place of ours of the same name. */
export function loadTemplates(overrides: ReadonlyMap<TemplateName, TemplateSpecification> = new Map()): Templates {
  const runtime = Handlebars.create();
  runtime.registerHelper('json', json);
  const load = (name: TemplateName): Template => {
    const template = runtime.template<JsonObject>(overrides.get(name) ?? TEMPLATE_SPECIFICATIONS[name]);
    return (view) => template(view);
  };
  return Object.fromEntries(templateNames().map((name) => [name, load(name)])) as Templates;
}

/** Every template's name, in order. */
export function templateNames(): readonly TemplateName[] {
  return Object.keys(TEMPLATE_SPECIFICATIONS) as TemplateName[];
}
