import { isJsonObject } from '../../documents/json.ts';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import type { Finding } from '../finding.ts';
import type { Destination } from '../platform/tenant.ts';
import { KEY_REASONS, keyOwner } from '../reserved-keys.ts';
import { isWritten } from './written.ts';

/** What the API server takes as a name for any kind; each kind may be stricter. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9:._-]{0,251}[A-Za-z0-9])?$/;
const NAMESPACE = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const KEY = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,315}[A-Za-z0-9])?$/;

/** True for a text that a message may show as an object's name. */
export function isObjectName(name: JsonValue | undefined): name is string {
  return typeof name === 'string' && NAME.test(name);
}

/** Fields that hold an object back, hand it over, or tie it to one cluster. */
const REFUSED_FIELDS: readonly string[] = [
  'finalizers',
  'ownerReferences',
  'managedFields',
  'resourceVersion',
  'uid',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
];

interface MetadataContext {
  readonly destination: Destination;
}

/** Name, namespace and keys of an object that passes through (facts/threats.md T6). */
export function checkMetadata(object: JsonObject, { destination }: MetadataContext): readonly Finding[] {
  const metadata = object['metadata'];
  if (!isJsonObject(metadata)) return [malformed(['metadata'], 'metadata must be a map with a name')];
  return [
    ...checkName(metadata),
    ...checkNamespace(metadata, destination),
    ...REFUSED_FIELDS.filter((field) => isWritten(metadata[field])).map(refusedField),
    ...checkKeys(metadata, 'labels'),
    ...checkKeys(metadata, 'annotations'),
  ];
}

function malformed(path: Finding['path'], message: string): Finding {
  return { code: 'PASS_METADATA', path, message, hint: 'write it as the API server expects it' };
}

/** A generated name would be a new object with every sync, and no old one would be pruned. */
function checkName(metadata: JsonObject): readonly Finding[] {
  if (isWritten(metadata['generateName'])) {
    const message = 'metadata.generateName must be absent: every sync would make another object';
    const hint = 'write metadata.name';
    return [{ code: 'PASS_NAME', path: ['metadata', 'generateName'], message, hint, target: 'key' }];
  }
  const name = metadata['name'];
  if (isObjectName(name)) return [];
  const message = 'metadata.name must be the name of a Kubernetes object';
  const hint = 'write letters, digits, "-" and ".", at most 253';
  return [{ code: 'PASS_NAME', path: ['metadata', 'name'], message, hint }];
}

function checkNamespace(metadata: JsonObject, destination: Destination): readonly Finding[] {
  const namespace = metadata['namespace'];
  if (!isWritten(namespace) || namespace === destination.namespace) return [];
  return [
    {
      code: 'NAMESPACE_FOREIGN',
      path: ['metadata', 'namespace'],
      message: namespaceMessage(namespace, destination),
      hint: 'delete it: what is absent goes into the destination namespace of the Application',
    },
  ];
}

function namespaceMessage(namespace: JsonValue, destination: Destination): string {
  if (namespace === '') return 'metadata.namespace must not be empty';
  const shown =
    typeof namespace === 'string' && NAMESPACE.test(namespace) ? `it is "${namespace}"` : 'it is another';
  return `metadata.namespace must be the destination "${destination.namespace}": ${shown}`;
}

function refusedField(field: string): Finding {
  return {
    code: 'PASS_FIELD',
    path: ['metadata', field],
    message: `metadata.${field} must be absent: it belongs to the cluster, not to git`,
    hint: 'delete it',
    target: 'key',
  };
}

/** Hooks, waves, sync and compare options, Helm's hooks that Argo CD reads too, and the keys of fleets. */
function checkKeys(metadata: JsonObject, field: 'labels' | 'annotations'): readonly Finding[] {
  const map = metadata[field];
  if (!isWritten(map)) return [];
  if (!isJsonObject(map))
    return [malformed(['metadata', field], `metadata.${field} must be a map of strings`)];
  return Object.entries(map).flatMap(([key, value]) => checkKey(field, key, value));
}

function checkKey(field: string, key: string, value: JsonValue): readonly Finding[] {
  const path = ['metadata', field, key];
  const owner = keyOwner(key);
  if (owner !== undefined) {
    const shown = KEY.test(key) ? ` "${key}"` : '';
    const message = `metadata.${field} must not have the key${shown}: ${KEY_REASONS[owner]}`;
    return [{ code: 'KEY_RESERVED', path, message, hint: 'delete the key', target: 'key' }];
  }
  return typeof value === 'string' ? [] : [malformed(path, `metadata.${field} must be a map of strings`)];
}
