import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { PORTS } from '../../fleet/labels.ts';
import { isReservedVariableName } from '../../fleet/user-environment.ts';
import { itemPath, type OverrideFinding } from './override-finding.ts';

/** Reserved names that a platform team may add to celld all the same: logs and memory, not where celld connects to. */
export const TUNABLE_VARIABLES: readonly string[] = [
  'MALLOC_ARENA_MAX',
  'MALLOC_CONF',
  'RUST_BACKTRACE',
  'RUST_LOG',
];

const OWN_PORTS: readonly JsonValue[] = Object.values(PORTS).flatMap(({ name, port }) => [name, port]);

/** What an override adds to a pod must leave alone what is celld's. Paths are relative to the pod's spec. */
export function checkAddedPodParts(ours: JsonObject, theirs: JsonObject): OverrideFinding[] {
  const own = celldOf(ours);
  const celld = celldOf(theirs);
  return [
    ...checkVariables(own, celld),
    ...checkMounts(own, celld),
    ...['containers', 'initContainers'].flatMap((list) => checkPorts(theirs, list)),
    ...items(theirs['volumes']).flatMap(checkVolume),
  ];
}

function celldOf(pod: JsonObject): JsonObject {
  return items(pod['containers']).find(({ name }) => name === 'celld') ?? {};
}

function checkVariables(ours: JsonObject, theirs: JsonObject): OverrideFinding[] {
  const own = new Set(items(ours['env']).map(({ name }) => name));
  return items(theirs['env']).flatMap(({ name }) => {
    if (typeof name !== 'string' || own.has(name)) return [];
    if (!isReservedVariableName(name) || TUNABLE_VARIABLES.includes(name)) return [];
    const message = 'must not be added: the name is reserved for celld and its stores';
    return [{ path: itemPath('containers[celld].env', name), message }];
  });
}

/** A mount at, above or below one of ours would hide what celld writes. */
function checkMounts(ours: JsonObject, theirs: JsonObject): OverrideFinding[] {
  const own = items(ours['volumeMounts']).map(({ mountPath }) => mountPath);
  const added = items(theirs['volumeMounts']).filter(({ mountPath }) => !own.includes(mountPath ?? ''));
  return added.flatMap(({ mountPath }) =>
    own.some((path) => overlap(segments(path), segments(mountPath)))
      ? [
          {
            path: itemPath('containers[celld].volumeMounts', typeof mountPath === 'string' ? mountPath : '?'),
            message: 'must lie beside the mounts of the built-in template',
          },
        ]
      : [],
  );
}

/** Segments of a mount path; one with `..` is taken for the root, which overlaps with everything. */
function segments(path: JsonValue | undefined): readonly string[] {
  const parts = typeof path === 'string' ? path.split('/').filter((part) => part !== '' && part !== '.') : [];
  return parts.includes('..') ? [] : parts;
}

function overlap(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((segment, index) => segment === b[index]);
}

/** A second port of that name or number would take over what Services and probes send to celld. */
function checkPorts(pod: JsonObject, list: string): OverrideFinding[] {
  return items(pod[list])
    .filter(({ name }) => list !== 'containers' || name !== 'celld')
    .filter(({ ports }) =>
      items(ports).some(({ name = '', containerPort = 0 }) =>
        [name, containerPort].some((value) => OWN_PORTS.includes(value)),
      ),
    )
    .map(({ name }) => ({
      path: `${itemPath(list, typeof name === 'string' ? name : '?')}.ports`,
      message: 'must not have a port of celld',
    }));
}

function checkVolume({ name, projected }: JsonObject): OverrideFinding[] {
  const path = itemPath('volumes', typeof name === 'string' ? name : '?');
  const sources = isJsonObject(projected) ? items(projected['sources']) : [];
  if (sources.some(({ serviceAccountToken }) => serviceAccountToken !== undefined))
    return [{ path, message: 'must not hold a token of the service account: pods call no API server' }];
  return [];
}

function items(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
