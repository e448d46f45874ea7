import type { JsonObject } from '../../documents/json.ts';
import { isJsonObject } from '../../documents/json.ts';
import { prune } from '../yaml/prune.ts';
import { readRendered, RenderedTextError } from '../yaml/read-rendered.ts';
import type { Template } from '../handlebars/templates.ts';

export type Rendered =
  { readonly ok: true; readonly object: JsonObject } | { readonly ok: false; readonly reason: string };

/** View -> text -> object, without nulls and empty maps. A template that renders no map, or asks for an unknown field, says so. */
export function renderObject(template: Template, view: JsonObject): Rendered {
  try {
    const value = readRendered(template(view));
    return isJsonObject(value)
      ? { ok: true, object: prune(value) }
      : { ok: false, reason: 'it renders no map' };
  } catch (error) {
    if (error instanceof RenderedTextError)
      return { ok: false, reason: `line ${error.line} of what it renders: ${error.message}` };
    if (error instanceof Error)
      return { ok: false, reason: 'it asks for a value that the view does not have' };
    throw error;
  }
}
