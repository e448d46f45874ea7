import type { JsonValue } from './json.ts';
import type { Path } from './path.ts';

/** A member of a map, of whatever it is; undefined where there is none. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** The sub-schema whose keyword failed: `#/properties/spec/minimum` (a URI fragment) gives that of `spec`. */
export function schemaOfKeyword(root: unknown, schemaPath: string): unknown {
  let schema = root;
  for (const segment of pointerSegments(decodeURIComponent(schemaPath)).slice(0, -1))
    schema = member(schema, segment);
  return schema;
}

/** The names of the fields that a schema knows, also those under its `allOf`, `anyOf`, `oneOf`, `then` and `else`. */
export function knownFields(schema: unknown, depth = 0): readonly string[] {
  if (depth > 4) return [];
  const own = Object.keys(asObject(member(schema, 'properties')));
  const branches = ['allOf', 'anyOf', 'oneOf', 'then', 'else'].flatMap(
    (keyword) => member(schema, keyword) ?? [],
  );
  return [...new Set([...own, ...branches.flatMap((branch) => knownFields(branch, depth + 1))])];
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** An instance path as a path of the value: `/env/0/name` with a list under `env` gives `['env', 0, 'name']`. */
export function instancePathIn(value: JsonValue | undefined, instancePath: string): Path {
  const path: (string | number)[] = [];
  let at: unknown = value;
  for (const segment of pointerSegments(instancePath)) {
    path.push(Array.isArray(at) ? Number(segment) : segment);
    at = member(at, segment);
  }
  return path;
}

/** What is written at a path, or undefined. */
export function valueAt(value: JsonValue, path: Path): JsonValue | undefined {
  let at: unknown = value;
  for (const segment of path) at = member(at, String(segment));
  return at as JsonValue | undefined;
}

function pointerSegments(pointer: string): readonly string[] {
  const [, ...segments] = pointer.split('/');
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
