import type { JsonObject, JsonValue } from '../../../documents/json.ts';
import { expandVariables } from '../../fleet/expand-variables.ts';
import { objectsAt, textAt, valueAt } from '../../cluster/harness/json-at.ts';
import type { KubeletConnection } from './connection.ts';

/** What keeps a container from being made, as the kubelet says it: CreateContainerConfigError. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** The variables of the pod's first container: literals, fields, Secrets, ConfigMaps; `$(NAME)` is expanded in order. */
export async function containerEnvironment(
  { api }: Pick<KubeletConnection, 'api'>,
  pod: JsonObject,
  ip: string,
): Promise<Record<string, string>> {
  const [container] = objectsAt(pod, 'spec', 'containers');
  const namespace = textAt(pod, 'metadata', 'namespace');
  const environment: Record<string, string> = {};
  for (const source of objectsAt(container, 'envFrom')) {
    for (const kind of ['secret', 'configMap'] as const) {
      const name = textAt(source, `${kind}Ref`, 'name');
      if (name !== '') Object.assign(environment, await readKeys(api, { kind, namespace, name }));
    }
  }
  for (const variable of objectsAt(container, 'env')) {
    const name = textAt(variable, 'name');
    const from = valueAt(variable, 'valueFrom');
    const value =
      from === undefined
        ? expandVariables(textAt(variable, 'value'), environment)
        : await valueFrom({ api, namespace, pod, ip }, from);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

interface Context {
  readonly api: KubeletConnection['api'];
  readonly namespace: string;
  readonly pod: JsonObject;
  readonly ip: string;
}

async function valueFrom({ api, namespace, pod, ip }: Context, from: JsonValue): Promise<string | undefined> {
  const field = textAt(from, 'fieldRef', 'fieldPath');
  if (field !== '') return fieldOf(pod, field, ip);
  for (const kind of ['secret', 'configMap'] as const) {
    const reference = valueAt(from, `${kind}KeyRef`);
    if (reference === undefined) continue;
    const [name, key] = [textAt(reference, 'name'), textAt(reference, 'key')];
    const isOptional = valueAt(reference, 'optional') === true;
    const keys = await readKeys(api, { kind, namespace, name, isOptional });
    if (keys[key] === undefined && !isOptional)
      throw new ConfigError(`couldn't find key ${key} in ${kind} ${namespace}/${name}`);
    return keys[key];
  }
  return undefined;
}

function fieldOf(pod: JsonObject, field: string, ip: string): string {
  const [, list = '', key = ''] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(field) ?? [];
  if (key !== '') return textAt(pod, 'metadata', list, key);
  if (field === 'status.podIP' || field === 'status.podIPs') return ip;
  return textAt(pod, ...field.split('.'));
}

export interface KeyedObject {
  readonly kind: 'secret' | 'configMap';
  readonly namespace: string;
  readonly name: string;
  readonly isOptional?: boolean;
}

/** Every key of a Secret or ConfigMap as text. */
export async function readKeys(
  api: KubeletConnection['api'],
  { kind, namespace, name, isOptional = false }: KeyedObject,
): Promise<Readonly<Record<string, string>>> {
  const plural = `${kind.toLowerCase()}s`;
  const path = `/api/v1/namespaces/${namespace}/${plural}/${name}`;
  const { status, body } = await api.send({ method: 'GET', path });
  if (status === 404 && isOptional) return {};
  if (status !== 200) throw new ConfigError(`${kind.toLowerCase()} "${name}" not found`);
  const data = Object.entries(valueAt(body, 'data') ?? {}) as [string, string][];
  const decode = (text: string) => (kind === 'secret' ? Buffer.from(text, 'base64').toString() : text);
  return Object.fromEntries(data.map(([key, text]) => [key, decode(text)]));
}
