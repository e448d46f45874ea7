import type { JsonObject } from '../../documents/json.ts';
import { isJsonObject } from '../../documents/json.ts';
import { EmptySelectorError, prune } from '../yaml/prune.ts';
import { readRendered, RenderedTextError } from '../yaml/read-rendered.ts';
import type { Template } from '../handlebars/templates.ts';

export type Rendered =
  { readonly ok: true; readonly object: JsonObject } | { readonly ok: false; readonly reason: string };

/** View -> text -> object, without nulls and empty maps. A template that renders no map, or asks for an unknown field, says so. */
export function renderObject(template: Template, view: JsonObject): Rendered {
  let text: string;
  try {
    text = template(view);
  } catch (error) {
    // Handlebars throws no class of its own for a field that is not there.
    return { ok: false, reason: `it asks for ${whatFailed(error)}` };
  }
  try {
    const value = readRendered(text);
    return isJsonObject(value)
      ? { ok: true, object: prune(value) }
      : { ok: false, reason: 'it renders no map' };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

function whatFailed(error: unknown): string {
  return error instanceof RangeError ? 'more text than can be held' : 'a value that the view does not have';
}

function reasonOf(error: unknown): string {
  if (error instanceof RenderedTextError)
    return `line ${String(error.line)} of what it renders: ${error.message}`;
  if (error instanceof EmptySelectorError)
    return 'a selector that it renders is empty: it would select something else than what is written';
  throw error;
}
