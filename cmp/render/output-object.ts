import { isJsonObject, type JsonObject } from '../../documents/json.ts';
import { WAVE_FOUNDATION } from '../waves.ts';
import { writeYaml } from '../yaml/write-yaml.ts';

const WAVE_ANNOTATION = 'argocd.argoproj.io/sync-wave';

/** An object on its way out. `why` is for people; it is not written. */
export interface OutputObject {
  readonly object: JsonObject;
  readonly wave: number;
  readonly why: string;
}

/** Kinds in the order in which they are written within a wave: what others refer to comes first. */
const KIND_ORDER = [
  'ServiceAccount',
  'Secret',
  'SealedSecret',
  'ExternalSecret',
  'ConfigMap',
  'Service',
  'NetworkPolicy',
  'AuthorizationPolicy',
  'PodDisruptionBudget',
  'StatefulSet',
  'Certificate',
  'HTTPRoute',
  'Ingress',
  'VirtualService',
  'ScaledObject',
  'WorkerApp',
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

export function writeObject({ object, wave }: OutputObject): WrittenObject {
  // Wave 0 is Argo CD's own default; an annotation that says so would only be noise.
  const waved = wave === WAVE_FOUNDATION ? object : annotate(object, { [WAVE_ANNOTATION]: String(wave) });
  return { sortKey: sortKey(object, wave), text: `---\n${writeYaml(waved)}` };
}

/** Wave, kind, namespace, name: a total order, since no two objects of one output share all of them. */
function sortKey(object: JsonObject, wave: number): string {
  const kind = typeof object['kind'] === 'string' ? object['kind'] : '';
  const rank = KIND_ORDER.indexOf(kind);
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  return [
    String(wave).padStart(6, '0'),
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
