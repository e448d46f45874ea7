import { isJsonArray, isJsonObject, type JsonValue } from '../../documents/json.ts';
import { parseQuantity } from './quantity.ts';

/** True where every value of `wanted` is in `live`; what else `live` has does not count. Lists compare item by item. */
export function isCovered(wanted: JsonValue, live: JsonValue | undefined): boolean {
  return differencesOf(wanted, live, '').length === 0;
}

/** Lists whose items have names, so that a webhook's extra item is not read as a change of all that follow. */
const NAMED: readonly string[] = ['containers', 'initContainers', 'env', 'volumes', 'volumeMounts', 'ports'];

/** Paths at which `live` is not as `wanted` has it. Text of live values is never shown: it may be anybody's. */
export function differencesOf(
  wanted: JsonValue,
  live: JsonValue | undefined,
  path: string,
): readonly string[] {
  if (isJsonObject(wanted)) {
    return Object.entries(wanted).flatMap(([key, value]) => {
      const at = path === '' ? key : `${path}.${key}`;
      const found = isJsonObject(live) ? live[key] : undefined;
      return NAMED.includes(key) ? namedDifferences(value, found, at) : differencesOf(value, found, at);
    });
  }
  if (isJsonArray(wanted)) {
    if (!isJsonArray(live) || live.length !== wanted.length) return [path];
    return wanted.flatMap((item, index) => differencesOf(item, live[index], `${path}[${index}]`));
  }
  return isSameScalar(wanted, live) ? [] : [path];
}

function namedDifferences(wanted: JsonValue, live: JsonValue | undefined, path: string): readonly string[] {
  if (!isJsonArray(wanted) || !isJsonArray(live)) return differencesOf(wanted, live, path);
  return wanted.flatMap((item) => {
    const key = keyOf(item);
    const at = `${path}[${key}]`;
    return differencesOf(
      item,
      live.find((other) => keyOf(other) === key),
      at,
    );
  });
}

/** What tells items of these lists apart: mounts by where, ports by number, the rest by name. */
export function keyOf(item: JsonValue): string {
  if (!isJsonObject(item)) return '';
  const key = item['mountPath'] ?? item['containerPort'] ?? item['name'];
  return typeof key === 'string' || typeof key === 'number' ? String(key) : '';
}

/** The API server writes quantities its own way: 1024Mi comes back as 1Gi. An absent value is as false, zero or empty. */
function isSameScalar(wanted: JsonValue, live: JsonValue | undefined): boolean {
  if (wanted === live) return true;
  if (live === undefined) return wanted === '' || wanted === false || wanted === 0 || wanted === null;
  if (typeof wanted !== 'string' || typeof live !== 'string') return false;
  const [a, b] = [parseQuantity(wanted), parseQuantity(live)];
  return a !== undefined && a === b;
}
