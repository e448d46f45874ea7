import type { ObjectRef, PatchOptions, ResourceType } from '../../fleet/cluster-api.ts';

/** Where a kind is served: `/apis/apps/v1/namespaces/prod/statefulsets`. An empty namespace: of all, or of none. */
export function collectionPath({ group, version, plural }: ResourceType, namespace: string): string {
  const root = group === '' ? ['api', version] : ['apis', group, version];
  const inside = namespace === '' ? [] : ['namespaces', namespace];
  return segments([...root, ...inside, plural]);
}

export function objectPath({ type, namespace, name }: ObjectRef, part?: PatchOptions['subresource']): string {
  if (name === '') throw new Error('Cannot address an object of the API server: it has no name');
  return `${collectionPath(type, namespace)}${segments(part === undefined ? [name] : [name, part])}`;
}

function segments(parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** The path below the server's own, with the parameters that have a value. */
export function requestUrl(
  server: URL,
  path: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): URL {
  const url = new URL(server);
  url.pathname = `${server.pathname.replace(/\/+$/, '')}${path}`;
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, value);
  }
  return url;
}
