import { isJsonArray, isJsonObject, type JsonObject } from '../../documents/json.ts';
import { SYNC_ANNOTATIONS } from '../sync-annotations.ts';
import { WAVE_FOUNDATION } from '../waves.ts';
import { writeYaml } from '../yaml/write-yaml.ts';

/** How Argo CD runs an object that is a hook; facts/argocd.md 3. */
export interface HookPolicy {
  readonly phase: 'PreSync' | 'Sync';
  /** When what is left of the last run goes. */
  readonly deletion: readonly ('BeforeHookCreation' | 'HookSucceeded')[];
}

/** An object on its way out. `why` is for people; it is not written. */
export interface OutputObject {
  readonly object: JsonObject;
  readonly wave: number;
  /** Absent for a normal object. */
  readonly hook?: HookPolicy;
  readonly why: string;
}

/** Kinds in the order in which they are written within a wave: what others refer to comes first. */
const KIND_ORDER = [
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'Secret',
  'SealedSecret',
  'ExternalSecret',
  'ConfigMap',
  'Service',
  'NetworkPolicy',
  'AuthorizationPolicy',
  'PodDisruptionBudget',
  'StatefulSet',
  'Job',
  'Certificate',
  'HTTPRoute',
  'Ingress',
  'VirtualService',
  'ScaledObject',
  'Bucket',
  'PodIdentity',
  'Application',
  'WorkerApp',
  'CelldStack',
];

/** The object with these annotations beside its own. */
export function annotate(object: JsonObject, annotations: JsonObject): JsonObject {
  if (Object.keys(annotations).length === 0) return object;
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  const present = isJsonObject(metadata['annotations']) ? metadata['annotations'] : {};
  return { ...object, metadata: { ...metadata, annotations: { ...present, ...annotations } } };
}

/** One object as text with its place in the output; the object itself need not be kept. */
export interface WrittenObject {
  readonly sortKey: string;
  readonly text: string;
}

/** The one place where objects leave. Throws on a top-level list `items`: Argo CD would apply its members, whatever the kind. */
export function writeObject({ object, wave, hook }: OutputObject): WrittenObject {
  if (isJsonArray(object['items']))
    throw new Error('Cannot write an object with a list of items: its members were never judged');
  const stamped = annotate(object, syncAnnotations(wave, hook));
  return { sortKey: sortKey(object, wave, hook), text: `---\n${writeYaml(stamped)}` };
}

/** What tells Argo CD when an object's turn is. Stamped on last of all, so that no template can lose it. */
export function syncAnnotations(
  wave: number,
  hook: HookPolicy | undefined,
): Readonly<Record<string, string>> {
  return {
    ...(hook && {
      [SYNC_ANNOTATIONS.hook]: hook.phase,
      [SYNC_ANNOTATIONS.deletion]: hook.deletion.join(','),
    }),
    // Wave 0 is Argo CD's own default; an annotation that says so would only be noise.
    ...(wave !== WAVE_FOUNDATION && { [SYNC_ANNOTATIONS.wave]: String(wave) }),
  };
}

/** Phase, wave, kind, namespace, name: a total order, since no two objects of one output share all of them. */
function sortKey(object: JsonObject, wave: number, hook: HookPolicy | undefined): string {
  const kind = typeof object['kind'] === 'string' ? object['kind'] : '';
  const rank = KIND_ORDER.indexOf(kind);
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  return [
    hook?.phase === 'PreSync' ? '0' : '1',
    // Above zero, so that texts are in the order of the numbers.
    String(wave + 100_000).padStart(6, '0'),
    String(rank === -1 ? KIND_ORDER.length : rank).padStart(2, '0'),
    kind,
    text(object['apiVersion']),
    text(metadata['namespace']),
    text(metadata['name']),
  ].join('\u0000');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** All objects in their order, as one YAML stream. */
export function joinObjects(objects: readonly WrittenObject[]): string {
  return [...objects]
    .sort((a, b) => (a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0))
    .map(({ text }) => text)
    .join('');
}
