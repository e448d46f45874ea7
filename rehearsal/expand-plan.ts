import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../documents/json.ts';
import type { KubeObject } from '../fleet/cluster-api.ts';

/** The object with the variables of its containers as the kubelet hands them over: `$$` has become `$`. */
export function expandPlan(object: KubeObject): KubeObject {
  return object['kind'] === 'Job' ? expandObject(object) : object;
}

function expandObject(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      key === 'value' && typeof value === 'string' ? value.replaceAll('$$', () => '$') : expandValue(value),
    ]),
  );
}

function expandValue(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(expandValue);
  return isJsonObject(value) ? expandObject(value) : value;
}
