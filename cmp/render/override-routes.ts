import { isJsonArray, isJsonObject, type JsonValue } from '../../documents/json.ts';
import { PORTS } from '../../fleet/labels.ts';
import { fleetNames } from '../../fleet/names.ts';

const INTERNAL_SUFFIX = fleetNames('').internalService;
/** An internal Service of any fleet, alone, as a host, or inside a snippet; its only port need not be named to be reached. */
const INTERNAL_SERVICE = new RegExp(`${INTERNAL_SUFFIX}(?![a-z0-9-])`);
const INTERNAL_PORT = new RegExp(`(?<![0-9])${String(PORTS.internal.port)}(?![0-9])`);

/** How a part of a route leads to an internal port: by its number, its name, or the Service that has no other. */
export function internalTarget(value: JsonValue | undefined): string | undefined {
  if (isJsonArray(value)) return first(value);
  if (isJsonObject(value)) return first(Object.values(value));
  const text = String(value).toLowerCase();
  if (text === PORTS.internal.name || INTERNAL_PORT.test(text))
    return `the internal port ${String(PORTS.internal.port)}`;
  return INTERNAL_SERVICE.test(text) ? 'an internal Service' : undefined;
}

function first(values: readonly JsonValue[]): string | undefined {
  for (const value of values) {
    const target = internalTarget(value);
    if (target !== undefined) return target;
  }
  return undefined;
}
