import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../documents/json.ts';

/** The value at a path of map keys; undefined where any step is missing. */
export function fieldAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const key of path) found = isJsonObject(found) ? found[key] : undefined;
  return found;
}

/** The map at a path; empty where there is none. */
export function objectAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = fieldAt(value, ...path);
  return isJsonObject(found) ? found : {};
}

/** The text at a path, or undefined. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** The number at a path, or undefined. */
export function numberAt(value: JsonValue | undefined, ...path: readonly string[]): number | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** The maps of the list at a path; what is not a map is passed over. */
export function objectsAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonObject[] {
  const found = fieldAt(value, ...path);
  return isJsonArray(found) ? found.filter(isJsonObject) : [];
}

/** The texts of the list at a path. */
export function textsAt(value: JsonValue | undefined, ...path: readonly string[]): readonly string[] {
  const found = fieldAt(value, ...path);
  return isJsonArray(found) ? found.filter((item) => typeof item === 'string') : [];
}

/** An annotation of an object, or undefined. */
export function annotationOf(object: JsonValue | undefined, key: string): string | undefined {
  return textAt(objectAt(object, 'metadata', 'annotations'), key);
}

/** uid of the object that controls this one; undefined where nobody does. */
export function controllerOf(object: JsonValue | undefined): JsonObject | undefined {
  return objectsAt(object, 'metadata', 'ownerReferences').find((owner) => owner['controller'] === true);
}
