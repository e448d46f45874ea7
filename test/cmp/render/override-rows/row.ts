import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../../documents/json.ts';
import type { TemplateName } from '../../../../cmp/handlebars/templates.generated.cjs';

/** A change that a platform team might make to one object, and the field that is named if it is refused. */
export interface Row {
  readonly what: string;
  readonly template: TemplateName;
  readonly change: (object: JsonObject) => JsonObject;
  readonly refused?: string;
}

export const POD = ['spec', 'template', 'spec'];
export const CELLD = [...POD, 'containers', 0];
export const POD_PATH = 'spec.template.spec';
export const CELLD_PATH = `${POD_PATH}.containers[celld]`;
export const SIDECAR_PATH = `${POD_PATH}.containers[proxy]`;

/** A container as the restricted profile wants it. */
export function restricted(more: JsonObject = {}): JsonObject {
  const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
  return { name: 'proxy', image: 'proxy:1', securityContext, ...more };
}

/** The same with more in its securityContext. */
export function secured(more: JsonObject): JsonObject {
  return restricted({
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, ...more },
  });
}

export function set(
  path: readonly (string | number)[],
  value: JsonValue,
): (object: JsonObject) => JsonObject {
  return (object) => changed(object, path, () => value) as JsonObject;
}

export function append(
  path: readonly (string | number)[],
  value: JsonValue,
): (object: JsonObject) => JsonObject {
  return (object) =>
    changed(object, path, (list) => [...(isJsonArray(list) ? list : []), value]) as JsonObject;
}

export function changed(
  value: JsonValue | undefined,
  path: readonly (string | number)[],
  to: (old: JsonValue | undefined) => JsonValue,
): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return to(value);
  if (isJsonArray(value)) return value.map((item, index) => (index === key ? changed(item, rest, to) : item));
  const map = isJsonObject(value) ? value : {};
  return { ...map, [key]: changed(map[key], rest, to) };
}
