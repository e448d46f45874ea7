import { isJsonObject } from '../../documents/json.ts';
import type { JsonValue } from '../../documents/json.ts';
import { isClusterScoped } from '../passthrough/cluster-scoped-kinds.ts';

/** What makes an object one to the API server: two with the same key are the same object, whatever their version. */
export interface ObjectKey {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export function objectKeyText({ group, kind, namespace, name }: ObjectKey): string {
  return [group, kind, namespace, name].join(' ');
}

/** The key of an object, its namespace defaulted as the API server does; undefined where it has no name. */
export function objectKeyOf(value: JsonValue, destination: string): ObjectKey | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiVersion, kind, metadata } = value as Readonly<Record<string, JsonValue | undefined>>;
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string')
    return undefined;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return {
    group,
    kind,
    name,
    namespace: isClusterScoped({ group, kind }) ? '' : namespaceOf(metadata, destination),
  };
}

function namespaceOf(metadata: JsonValue | undefined, destination: string): string {
  const namespace = isJsonObject(metadata) ? metadata['namespace'] : undefined;
  return typeof namespace === 'string' && namespace !== '' ? namespace : destination;
}
